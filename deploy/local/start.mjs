// `npm start`: prepares an empty checkout and starts the portal. src/start.ts runs once the servers are built; the web client is built
// meanwhile, because the demo's import leaves the processors time for it.
import { endWithNpm } from './end-with-npm.mjs';
import { hideServerNameWarning } from './hide-server-name-warning.mjs';
import { buildServers, install } from './prepare.mjs';

await endWithNpm();
await install();
const { webClient } = await buildServers();
hideServerNameWarning();
const { start } = await import('./dist/start.js');
await start(webClient);
