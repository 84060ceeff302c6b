// What the programs that run checks share: `npm test` (run.mjs) and `npm run test:changed` (changed/run.mjs). It runs checks and suites, counts
// them, and prints the result. Plain Node, because `npm test` begins before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from '../deploy/local/prepare.mjs';

const results = join(root, 'test-results');
const totals = { passed: 0, failed: 0 };
/** Characters of what a failed test expected and received that are printed. */
const mostOfDifference = 4_000;
/** Seconds of each part of the run, and of each suite's file, for the summary at the end. */
export const times = { parts: [], files: [] };
export const secondsSince = (start) => (performance.now() - start) / 1000;
/** Names of failed checks, repeated at the end. */
const failures = [];

/** Exit status of the deployment's suites where there is no way to run it, after one sentence. */
const cannotRun = 75;

/** Runs a command. Resolves to whether it succeeded, its exit status, and what it printed unless it printed directly. */
export const run = (command, args, { env = {}, prints = true, timeout } = {}) =>
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

export function failed(what, count = 1) {
  totals.failed += count;
  failures.push(what);
}

/** Runs checks at the same time, each `[name, command, ...args]`, and prints them one after another. */
export const check = (...checks) => checkWith({}, ...checks);

export async function checkWith(env, ...checks) {
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

/**
 * Runs suites of some vitest projects with a program of Node and adds up the counts of the report: all suites, or those in `files`. The paths
 * of files are relative to the repository.
 */
export async function suites(name, projects, env = {}, { node = process.execPath, timeout, files = [] } = {}) {
  console.log(`\n— ${name}`);
  const start = performance.now();
  const title = name.replaceAll(/[^\w.]+/g, '-');
  const report = join(results, `${title}.json`);
  const selected = projects.flatMap((project) => ['--project', project]);
  const besideFile = join(results, `${title}-beside-report.json`);
  const reporters = ['default', 'json', './test/beside-report.reporter.mjs'].map((each) => `--reporter=${each}`);
  const options = [...reporters, `--outputFile.json=${report}`];
  const { succeeded, status } = await run(
    node,
    ['node_modules/vitest/vitest.mjs', 'run', ...selected, ...options, ...files],
    { env: { ...env, BESIDE_REPORT: besideFile }, timeout },
  );
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

/** Removes the reports of the run before. */
export function begin() {
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
}

/** Prints the times since `begun`, every failed check again, and the counts. Ends the process. */
export function end(begun) {
  const row = ([name, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${name}`;
  const slowest = times.files.toSorted(([, a], [, b]) => b - a).slice(0, 10);
  console.log(`\n— times\n${times.parts.map(row).join('\n')}\n${row(['everything', secondsSince(begun)])}`);
  if (slowest.length > 0) console.log(`\nThe slowest files:\n${slowest.map(row).join('\n')}`);

  for (const failure of failures) console.log(`\n✗ ${failure}`);
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
  process.exit(totals.failed === 0 ? 0 : 1);
}
