// What each source file depends on: by its imports, and by what no import says.
import { posix } from 'node:path';
import ts from 'typescript';
import { projectOf } from '../suite-files.mjs';

/**
 * A list of everything (streams, read models, projections, areas of the api, features of the web) leads from whatever mounts the product to
 * every file of it. What is reached only through such a list counts as this many imports further away.
 */
export const listLength = 10;
const isList = (path, text) => text.startsWith('// Made from the folders') || path === 'apps/web/src/app/features.ts';

/** Files that vitest.config.ts and apps/web/vite.config.ts run before the suites of a project. */
export const setups = {
  unit: ['test/fuzz/properties.setup.ts'],
  web: ['apps/web/src/test/setup.ts'],
  int: ['test/harness/built.setup.ts', 'test/harness/kafka-shared.setup.ts'],
  e2e: ['test/e2e/portal.setup.ts'],
  containers: ['test/deploy-run/deployment.setup.ts'],
};

/** The aliases of vitest.config.ts, as folders. */
const folderOf = {
  domain: 'libs/domain/src',
  contracts: 'libs/contracts/src',
  'event-store': 'libs/event-store/src',
  embedded: 'libs/embedded/src',
  api: 'apps/api/src',
  projector: 'apps/projector/src',
  renderer: 'apps/renderer/src',
  local: 'deploy/local/src',
  test: 'test',
};

/** The file that an import names; null for a package. */
function resolved(from, specifier, files) {
  const [, workspace, rest] = /^@superscope\/([\w-]+)\/(.*)$/.exec(specifier) ?? [];
  if (workspace === undefined && !specifier.startsWith('.')) return null;
  const base =
    workspace === undefined
      ? posix.join(posix.dirname(from), specifier)
      : posix.join(folderOf[workspace] ?? workspace, rest);
  const plain = base.replace(/\.js$/, '');
  return [base, `${plain}.ts`, `${plain}.tsx`].find((path) => files.has(path)) ?? null;
}

/** A suite runs without types; the compiler checks them for all files. */
const withoutTypes = (text) => text.replaceAll(/^(?:import|export) type\b[^;]*;/gm, '');

const importsOf = (path, text, files) =>
  ts
    .preProcessFile(withoutTypes(text), true, true)
    .importedFiles.flatMap(({ fileName }) => resolved(path, fileName, files) ?? []);

/** Sources of the built files that are started by their path, such as `apps/api/dist/main.js`. */
const startedBy = (text, files) =>
  [...text.matchAll(/\b([\w-]+)\/dist\/([\w/.-]+)\.js\b/g)].flatMap(([, workspace, file]) =>
    [
      `apps/${workspace}/src/${file}.ts`,
      `libs/${workspace}/src/${file}.ts`,
      `deploy/${workspace}/src/${file}.ts`,
      `${workspace}/${file}.ts`,
    ].filter((path) => files.has(path)),
  );

/** The addresses that a file declares, up to their first parameter: `/api/x` of `DELETE /api/x/:id`. */
function addressesIn(path, text) {
  const declared = path.endsWith('.slice.ts')
    ? text.matchAll(/\bendpoint\(\s*'[A-Z]+ (\/[^':]+)/g)
    : path.endsWith('.feature.ts')
      ? text.matchAll(/\bpath: '(\/[^':]+)/g)
      : [];
  return [...declared].map(([, address]) => address.replace(/\/$/, '')).filter((address) => address.length > 1);
}

/** All addresses that a text names, and those above them. */
function addressesNamedIn(text) {
  const named = new Set();
  for (const [address] of text.matchAll(/(?<![\w/.-])\/[\w-]+(?:\/[\w-]+)*/g))
    for (let end = address.length; end > 0; end = address.lastIndexOf('/', end - 1)) named.add(address.slice(0, end));
  return named;
}

const groupBy = (all, keyOf) => {
  const groups = new Map();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return groups;
};

/**
 * What each code file depends on, as pairs of a path and a length. `files` are the texts of all files by path, null for those that are not
 * code.
 *
 * Beside imports, these depend on each other: a started program; in `test/`, whatever names the address of an endpoint, and in `test/e2e/`
 * that of a page; a suite, and the files of its folder; a read model, and the projections that fill it; a suite, and its project's setup.
 */
export function dependenciesOf(files) {
  const code = [...files].filter(([, text]) => text !== null);
  const declared = groupBy(
    code.flatMap(([path, text]) => addressesIn(path, text).map((address) => ({ path, address }))),
    ({ address }) => address,
  );
  const sources = groupBy(
    code.map(([path]) => path).filter((path) => projectOf(path) === null),
    posix.dirname,
  );
  const found = new Map(code.map(([path]) => [path, []]));
  for (const [path, text] of code) {
    const add = (others, length) => void found.get(path).push(...others.map((other) => [other, length]));
    const project = projectOf(path);
    const imported = importsOf(path, text, files);
    add(imported, isList(path, text) ? listLength : 1);
    add(startedBy(text, files), 1);
    if (path.startsWith('test/')) {
      const asked = [...addressesNamedIn(text)].flatMap((address) => declared.get(address) ?? []).map((of) => of.path);
      add(
        asked.filter((each) => each.endsWith('.slice.ts') || path.startsWith('test/e2e/')),
        1,
      );
    } else if (project !== null) add(sources.get(posix.dirname(path)) ?? [], 2);
    if (project !== null) add(setups[project], 2 * listLength);
    if (path.endsWith('.projection.ts'))
      for (const each of imported)
        if (each.startsWith('libs/contracts/src/read-models/')) found.get(each)?.push([path, 1]);
  }
  return found;
}

/** The length of the shortest way from each file to one of `changed`; files that reach none are left out. */
export function distancesTo(changed, dependencies) {
  const dependents = new Map();
  for (const [path, on] of dependencies)
    for (const [each, length] of on) {
      if (!dependents.has(each)) dependents.set(each, []);
      dependents.get(each).push([path, length]);
    }
  const distances = new Map();
  // Lengths are small whole numbers, so the files of one distance are found before those of the next.
  const reached = [[...changed]];
  for (let distance = 0; distance < reached.length; distance += 1)
    for (const path of reached[distance] ?? []) {
      if (distances.has(path)) continue;
      distances.set(path, distance);
      for (const [each, length] of dependents.get(path) ?? []) (reached[distance + length] ??= []).push(each);
    }
  return distances;
}
