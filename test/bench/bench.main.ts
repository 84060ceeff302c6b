import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { BenchPortal } from './bench-portal.js';
import type { Figure } from './figure.js';
import { whole } from './figure.js';
import { cachedFigures, loadFigures } from './load.figure.js';
import { timed } from './measure.js';
import { memoryOfProcesses } from './memory.js';
import { fillQueryRows } from './query-rows.js';
import { sizes } from './sizes.js';
import { figureTable, textTable } from './table.js';

const names = ['load', 'cached'] as const;
type Name = (typeof names)[number];

const usage = `npm run bench [-- --quick] [-- --only ${names.join('|')}]...`;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const began = performance.now();
const say = (text: string) => print(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);

async function measure(portal: BenchPortal, wanted: ReadonlySet<Name>, quick: boolean): Promise<Figure[]> {
  const size = quick ? sizes.quick : sizes.full;
  const figures: Figure[] = [];
  if (wanted.has('load') || wanted.has('cached')) {
    const { result, seconds } = await timed(() => fillQueryRows(portal, size.queryRows));
    say(`${whole(result)} rows to query, straight into the engine (no events), in ${seconds.toFixed(0)} s`);
    if (wanted.has('load')) figures.push(...(await loadFigures(portal, size, say)));
    if (wanted.has('cached')) figures.push(...(await cachedFigures(portal, size)));
  }
  return figures;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
  });
  const unknown = values.only?.find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`There is no figure ${unknown}.\n${usage}`);
  const wanted = new Set<Name>((values.only as Name[] | undefined) ?? names);
  print(machine());
  const portal = await BenchPortal.start((text) => say(text));
  try {
    const figures = await measure(portal, wanted, values.quick);
    print(`\n${figureTable(figures)}\n`);
    const memory = memoryOfProcesses().map(({ name, megabytes, peakMegabytes }) => [
      name,
      `${whole(megabytes)} MB`,
      `${whole(peakMegabytes)} MB`,
    ]);
    if (memory.length > 0) print(`${textTable([['process', 'memory', 'at most'], ...memory], [1, 2])}\n`);
    const judged = figures.filter((figure) => figure.met !== null);
    print(`${judged.filter((figure) => figure.met).length} of ${judged.length} targets met. ${machine()}`);
  } finally {
    await portal.stop();
  }
}

/** A loaded machine measures its load: the reader must see it. */
function machine(): string {
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(', ');
  return `${cpus().length} cores, Node ${process.versions.node}, load average ${load}.`;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
