// `npm start`: prepares an empty checkout and starts the portal. src/start.ts runs once everything is built.
import { endWithNpm } from './end-with-npm.mjs';
import { hideServerNameWarning } from './hide-server-name-warning.mjs';
import { build, install } from './prepare.mjs';

await endWithNpm();
await install();
await build();
hideServerNameWarning();
await import('./dist/start.js');
