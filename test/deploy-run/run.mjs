// `npm run test:deploy [-- --short]` runs what deploy/ describes in containers: builds every image, starts the compose file, and runs the
// suites of this folder and the browser tests' main paths against it. It needs a Docker engine that answers, or root on Debian, where it
// installs and starts one itself. Otherwise it says so and ends with 75. --short never starts an engine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build, install, root } from '../../deploy/local/prepare.mjs';

const cannotRun = 75;
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
const args = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'deploy'];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit', env });
process.exit(status ?? 1);
