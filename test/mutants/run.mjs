// `npm run test:mutants [-- --only NAME …] [-- --list]`: breaks the last commit in one place after the other (mutants.mjs), and runs the suites
// that must notice it. It works in a copy, so this checkout stays as it is.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../deploy/local/prepare.mjs';
import { projectOf } from '../suite-files.mjs';
import { makeCopy } from './copy.mjs';
import { mutants } from './mutants.mjs';
import { noticedBy } from './noticed.mjs';

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true }, list: { type: 'boolean' } } });
const chosen = mutants.filter(({ name }) => (values.only ?? ['']).some((part) => name.includes(part)));

const say = (line = '') => console.log(line);
if (values.list) {
  for (const { name, file, suites } of chosen) say(`${name}\n    ${file}\n    by ${suites.join(', ')}`);
  process.exit(0);
}

/** Says of a mutant why it cannot be tried; null if it can. */
function problemOf({ file, before, suites }, folder) {
  if (!existsSync(join(folder, file))) return `There is no ${file}.`;
  const times = readFileSync(join(folder, file), 'utf8').split(before).length - 1;
  if (times !== 1) return `The text before stands ${times} times in ${file}.`;
  const gone = suites.filter((suite) => !existsSync(join(folder, suite)));
  return gone.length === 0 ? null : `There is no suite ${gone.join(', ')}.`;
}

let child = null;
/** Runs a program in the copy; resolves to whether it succeeded, and to what it printed. */
const run = (folder, ...args) =>
  new Promise((resolve) => {
    child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => output.push(bytes));
    child.once('close', (status) => resolve({ succeeded: status === 0, output: Buffer.concat(output).toString() }));
  });

/** Suites of integration and browser tests start processes of built code. */
const needsServers = (suites) => suites.some((suite) => ['int', 'e2e'].includes(projectOf(suite)));
const needsWebClient = (suites) => suites.some((suite) => projectOf(suite) === 'e2e');

/** Builds what the suites need; null, or what the compiler says. */
async function build(folder, suites) {
  if (!needsServers(suites)) return null;
  const types = await run(folder, 'node_modules/typescript-native/bin/tsc', '-b');
  if (!types.succeeded) return types.output.trim();
  if (!needsWebClient(suites)) return null;
  const web = await run(join(folder, 'apps/web'), '../../node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn');
  return web.succeeded ? null : web.output.trim();
}

/** Runs suites and returns vitest's report of them; null if it wrote none. */
async function reportOf(folder, suites) {
  const projects = [...new Set(suites.map(projectOf))].flatMap((project) => ['--project', project]);
  const report = join(folder, 'test-results', 'mutant.json');
  rmSync(report, { force: true });
  const options = ['--reporter=json', `--outputFile=${report}`];
  const { output } = await run(folder, 'node_modules/vitest/vitest.mjs', 'run', ...projects, ...options, ...suites);
  if (!existsSync(report)) return { none: output.trim() };
  return JSON.parse(readFileSync(report, 'utf8'));
}

/** Suites that fail although nothing is broken. Those of one project are run together. */
async function failUnbroken(folder, suites) {
  const problem = await build(folder, suites);
  if (problem !== null) throw new Error(`The last commit cannot be built:\n${problem}`);
  const passed = [];
  for (const project of new Set(suites.map(projectOf))) {
    const { none, testResults } = await reportOf(
      folder,
      suites.filter((suite) => projectOf(suite) === project),
    );
    if (none !== undefined) throw new Error(`The suites did not run:\n${none}`);
    for (const { name, status } of testResults) if (status === 'passed') passed.push(relative(folder, name));
  }
  return suites.filter((suite) => !passed.includes(suite));
}

/** Breaks the copy, runs the suites, and mends it. */
async function tryMutant({ file, before, after, suites }, folder) {
  const path = join(folder, file);
  const whole = readFileSync(path, 'utf8');
  // A function, because a text may hold what `replace` takes for a pattern.
  writeFileSync(
    path,
    whole.replace(before, () => after),
  );
  try {
    const problem = await build(folder, suites);
    if (problem !== null) return { noticed: false, by: `does not compile: ${problem.split('\n')[0]}` };
    const report = await reportOf(folder, suites);
    if (report.none !== undefined) return { noticed: false, by: `the suites did not run: ${report.none.slice(-300)}` };
    return noticedBy(report);
  } finally {
    writeFileSync(path, whole);
  }
}

// Before the copy is made, so that a signal in the meantime waits for it.
let copy = null;
process.once('exit', () => copy?.remove());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => {
    // The suites end their engines before they end.
    const end = () => process.exit(128 + constants.signals[signal]);
    if (child === null || child.exitCode !== null) return end();
    child.once('close', end);
    child.kill('SIGTERM');
  });

copy = makeCopy(root);
const rows = [];
const problems = new Map(chosen.map((mutant) => [mutant, problemOf(mutant, copy.folder)]));
const usable = chosen.filter((mutant) => problems.get(mutant) === null);
const suites = [...new Set(usable.flatMap((mutant) => mutant.suites))].sort();
say(`${chosen.length} mutants. First their ${suites.length} suites, unbroken …`);
const failing = suites.length === 0 ? [] : await failUnbroken(copy.folder, suites);
for (const mutant of chosen) {
  const start = performance.now();
  const anyway = mutant.suites.filter((suite) => failing.includes(suite));
  const problem = problems.get(mutant) ?? (anyway.length > 0 ? `fails also unbroken: ${anyway.join(', ')}` : null);
  const { noticed, by } = problem === null ? await tryMutant(mutant, copy.folder) : { noticed: false, by: problem };
  const seconds = (performance.now() - start) / 1000;
  rows.push(noticed);
  say(
    `${noticed ? 'noticed' : 'MISSED '} ${seconds.toFixed(1).padStart(6)} s  ${mutant.name}\n                  ${by}`,
  );
}
const count = rows.filter(Boolean).length;
say(`\n${count} noticed, ${rows.length - count} missed`);
process.exit(count === rows.length && rows.length > 0 ? 0 : 1);
