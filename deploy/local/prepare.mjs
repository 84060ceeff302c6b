// Prepares a checkout to run: installs packages and builds everything. Plain Node, because nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import './check-node.mjs';
import { stampBuild } from '../../apps/api/stamp-build.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const stampFile = join(root, 'node_modules', '.superscope-built.json');

/** Resolves to the exit status of a process: 1 if it could not be started or a signal ended it. */
const endOf = (child) =>
  new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code ?? 1));
  });

/**
 * Runs a command and resolves to its exit status. A signal to this process is passed on, and this process waits for the command, which may
 * have to clean up, and ends. So a second start cannot begin before the command has ended.
 */
async function statusOf(command, args, { folder = root, env = process.env, shell = false } = {}) {
  let asked = null;
  const child = spawn(command, args, { cwd: folder, env, stdio: 'inherit', shell });
  const passOn = (signal) => {
    asked = signal;
    // Ctrl-C has reached the command already.
    if (signal !== 'SIGINT') child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, passOn);
  const status = await endOf(child);
  for (const signal of signals) process.off(signal, passOn);
  if (asked !== null) process.exit(128 + constants.signals[asked]);
  return status;
}

/** Runs a command and ends this process if it fails. */
async function run(command, args, of) {
  const status = await statusOf(command, args, of);
  if (status === 0) return;
  console.error(`\n\`${[command, ...args].join(' ')}\` failed; its output above says why.`);
  process.exit(status);
}

const program = (name) => join(root, 'node_modules', name);

/** Runs the program of an installed package without npm in between, which would not pass on signals. */
const runPackage = (name, args, of = {}) => run(process.execPath, [program(name), ...args], of);

/** The same while this process goes on, which handles signals itself. Rejects with one sentence if the program fails. */
async function runBeside(name, args, { folder, env }) {
  const child = spawn(process.execPath, [program(name), ...args], { cwd: folder, env, stdio: 'inherit' });
  const end = () => child.kill();
  process.once('exit', end);
  const status = await endOf(child);
  process.off('exit', end);
  if (status !== 0) throw new Error(`\`${[name, ...args].join(' ')}\` failed; its output above says why.`);
}

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

const shell = process.platform === 'win32';
// No package needs its install script: the engine comes as a package for each platform. One tries to compile what nothing here uses, for a
// quarter of the time.
const npmCi = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * The lockfile with the address of each package's archive in npm's registry. The lockfile itself names no registry, so npm would first ask
 * for all versions of each of a thousand packages, which takes almost as long as the rest of an installation.
 */
function lockWithAddresses(registry) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  for (const [path, found] of Object.entries(lock.packages)) {
    if (found.integrity === undefined || found.resolved !== undefined) continue;
    const name = found.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const file = `${name.slice(name.indexOf('/') + 1)}-${found.version}.tgz`;
    found.resolved = new URL(`${name}/-/${file}`, registry).href;
  }
  return JSON.stringify(lock);
}

/** The registry that npm is set to, ending with a slash; null if npm does not say. */
function registryOfNpm() {
  const { stdout } = spawnSync('npm', ['config', 'get', 'registry'], { cwd: root, encoding: 'utf8', shell });
  const said = (stdout ?? '').trim();
  return URL.canParse(said) ? said.replace(/\/*$/, '/') : null;
}

/** npm prefers this file to package-lock.json, even to a newer one, so it exists only while npm runs. */
const addressedLock = join(root, 'npm-shrinkwrap.json');
const removeAddressedLock = () => rmSync(addressedLock, { force: true });

/** Installs by addresses that follow from names and versions; false if that fails, as if a package is not found there. */
async function installByAddresses() {
  const registry = registryOfNpm();
  if (registry === null) return false;
  process.once('exit', removeAddressedLock);
  try {
    writeFileSync(addressedLock, lockWithAddresses(registry));
    return (await statusOf('npm', npmCi, { shell })) === 0;
  } catch {
    // For example on a full disk, of which npm speaks more clearly.
    return false;
  } finally {
    process.off('exit', removeAddressedLock);
    removeAddressedLock();
  }
}

/** Installs packages if the lockfile has changed since the last installation. */
export async function install() {
  // An installation that was killed leaves it.
  removeAddressedLock();
  const lock = lockDigest();
  const known = stamp();
  const complete = existsSync(join(root, 'node_modules', '.package-lock.json'));
  if (complete && (known.lock === lock || known.lock === undefined)) return;
  console.log('Installing packages…');
  if (!(await installByAddresses())) await run('npm', npmCi, { shell });
  writeFileSync(stampFile, JSON.stringify({ lock }));
}

/** What `npm start` runs, with the demo data's generator; everything else in test/ is not needed for it. */
const servers = ['deploy/local', 'apps/api', 'apps/projector', 'apps/renderer', 'test/demo-data'];
const webClient = [
  'vite/bin/vite.js',
  ['build', '--logLevel', 'warn'],
  // For browsers on this machine. The best quality is 7 % smaller and takes three times as long as all the rest of this build.
  { folder: join(root, 'apps/web'), env: { ...process.env, SUPERSCOPE_BROTLI_QUALITY: '6' } },
];

/** Notes what is built of the sources with the hash `now`: `all` with the tests and tools of test/. */
const note = (now, all) => {
  const built = stamp();
  writeFileSync(
    stampFile,
    JSON.stringify({ lock: lockDigest(), sources: now, all: all || built.all === now ? now : '' }),
  );
};
const hasStart = () => existsSync(join(root, 'deploy/local/dist/start.js'));

/** Builds everything that changed since the last build. */
export async function build({ quiet = false } = {}) {
  const now = sources();
  const built = stamp();
  if (built.all === now && hasStart()) return;
  if (!quiet) console.log('Building…');
  await runPackage('typescript-native/bin/tsc', ['-b']);
  if (built.sources !== now) {
    await runPackage(...webClient);
    stampBuild(root);
  }
  note(now, true);
}

/** Compiles the servers, for a web client that is served from its sources. */
export async function compileServers() {
  console.log('Compiling…');
  await runPackage('typescript-native/bin/tsc', ['-b', ...servers]);
  stampBuild(root);
}

/**
 * Builds the servers if something changed since the last build, and begins to build the web client. Resolves once the servers are built, with
 * a promise of the web client, which rejects with one sentence if its build fails.
 */
export async function buildServers() {
  const now = sources();
  if (stamp().sources === now && hasStart()) return { webClient: Promise.resolve() };
  await compileServers();
  const building = runBeside(...webClient).then(() => note(now, false));
  // Whoever waits for it is told; nobody does after another failure.
  building.catch(() => undefined);
  return { webClient: building };
}
