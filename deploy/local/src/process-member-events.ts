import { runTool } from './projector-tool.js';

/** Runs the nightly processing of member events now, with the api's own command. */
await runTool('apps/api/dist/members/process-events.main.js', 'process member events');
