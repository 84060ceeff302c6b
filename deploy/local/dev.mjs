// `npm run dev`: prepares a checkout like `npm start`, and starts the portal with its web client served from the sources. src/dev takes up
// what changes.
import { endWithNpm } from './end-with-npm.mjs';
import { hideServerNameWarning } from './hide-server-name-warning.mjs';
import { compileServers, install } from './prepare.mjs';

await endWithNpm();
await install();
await compileServers();
hideServerNameWarning();
const { develop } = await import('./dist/start.js');
await develop();
