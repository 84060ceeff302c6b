import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isHeld } from '@superscope/embedded/data-lock';
import { readEnvironment } from './environment-file.js';
import { readFileSettings, readOptions } from './options.js';

// Suppresses Node's warning about an IP address as TLS server name: the embedded event store's certificate is for 127.0.0.1.
const quietFlags = ['--disable-warning=DEP0123'];

/** A portal's environment already holds the contents of these files. */
const withoutFiles = Object.fromEntries(readFileSettings.map((name) => [name, undefined]));

/** Runs a projector tool against the portal running on this data folder, or against the engines named by the settings. */
export const runProjectorTool = (module: string, then: string): void => runTool(`apps/projector/dist/${module}`, then);

/** Runs a built module of any workspace in the same way. `module` is its path in the repository. */
export function runTool(module: string, then: string): void {
  const { dataDir } = readOptions([], process.env);
  // The file of a killed portal names engines that no longer run.
  const portals = isHeld(dataDir) ? readEnvironment(dataDir) : null;
  const environment = portals ?? process.env;
  if (environment['EVENTSTORE_URL'] === undefined) {
    process.stderr.write(`No portal runs on ${dataDir}: start it with npm start, then ${then} in another terminal.\n`);
    process.exit(1);
  }
  const tool = fileURLToPath(new URL(`../../../${module}`, import.meta.url));
  const child = spawn(process.execPath, [...quietFlags, tool, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...(portals && { ...withoutFiles, ...portals }) },
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
