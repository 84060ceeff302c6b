import { runProjectorTool } from './projector-tool.js';

/** Rebuilds the read models from the first event. */
await runProjectorTool('rebuild/rebuild.main.js', 'rebuild');
