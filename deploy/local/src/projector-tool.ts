import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isHeld } from '@superscope/embedded/data-lock';
import { readEnvironment } from './environment-file.js';
import { readFileSettings, readOptions } from './options.js';

// The embedded event store's certificate is for 127.0.0.1, and its client names that to TLS, of which Node warns.
const quietFlags = ['--disable-warning=DEP0123'];

/** What a portal says holds what these files do. */
const withoutFiles = Object.fromEntries(readFileSettings.map((name) => [name, undefined]));

/** Runs a tool of the projector on the portal that runs on this data folder, or on the engines that the settings name. */
export function runProjectorTool(module: string, then: string): void {
  const { dataDir } = readOptions([], process.env);
  // What a portal that was killed left behind names engines that are gone.
  const portals = isHeld(dataDir) ? readEnvironment(dataDir) : null;
  const environment = portals ?? process.env;
  if (environment['EVENTSTORE_URL'] === undefined) {
    process.stderr.write(`No portal runs on ${dataDir}: start it with npm start, then ${then} in another terminal.\n`);
    process.exit(1);
  }
  const tool = fileURLToPath(new URL(`../../../apps/projector/dist/${module}`, import.meta.url));
  const child = spawn(process.execPath, [...quietFlags, tool, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...(portals && { ...withoutFiles, ...portals }) },
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
