import { runProjectorTool } from './projector-tool.js';

/** Lists, retries or drops dead letters: events that could not be applied to the read models. */
await runProjectorTool('dead-letters/dead-letters.main.js', 'ask');
