import { runTool } from './projector-tool.js';

/** Looks at the portal that runs on the data folder, or at the engines that the settings name. */
await runTool('apps/api/dist/operations/doctor/doctor.main.js', 'ask the doctor', 3);
