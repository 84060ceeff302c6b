import { runProjectorTool } from './projector-tool.js';

/** Lists what could not be applied to the read models, has it tried again, or leaves it out. */
runProjectorTool('dead-letters/dead-letters.main.js', 'ask');
