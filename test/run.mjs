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

/** A step of installing a browser that takes longer is given up. */
const mostOfAptMs = 2 * 60_000;

/** Runs all suites of some vitest projects, see checks.mjs, with the settings of this run. */
const suites = (name, projects, env = {}, options = {}) => runSuites(name, projects, { ...settings, ...env }, options);

/**
 * The path of a Chromium: Debian's without windows, in which pages take two thirds of the time, and which is installed if this user is
 * allowed to; else any that is there, Debian's with windows, or Playwright's.
 */
async function chromium() {
  const shell = '/usr/bin/chromium-headless-shell';
  const isThere = () =>
    [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!existsSync(shell) && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    // Where Debian's servers cannot be reached, the wait is short.
    const quick = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10', '-o', 'Acquire::https::Timeout=10'];
    const apt = (...args) => spawnSync('apt-get', [...quick, ...args], { stdio: 'ignore', env, timeout: mostOfAptMs });
    const installed = (name) => apt('install', '-y', '--no-install-recommends', name).status === 0;
    if (!installed('chromium-headless-shell')) {
      apt('update');
      installed('chromium-headless-shell');
    }
    if (isThere() === undefined) installed('chromium');
  }
  const found = isThere();
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

await suites('integration and contract tests', ['int']);

const browser = await chromium();
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
