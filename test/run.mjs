// `npm test`: sets up what it needs, then checks format, lint and types, and runs every suite. Plain Node, as nothing is installed yet.
// The last line says how many checks passed and failed; a check that was skipped although it should run counts as failed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { install, root } from '../deploy/local/prepare.mjs';

const long = process.argv.includes('--long');
const results = join(root, 'test-results');
const totals = { passed: 0, failed: 0 };
// Servers that are named for the contract suites are not for the browser tests' portal.
const embedded = {
  EVENTSTORE_URL: undefined,
  MONGODB_URL: undefined,
  VAULT_MONGODB_URL: undefined,
  CLICKHOUSE_URL: undefined,
  KAFKA_BROKERS: undefined,
};

const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;

function check(name, command, args) {
  console.log(`\n— ${name}`);
  const passed = run(command, args);
  totals[passed ? 'passed' : 'failed'] += 1;
  if (!passed) console.log(`✗ ${name} failed`);
  return passed;
}

/** Runs suites of some vitest projects and adds up what its report says. */
function suites(name, projects, env = {}) {
  console.log(`\n— ${name}`);
  const report = join(results, `${projects.join('-')}.json`);
  const selected = projects.flatMap((project) => ['--project', project]);
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ran = run('npx', ['vitest', 'run', ...selected, ...options], env);
  if (!existsSync(report)) {
    totals.failed += 1;
    return;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  );
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  totals.failed += broken.length;
  const skipped = numPendingTests + numTodoTests;
  if (skipped > 0) {
    console.log(`✗ ${skipped} tests were skipped`);
    totals.failed += skipped;
  } else if (!ran && numFailedTests === 0 && broken.length === 0) {
    // Such as an error outside of any test.
    totals.failed += 1;
  }
}

/** The path of a Chromium: Debian's, installed where this user may, else Playwright's own. */
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
suites('integration and contract tests', ['int'], long ? { SUPERSCOPE_LONG: 'true' } : {});

const browser = chromium();
if (browser === null) {
  console.log('✗ There is no Chromium to run the browser tests with: install the package chromium.');
  totals.failed += 1;
} else suites('browser tests', ['e2e'], { ...embedded, SUPERSCOPE_CHROMIUM: browser });

console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exit(totals.failed === 0 ? 0 : 1);
