// `npm run test:deploy [-- --long | --short]` runs what deploy/ describes in containers: builds every image, starts the compose file, and
// runs the suites of this folder and the browser tests' main paths against it. It needs a Docker engine that answers, or root on Debian,
// where it installs and starts one itself. Otherwise it says so and ends with 75. --long adds faults of the cluster and the replacement of
// its services under load. --short never starts an engine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build, install, root } from '../../deploy/local/prepare.mjs';

const cannotRun = 75;
const isLong = process.argv.includes('--long');
const isShort = process.argv.includes('--short');
const answers = spawnSync('docker', ['version'], { timeout: 20_000 }).status === 0;
const isRootOnDebian = process.getuid?.() === 0 && existsSync('/etc/debian_version');
if (!answers && (isShort || !isRootOnDebian)) {
  console.log(
    'The deployment was not run: no Docker engine answers, and only root on Debian can install and start one.',
  );
  process.exit(cannotRun);
}

await install();
await build({ quiet: true });
const env = { ...process.env, ...(isShort ? { SUPERSCOPE_DEPLOY_SHORT: 'true' } : {}) };
const projects = ['deploy', ...(isLong ? ['cluster-faults', 'cluster-upgrade'] : [])];
// One after the other, because each has a deployment of its own.
const statuses = projects.map((project) => {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', project];
  return spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env }).status ?? 1;
});
process.exit(statuses.find((status) => status !== 0) ?? 0);
