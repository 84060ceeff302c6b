import { Logger } from '@nestjs/common';
import { endWhenStuck } from '@superscope/event-store/stuck-mongo';
import { readEnv } from './env.js';
import { Engines } from './platform/engines.module.js';
import { createServer } from './server.js';

const env = readEnv(process.env);
const app = await createServer(env);
await app.listen(env.PORT, env.HOST);
process.send?.({ ready: true, url: await app.getUrl() });
const { mongo, vaultMongo } = app.get(Engines);
endWhenStuck([mongo, vaultMongo], new Logger('Engines'));
// The supervisor is gone: nobody else would end this process.
process.on('disconnect', () => void app.close().then(() => process.exit(0)));
