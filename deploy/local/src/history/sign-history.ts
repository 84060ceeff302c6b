import { runTool } from '../projector-tool.js';

/** Verifies the history and signs new events, with the api's own code. */
await runTool('apps/api/dist/history/proof/sign-history.main.js', 'sign its history');
