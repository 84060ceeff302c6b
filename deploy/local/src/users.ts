import { runTool } from './projector-tool.js';

/** Adds, lists and deactivates users with the api's own commands. */
await runTool('apps/api/dist/users/command-line/users.main.js', 'manage users');
