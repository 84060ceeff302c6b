import { setFlagsFromString } from 'node:v8';
import { Logger } from '@nestjs/common';
import { orEndWith, settingsOrEnd } from '@superscope/event-store/connection/settings';
import { wantedSchema } from '@superscope/contracts/wanted-schema';
import { awaitSchema } from '@superscope/event-store/schema/applied-schemas';
import { endWhenStuck } from '@superscope/event-store/connection/stuck-mongo';
import { MongoClient } from 'mongodb';
import { readEnv } from './env.js';
import { makeLog } from './platform/log/log.js';
import { Engines } from './platform/engines.module.js';
import { createServer } from './server.js';
import { WrongSetting } from './users/first-accounts.slice.js';

// An import produces much garbage. By default V8 collects it only when the heap is up to four times what is in use, which takes 550 MB for
// a million rows. Collecting at twice keeps it well below 500 MB and costs a few percent of speed.
setFlagsFromString('--heap-growing-percent=100');

const env = await settingsOrEnd(() => readEnv(process.env));
// A process whose supervisor is gone must not wait for a schema that nobody applies.
const leave = () => process.exit(0);
process.on('disconnect', leave);
const views = new MongoClient(env.MONGODB_URL);
await awaitSchema(views.db('views'), wantedSchema, (sentence) => makeLog(env.LOG_LEVEL).warn(sentence));
await views.close();
process.off('disconnect', leave);
const app = await createServer(env);
await orEndWith(WrongSetting, () => app.listen(env.PORT, env.HOST));
process.send?.({ ready: true, url: await app.getUrl() });
const { mongo, vaultMongo } = app.get(Engines);
endWhenStuck([mongo, vaultMongo], new Logger('Engines'));
// The supervisor is gone, and its engines with it. This process must end by itself, without waiting for them.
process.on('disconnect', () => {
  setTimeout(() => process.exit(0), 2_000);
  void app.close().then(() => process.exit(0));
});
