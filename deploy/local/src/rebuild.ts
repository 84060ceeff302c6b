import { runProjectorTool } from './projector-tool.js';

/** Builds the read models anew from the first event on. */
runProjectorTool('rebuild/rebuild.main.js', 'rebuild');
