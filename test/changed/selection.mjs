// Which suites `npm run test:changed` runs: those that a change reaches, the nearest first.
import { posix } from 'node:path';
import { projectOf } from '../suite-files.mjs';
import { dependenciesOf, distancesTo, listLength } from './dependencies.mjs';

/** Seconds of a suite of which it is not known how long it took the last time, on average. */
const usualSeconds = { unit: 0.4, web: 4, 'web-isolated': 8, int: 12 };
/** Suites of one project are run two at a time. */
const atOnce = 2;
/** With types, lint and format the whole takes three minutes at most. */
const mostSeconds = 110;
/** Suites that draw cases, attack or strike for minutes are run only if they changed themselves. */
const isLong = (path) => /^test\/(attack|faults|fuzz|real-engines)\/.*\.int\.spec\.ts$/.test(path);
/**
 * Through a list of everything only those suites are run that are about the list or what takes it. The others mount the whole product for
 * another purpose.
 */
const furthest = listLength + 2;

const all = ['unit', 'web', 'web-isolated', 'int', 'e2e', 'containers'];
const ofServers = ['unit', 'int', 'e2e', 'containers'];
const ofWeb = ['web', 'web-isolated', 'e2e', 'containers'];

/** Settings, which no import names, with the projects whose suites all depend on them. */
const settings = [
  [/^(package|package-lock|tsconfig|tsconfig\.base)\.json$|^vitest\.config\.ts$/, all],
  [/^apps\/web\/(package|tsconfig)\.json$|^apps\/web\/vite\.config\.ts$/, ofWeb],
  [/^(apps|libs|deploy)\/[\w-]+\/(package|tsconfig)\.json$|^test\/([\w-]+\/)?(package|tsconfig)\.json$/, ofServers],
];
const projectsSetBy = (path) => settings.find(([pattern]) => pattern.test(path))?.[1] ?? null;

/**
 * The code files that read a file that is not code: those in which a text ends with its name or, if none does (as of files whose names are put together), the
 * suites below the nearest folder above it that has any.
 */
function readersOf(path, files) {
  const code = [...files].filter(([, text]) => text !== null);
  // A comment that refers to the file names it without quotation marks.
  const name = new RegExp(`['"\`/]${posix.basename(path).replaceAll('.', '\\.')}['"\`]`);
  const naming = code.filter(([, text]) => name.test(text)).map(([reader]) => reader);
  if (naming.length > 0) return naming;
  for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
    const suites = code
      .map(([each]) => each)
      .filter((each) => each.startsWith(`${folder}/`) && projectOf(each) !== null);
    if (suites.length > 0) return suites;
  }
  return [];
}

/**
 * The suites that changed files reach. `files` are the texts of all files by path, null for those that are not code; deleted files are among
 * them. `durations` are seconds of suites when they were run last.
 *
 * @returns `run`, the suites to run, by distance; `left`, those that `npm test` runs: browser suites and those in containers, `beyond` lists
 * of everything, and those for which there is no time (`late`); and `settings`, the changed files on which all suites of a project depend.
 */
export function selectionOf(changed, files, durations = new Map()) {
  const code = changed.filter((path) => files.get(path) != null);
  const others = changed.filter((path) => files.get(path) == null && projectsSetBy(path) === null);
  const dependencies = dependenciesOf(files);
  for (const path of others) for (const reader of readersOf(path, files)) dependencies.get(reader).push([path, 1]);
  const set = changed.filter((path) => projectsSetBy(path) !== null);
  const everything = new Set(set.flatMap(projectsSetBy));
  const distances = distancesTo([...code, ...others], dependencies);
  const reached = [...dependencies.keys()].flatMap((path) => {
    const project = projectOf(path);
    if (project === null) return [];
    const distance = distances.get(path) ?? (everything.has(project) ? furthest : null);
    return distance === null ? [] : [{ path, project, distance }];
  });
  reached.sort((a, b) => a.distance - b.distance || all.indexOf(a.project) - all.indexOf(b.project));

  const run = [];
  const left = { browser: [], containers: [], beyond: [], late: [] };
  let seconds = 0;
  for (const suite of reached) {
    const { path, project, distance } = suite;
    const more = (durations.get(path) ?? usualSeconds[project]) / atOnce;
    if (project === 'e2e') left.browser.push(suite);
    else if (project === 'containers') left.containers.push(suite);
    else if (distance > furthest) left.beyond.push(suite);
    else if ((isLong(path) && distance > 0) || seconds + more > mostSeconds) left.late.push(suite);
    else {
      seconds += more;
      run.push(suite);
    }
  }
  return { run, left, settings: set };
}
