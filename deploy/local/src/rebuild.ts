import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { readEnvironment } from './environment-file.js';
import { readOptions } from './options.js';

const tool = fileURLToPath(new URL('../../../apps/projector/dist/rebuild/rebuild.main.js', import.meta.url));

/** Rebuilds the read models of the portal that runs on this data folder, or of the engines that the settings name. */
const { dataDir } = readOptions([], process.env);
const environment = readEnvironment(dataDir) ?? process.env;
if (environment['EVENTSTORE_URL'] === undefined) {
  process.stderr.write(`No portal runs on ${dataDir}: start it with npm start, then rebuild in another terminal.\n`);
  process.exit(1);
}
const child = spawn(process.execPath, [tool, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, ...environment },
});
child.on('exit', (code) => process.exit(code ?? 1));
