import { runProjectorTool } from './projector-tool.js';

/** Rebuilds the read models from the first event. */
runProjectorTool('rebuild/rebuild.main.js', 'rebuild');
