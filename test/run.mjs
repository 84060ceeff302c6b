// `npm test` installs packages, checks format, lint and types, and runs every suite. Plain Node, because nothing is installed yet.
// The last line counts passed and failed checks. A check that was skipped although it should run counts as failed.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { install, root } from '../deploy/local/prepare.mjs';

const long = process.argv.includes('--long');
const results = join(root, 'test-results');
const totals = { passed: 0, failed: 0 };
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

const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

function failed(what, count = 1) {
  totals.failed += count;
  failures.push(what);
}

function check(name, command, args) {
  console.log(`\n— ${name}`);
  if (run(command, args)) totals.passed += 1;
  else failed(name);
}

/** Runs suites of some vitest projects and adds up the counts of the report. */
function suites(name, projects, env = {}) {
  console.log(`\n— ${name}`);
  const report = join(results, `${projects.join('-')}.json`);
  const selected = projects.flatMap((project) => ['--project', project]);
  const outside = join(results, `${projects.join('-')}-outside-tests.json`);
  const reporters = ['default', 'json', './test/outside-tests.reporter.mjs'].map((each) => `--reporter=${each}`);
  const options = [...reporters, `--outputFile.json=${report}`];
  const ran = run('npx', ['vitest', 'run', ...selected, ...options], { ...settings, ...env, OUTSIDE_TESTS: outside });
  if (!existsSync(report)) {
    failed(`${name}: no report was written`);
    return;
  }
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  totals.passed += numPassedTests;
  const before = failures.length;
  for (const file of testResults) {
    const path = relative(root, file.name);
    const tests = file.assertionResults.filter((test) => test.status === 'failed');
    for (const test of tests) failed(`${path} > ${test.fullName}\n${test.failureMessages.join('\n')}`);
    if (file.status === 'failed' && tests.length === 0) failed(`${path}\n${file.message}`);
  }
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) failed(`${name}: ${skipped} tests were skipped`, skipped);
  const errors = existsSync(outside) ? JSON.parse(readFileSync(outside, 'utf8')) : [];
  for (const { file, message } of errors)
    failed(`${name}: an error outside of any test, during ${file ?? 'no suite'}\n${message}`);
  if (!ran && failures.length === before) failed(`${name}: ended without a report of the error`);
}

/** The path of a Chromium: Debian's, which is installed if this user is allowed to, or else Playwright's. */
function chromium() {
  const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (known) return known;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    const quiet = { cwd: root, stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update'], quiet);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet);
    if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  run('npx', ['playwright-core', 'install', 'chromium']);
  const answer = spawnSync('node', ['-e', "console.log(require('playwright-core').chromium.executablePath())"], {
    cwd: root,
  });
  const path = String(answer.stdout).trim();
  return existsSync(path) ? path : null;
}

install();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

check('format', 'npm', ['run', '--silent', 'format:check']);
check('types, and building the servers', 'npx', ['tsc', '-b']);
check('types of the web client', 'npm', ['run', '--silent', 'typecheck', '-w', '@superscope/web']);
check('lint', 'npm', ['run', '--silent', 'lint']);
check('building the web client', 'npm', [
  'run',
  '--silent',
  'build',
  '-w',
  '@superscope/web',
  '--',
  '--logLevel',
  'warn',
]);
suites('unit tests', ['unit', 'web']);
suites('integration and contract tests', ['int']);

const browser = chromium();
if (browser === null) failed('browser tests: there is no Chromium to run them with; install the package chromium');
else suites('browser tests', ['e2e'], { ...embedded, SUPERSCOPE_CHROMIUM: browser });

for (const failure of failures) console.log(`\n✗ ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
