// `npm test` installs packages, checks format, lint and types, and runs every suite. Plain Node, because nothing is installed yet.
// The last line counts passed and failed checks. A check that was skipped although it should run counts as failed.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stampBuild } from '../apps/api/stamp-build.mjs';
import { install, root } from '../deploy/local/prepare.mjs';
import { secondNode } from './second-node.mjs';

const long = process.argv.includes('--long');
const results = join(root, 'test-results');
const totals = { passed: 0, failed: 0 };
/** Characters of what a failed test expected and received that are printed. */
const mostOfDifference = 4_000;
/** Seconds of each part of the run, and of each suite's file, for the summary at the end. */
const times = { parts: [], files: [] };
const secondsSince = (start) => (performance.now() - start) / 1000;
/** Names of failed checks, repeated at the end. */
const failures = [];
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

/** Exit status of the deployment's suites where there is no way to run it, after one sentence. */
const cannotRun = 75;
/** The deployment's images are built within this time, or its suites fail. */
const mostOfDeploymentMs = 20 * 60_000;

/** Runs a command. Resolves to whether it succeeded, its exit status, and what it printed unless it printed directly. */
const run = (command, args, { env = {}, prints = true, timeout } = {}) =>
  new Promise((resolve) => {
    const stdio = prints ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd: root, stdio, env: { ...process.env, ...env }, timeout });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => output.push(bytes));
    child.once('error', (error) => resolve({ succeeded: false, output: String(error) }));
    child.once('close', (status) =>
      resolve({ succeeded: status === 0, status, output: Buffer.concat(output).toString() }),
    );
  });

function failed(what, count = 1) {
  totals.failed += count;
  failures.push(what);
}

/** Runs checks at the same time, each `[name, command, ...args]`, and prints them one after another. */
const check = (...checks) => checkWith({}, ...checks);

async function checkWith(env, ...checks) {
  const start = performance.now();
  const outcomes = checks.map(([, command, ...args]) => run(command, args, { env, prints: false }));
  for (const [at, [name]] of checks.entries()) {
    const { succeeded, output } = await outcomes[at];
    console.log(`\n— ${name}\n${output.trim()}`.trimEnd());
    if (succeeded) totals.passed += 1;
    else failed(name);
  }
  times.parts.push([checks.map(([name]) => name).join('; '), secondsSince(start)]);
}

/** Runs suites of some vitest projects with a program of Node and adds up the counts of the report. */
async function suites(name, projects, env = {}, { node = process.execPath, timeout } = {}) {
  console.log(`\n— ${name}`);
  const start = performance.now();
  const title = name.replaceAll(/[^\w.]+/g, '-');
  const report = join(results, `${title}.json`);
  const selected = projects.flatMap((project) => ['--project', project]);
  const besideFile = join(results, `${title}-beside-report.json`);
  const reporters = ['default', 'json', './test/beside-report.reporter.mjs'].map((each) => `--reporter=${each}`);
  const options = [...reporters, `--outputFile.json=${report}`];
  const { succeeded, status } = await run(node, ['node_modules/vitest/vitest.mjs', 'run', ...selected, ...options], {
    env: { ...settings, ...env, BESIDE_REPORT: besideFile },
    timeout,
  });
  times.parts.push([name, secondsSince(start)]);
  if (status === cannotRun) return;
  if (!existsSync(report)) {
    failed(`${name}: no report was written`);
    return;
  }
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += numPassedTests;
  const beside = existsSync(besideFile)
    ? JSON.parse(readFileSync(besideFile, 'utf8'))
    : { outside: [], differences: {} };
  const before = failures.length;
  for (const file of testResults) {
    const path = relative(root, file.name);
    times.files.push([path, (file.endTime - file.startTime) / 1000]);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of tests) {
      const difference = (beside.differences[`${file.name} ${fullName}`] ?? '').slice(0, mostOfDifference);
      failed([`${path} > ${fullName}`, ...failureMessages, difference].join('\n').trimEnd());
    }
    if (file.status === 'failed' && tests.length === 0) failed(`${path}\n${file.message}`);
  }
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) failed(`${name}: ${skipped} tests were skipped`, skipped);
  for (const { file, message } of beside.outside)
    failed(`${name}: an error outside of any test, during ${file ?? 'no suite'}\n${message}`);
  if (!succeeded && failures.length === before) failed(`${name}: ended without a report of the error`);
}

/** The path of a Chromium: Debian's, which is installed if this user is allowed to, or else Playwright's. */
async function chromium() {
  const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (known) return known;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const quiet = { cwd: root, stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
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
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const npmRun = (...args) => ['npm', 'run', '--silent', ...args];
await check(
  ['format', ...npmRun('format:check')],
  ['types, and building the servers', 'node', 'node_modules/typescript-native/bin/tsc', '-b'],
);
stampBuild();
// Both read the types that were just built.
await check(['types of the web client', ...npmRun('typecheck', '-w', '@superscope/web')], ['lint', ...npmRun('lint')]);
await check(['building the web client', ...npmRun('build', '-w', '@superscope/web', '--', '--logLevel', 'warn')]);
await suites('unit tests', ['unit', 'web']);

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

const row = ([name, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
const slowest = times.files.toSorted(([, a], [, b]) => b - a).slice(0, 10);
console.log(`\n— times\n${times.parts.map(row).join('\n')}\n${row(['everything', secondsSince(begun)])}`);
if (slowest.length > 0) console.log(`\nThe slowest files:\n${slowest.map(row).join('\n')}`);

for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
