// `npm start`: prepares an empty checkout and starts the portal. src/start.ts runs once everything is built.
import { build, install } from './prepare.mjs';

install();
build();
await import('./dist/start.js');
