import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { isHeld } from '@superscope/embedded/data-lock';
import { readEnvironment } from './environment-file.js';
import { readFileSettings, readOptions } from './options.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs a projector tool against the portal running on this data folder, or against the engines named by the settings. */
export const runProjectorTool = (module: string, then: string): Promise<void> =>
  runTool(`apps/projector/dist/${module}`, then);

/**
 * Runs a built module of any workspace in the same way. `module` is its path in the repository. It runs in this process, because a process
 * of its own would go on if this one is killed. Ends with `codeWithoutPortal` if there is neither a portal nor a setting.
 */
export async function runTool(module: string, then: string, codeWithoutPortal = 1): Promise<void> {
  const { dataDir } = readOptions([], process.env);
  // The file of a killed portal names engines that no longer run.
  const portals = isHeld(dataDir) ? readEnvironment(dataDir) : null;
  const environment = portals ?? process.env;
  if (environment['EVENTSTORE_URL'] === undefined) {
    process.stderr.write(`No portal runs on ${dataDir}: start it with npm start, then ${then} in another terminal.\n`);
    process.exit(codeWithoutPortal);
  }
  if (portals !== null) {
    // The portal's environment already holds the contents of these files.
    for (const name of readFileSettings) delete process.env[name];
    Object.assign(process.env, portals);
  }
  await import(pathToFileURL(join(repository, module)).href);
}
