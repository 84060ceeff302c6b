import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isHeld } from '@superscope/embedded/data-lock';
import { readEnvironment } from './environment-file.js';
import { readOptions } from './options.js';

// The embedded event store's certificate is for 127.0.0.1, and its client names that to TLS, of which Node warns.
const quietFlags = ['--disable-warning=DEP0123'];

/** Runs a tool of the projector on the portal that runs on this data folder, or on the engines that the settings name. */
export function runProjectorTool(module: string, then: string): void {
  const { dataDir } = readOptions([], process.env);
  // What a portal that was killed left behind names engines that are gone.
  const environment = (isHeld(dataDir) ? readEnvironment(dataDir) : null) ?? process.env;
  if (environment['EVENTSTORE_URL'] === undefined) {
    process.stderr.write(`No portal runs on ${dataDir}: start it with npm start, then ${then} in another terminal.\n`);
    process.exit(1);
  }
  const tool = fileURLToPath(new URL(`../../../apps/projector/dist/${module}`, import.meta.url));
  const child = spawn(process.execPath, [...quietFlags, tool, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}
