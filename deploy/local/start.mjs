// `npm start`: everything from an empty checkout to a running portal. See src/start.ts for what happens once it is built.
import { build, install } from './prepare.mjs';

install();
build();
await import('./dist/start.js');
