import { setFlagsFromString } from 'node:v8';
import { Logger } from '@nestjs/common';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { endWhenStuck } from '@superscope/event-store/connection/stuck-mongo';
import { readEnv } from './env.js';
import { Engines } from './platform/engines.module.js';
import { createServer } from './server.js';

// An import leaves much behind. By itself the engine looks for it when the heap is up to four times what is in use, which makes 550 MB
// of a million rows; at twice it is well below 500, and costs a few percent.
setFlagsFromString('--heap-growing-percent=100');

const env = await settingsOrEnd(() => readEnv(process.env));
const app = await createServer(env);
await app.listen(env.PORT, env.HOST);
process.send?.({ ready: true, url: await app.getUrl() });
const { mongo, vaultMongo } = app.get(Engines);
endWhenStuck([mongo, vaultMongo], new Logger('Engines'));
// The supervisor has gone, and its engines with it. This process must end by itself, without waiting for them.
process.on('disconnect', () => {
  setTimeout(() => process.exit(0), 2_000);
  void app.close().then(() => process.exit(0));
});
