// Prepares a checkout to run: installs packages and builds everything. Plain Node, because nothing is installed yet.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stampBuild } from '../../apps/api/stamp-build.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stampFile = join(root, 'node_modules', '.superscope-built.json');

const run = (command, args) => {
  // Ctrl-C also reaches the command, which may have to clean up. A second start cannot begin before the command has ended.
  const wait = () => {};
  process.on('SIGINT', wait);
  const { status, signal } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  process.off('SIGINT', wait);
  if (signal === 'SIGINT' || status === 130) process.exit(130);
  if (status !== 0) {
    console.error(`\n\`${[command, ...args].join(' ')}\` failed; its output above says why.`);
    process.exit(status ?? 1);
  }
};

/** A hash of the name, size and time of every source file. It tells whether the build is up to date. */
function sources() {
  const hash = createHash('sha256');
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (['node_modules', 'dist', '.git', '.data', 'docs', 'test-results'].includes(entry.name)) continue;
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (/\.(tsx?|mjs|json|css|html|svg)$/.test(entry.name)) {
        const { size, mtimeMs } = statSync(path);
        hash.update(`${path} ${size} ${mtimeMs}\n`);
      }
    }
  };
  for (const folder of ['libs', 'apps', 'deploy', 'test']) walk(join(root, folder));
  return hash.digest('hex');
}

const stamp = () => {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
};

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Installs packages if the lockfile has changed since the last installation. */
export function install() {
  const lock = lockDigest();
  const known = stamp();
  const complete = existsSync(join(root, 'node_modules', '.package-lock.json'));
  if (complete && (known.lock === lock || known.lock === undefined)) return;
  console.log('Installing packages…');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stampFile, JSON.stringify({ lock }));
}

/** Builds everything that changed since the last build. */
export function build({ quiet = false } = {}) {
  const now = sources();
  if (stamp().sources === now && existsSync(join(root, 'deploy/local/dist/start.js'))) return;
  if (!quiet) console.log('Building…');
  run('npx', ['tsc', '-b']);
  run('npm', ['run', '--silent', 'build', '-w', '@superscope/web', '--', '--logLevel', 'warn']);
  stampBuild(root);
  writeFileSync(stampFile, JSON.stringify({ lock: lockDigest(), sources: now }));
}
