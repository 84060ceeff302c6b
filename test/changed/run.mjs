// `npm run test:changed [-- COMMIT]`: checks what changed since a commit, by default since origin/main, in at most three minutes: format, lint
// and types, and the suites that the change reaches (selection.mjs). The rest is `npm test`'s.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stampBuild } from '../../apps/api/stamp-build.mjs';
import { root } from '../../deploy/local/prepare.mjs';
import { begin, check, end, suites } from '../checks.mjs';
import { selectionOf } from './selection.mjs';

/** Lines that git prints, or null if it fails. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}

/** The commit since which everything counts as changed: the named one, or where this branch left the main one. */
function baseOf(named) {
  const base =
    named === undefined
      ? (git('merge-base', 'origin/main', 'HEAD') ?? git('merge-base', 'main', 'HEAD'))
      : git('rev-parse', '--verify', '--quiet', `${named}^{commit}`);
  if (base !== null) return base[0];
  console.error(named === undefined ? 'There is neither origin/main nor main: name a commit.' : `No commit: ${named}`);
  process.exit(1);
}

const base = baseOf(process.argv[2]);
const untracked = git('ls-files', '--others', '--exclude-standard');
const changed = [...git('diff', '--name-only', '--no-renames', base), ...untracked].sort();
const present = changed.filter((path) => existsSync(join(root, path)));

const isCode = (path) => /\.(tsx?|mts|mjs)$/.test(path);
const textOf = (path) =>
  !isCode(path) ? null : existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
const files = new Map([...git('ls-files'), ...changed].map((path) => [path, textOf(path)]));

/** Seconds of each suite when it was run last, which vitest keeps to begin with the longest. */
function durationsKept() {
  const folder = join(root, 'node_modules/.vite/vitest');
  const kept = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'results.json')) : [];
  const results = kept.filter(existsSync).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).results ?? []);
  return new Map(results.map(([name, { duration }]) => [name.slice(name.indexOf(':') + 1), duration / 1000]));
}

const begun = performance.now();
begin();
console.log(`${changed.length} files changed since ${base.slice(0, 10)}.`);
if (changed.length === 0) end(begun);

const { run, left, settings } = selectionOf(changed, files, durationsKept());
const paths = (some) => some.map(({ path }) => path);
const of = (...projects) => paths(run.filter(({ project }) => projects.includes(project)));

const node = (program, ...args) => [process.execPath, join('node_modules', program), ...args];
const tsc = node('typescript-native/bin/tsc', '-b');
// The rules of lint hold for all files.
const rules = ['eslint.config.mjs', 'import-rule.mjs', 'apps/api/area-order.mjs', 'apps/web/layers.mjs'];
const rulesChanged = changed.some((path) => rules.includes(path));
const linted = rulesChanged ? ['.'] : present.filter((path) => /\.(tsx?|mjs|js)$/.test(path));
const typed =
  rulesChanged || changed.includes('.oxlintrc.json') ? ['.'] : linted.filter((path) => /\.tsx?$/.test(path));
const oxlint = node('oxlint/bin/oxlint', '--type-aware', '--deny-warnings', ...typed);
const eslint = node('eslint/bin/eslint.js', '--max-warnings', '0', '--no-warn-ignored', ...linted);

await check(
  ...(present.length === 0
    ? []
    : [['format', ...node('prettier/bin/prettier.cjs', '--check', '--ignore-unknown', ...present)]]),
  ['types, and building the servers', ...tsc],
);
stampBuild();
// Both read the types that were just built.
await check(
  ['types of the web client', 'npm', 'run', '--silent', 'typecheck', '-w', '@superscope/web'],
  ...(linted.length === 0 ? [] : [['lint', ...eslint]]),
  ...(typed.length === 0 ? [] : [['lint by types', ...oxlint]]),
);
await check(['unused exports and dependencies', ...node('knip/bin/knip.js')]);

const projectsOf = (some) => [...new Set(some.map(({ project }) => project))];
for (const [name, projects] of [
  ['unit tests', ['unit', 'web', 'web-isolated']],
  ['integration tests', ['int']],
]) {
  const some = of(...projects);
  const used = projectsOf(run).filter((project) => projects.includes(project));
  if (some.length > 0) await suites(`${name} that the change reaches`, used, {}, { files: some });
}

const reached = run.length + Object.values(left).flat().length;
console.log(
  `\n— suites\n${run.length} of the ${reached} suites that the change reaches were run. npm test runs the others:`,
);
const say = (some, why) => some.length > 0 && console.log(`${String(some.length).padStart(6)}  ${why}`);
say(left.late, 'for which three minutes are too short; the nearest were run');
say(left.beyond, 'that mount the whole product for another purpose');
say(left.containers, 'in containers');
say(left.browser, 'in a browser');
if (settings.length > 0) console.log(`Every suite depends on ${settings.join(', ')}: run npm test.`);
const visiting = paths(left.browser.filter(({ distance }) => distance < 5).slice(0, 4));
if (visiting.length > 0) console.log(`Nearest in a browser: npx vitest run --project e2e ${visiting.join(' ')}`);
end(begun);
