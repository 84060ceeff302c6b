// `npm test` installs packages, checks format, lint and types, and runs every suite. Plain Node, because nothing is installed yet.
// The last line counts passed and failed checks. A check that was skipped although it should run counts as failed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { stampBuild } from '../apps/api/stamp-build.mjs';
import { install, root } from '../deploy/local/prepare.mjs';
import { begin, check, checkWith, end, failed, run, secondsSince, suites as runSuites, times } from './checks.mjs';
import { secondNode } from './second-node.mjs';

const long = process.argv.includes('--long');
// Long runs use a random seed, all others a fixed one.
const seed = process.env.FUZZ_SEED ?? (long ? String(randomInt(2 ** 31)) : undefined);
const settings = {
  ...(seed === undefined ? {} : { FUZZ_SEED: seed }),
  ...(long ? { SUPERSCOPE_LONG: 'true' } : {}),
};
// The browser tests' portal must not use the servers named for the contract suites.
const embedded = {
  EVENTSTORE_URL: undefined,
  MONGODB_URL: undefined,
  VAULT_MONGODB_URL: undefined,
  CLICKHOUSE_URL: undefined,
  KAFKA_BROKERS: undefined,
};

/** The deployment's images are built within this time, or its suites fail. */
const mostOfDeploymentMs = 20 * 60_000;

/** A browser is downloaded within this time, or another one is used. */
const mostOfDownloadMs = 2 * 60_000;

/** Runs all suites of some vitest projects, see checks.mjs, with the settings of this run. */
const suites = (name, projects, env = {}, options = {}) => runSuites(name, projects, { ...settings, ...env }, options);

/**
 * Installs one of Debian's packages if this user is allowed to, and says whether it is installed. What is installed already stays as it is:
 * nothing is removed for it. Only the download has a limit, because a package manager that is stopped while it unpacks leaves a mess.
 */
function debianInstalls(name) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false;
  // Where Debian's servers cannot be reached, the wait is short.
  const quick = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  const apt = (args, limits = {}) => spawnSync('apt-get', [...quick, ...args], { ...options, ...limits }).status === 0;
  const install = ['install', '-y', '--no-install-recommends', '--no-remove', name];
  const isDownloaded = () => apt(['--download-only', ...install], { timeout: mostOfDownloadMs });
  if (!isDownloaded() && !(apt(['update'], { timeout: mostOfDownloadMs }) && isDownloaded())) return false;
  return apt(['--no-download', ...install]);
}

/** The version of an installed package of Debian's; null if it is not installed. */
function debianVersion(name) {
  const { status, stdout } = spawnSync('dpkg-query', ['-W', '-f=${db:Status-Status} ${Version}', name]);
  const [state, version] = String(stdout).split(' ');
  return status === 0 && state === 'installed' ? version : null;
}

/**
 * The path of a Chromium: Debian's without windows, in which pages take two thirds of the time, else any that is there, Debian's with windows,
 * or Playwright's.
 */
async function chromium() {
  const shell = 'chromium-headless-shell';
  const isThere = () =>
    [shell, 'chromium', 'chromium-browser', 'google-chrome'].map((name) => `/usr/bin/${name}`).find(existsSync);
  if (!existsSync(`/usr/bin/${shell}`)) {
    // They share files, so that another version would replace the browser of this machine.
    const version = debianVersion('chromium');
    debianInstalls(version === null ? shell : `${shell}=${version}`);
  }
  const found = isThere() ?? (debianInstalls('chromium') ? isThere() : undefined);
  if (found !== undefined) return found;
  await run('npx', ['playwright-core', 'install', 'chromium']);
  const answer = spawnSync('node', ['-e', "console.log(require('playwright-core').chromium.executablePath())"], {
    cwd: root,
  });
  const path = String(answer.stdout).trim();
  return existsSync(path) ? path : null;
}

const begun = performance.now();
await install();
times.parts.push(['installation', secondsSince(begun)]);
begin();

const npmRun = (...args) => ['npm', 'run', '--silent', ...args];
await check(
  ['format', ...npmRun('format:check')],
  ['types, and building the servers', 'node', 'node_modules/typescript-native/bin/tsc', '-b'],
);
stampBuild();
// All read what was just built.
await check(
  ['types of the web client', ...npmRun('typecheck', '-w', '@superscope/web')],
  ['lint', 'npx', 'eslint', '.'],
  ['lint by types', ...npmRun('lint:types')],
  ['unused exports and dependencies', 'npx', 'knip'],
  ['known vulnerabilities', 'node', 'test/dist/advisories/check.js'],
);
await check(['building the web client', ...npmRun('build', '-w', '@superscope/web', '--', '--logLevel', 'warn')]);
await suites('unit tests', ['unit', 'web', 'web-isolated']);

// A rule that holds on one supported Node and not on the other is found by the nightly run.
if (long) {
  const second = secondNode();
  const onSecond = `unit tests on Node ${second.version}`;
  if (second.program !== undefined) await suites(onSecond, ['unit'], {}, { node: second.program });
  else if (process.env.CI === 'true') failed(`${onSecond}: ${second.none}`);
  else console.log(`\n— ${onSecond}\nLeft out: ${second.none}.`);
} else console.log('\n— unit tests on a second Node\nBy npm run test:long.');

// Suites of both kinds open one.
const browser = await chromium();
await suites('integration and contract tests', ['int'], { SUPERSCOPE_CHROMIUM: browser ?? undefined });

if (browser === null) failed('browser tests: there is no Chromium to run them with; install the package chromium');
else await suites('browser tests', ['e2e'], { ...embedded, SUPERSCOPE_CHROMIUM: browser });
// An hour of reports, one after another, may leave neither memory nor a browser behind.
const onEnd = ['--only', 'report', '--minutes', '60', '--require', 'reports on end'];
if (long && browser !== null)
  await checkWith({ ...embedded, SUPERSCOPE_CHROMIUM: browser }, [
    'reports on end',
    ...npmRun('bench', '--', ...onEnd),
  ]);

// Where Docker answers already; nothing is installed or started for it.
const inContainers = { ...embedded, SUPERSCOPE_CHROMIUM: browser ?? undefined };
const dockerAnswers = spawnSync('docker', ['version'], { timeout: 20_000 }).status === 0;
if (dockerAnswers)
  await suites(
    'the deployment in containers',
    ['deploy'],
    { ...inContainers, SUPERSCOPE_DEPLOY_SHORT: 'true' },
    { timeout: mostOfDeploymentMs },
  );

// Each builds images and starts a deployment of its own, where Docker answers or this user can start it.
if (long)
  for (const project of ['cluster-faults', 'cluster-upgrade'])
    await suites(`${project.replace('-', ' ')} in containers`, [project], inContainers);

end(begun);
