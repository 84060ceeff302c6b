import { requireServers } from './require-build.mjs';

/** Fails a run at once whose suites would wait for servers that are not built. */
export default requireServers;
