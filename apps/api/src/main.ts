import { readEnv } from './env.js';
import { createServer } from './server.js';

const env = readEnv(process.env);
const app = await createServer(env);
await app.listen(env.PORT, env.HOST);
process.send?.({ ready: true, url: await app.getUrl() });
// The supervisor is gone: nobody else would end this process.
process.on('disconnect', () => void app.close().then(() => process.exit(0)));
