import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { BenchPortal } from './bench-portal.js';
import { whole, type Figure } from './figure.js';
import { commandFigures } from './commands.figure.js';
import { FilesOfFund } from './import.figure.js';
import { RawEventStore } from './raw-engines.js';
import { rebuildDocuments, rebuildRows } from './rebuild.figure.js';
import { cachedFigures, loadFigures } from './load.figure.js';
import { timed } from './measure.js';
import { processUse, type ProcessUse } from './processes.js';
import { fillQueryRows } from './query-rows.js';
import { sizes, type Sizes } from './sizes.js';
import { Work } from './work.js';
import { figureTable, textTable } from './table.js';

const names = ['import', 'rebuild', 'commands', 'load', 'cached'] as const;
type Name = (typeof names)[number];

const usage = `npm run bench [-- --quick] [-- --only ${names.join('|')}]...`;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const began = performance.now();
const say = (text: string) => print(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);

/** What a run collects while it goes through the figures. */
interface Findings {
  figures: Figure[];
  work: Work;
  /** Of processes that have ended. */
  ended: ProcessUse[];
}

async function measure(portal: BenchPortal, wanted: ReadonlySet<Name>, size: Sizes): Promise<Findings> {
  const findings: Findings = { figures: [], work: new Work(), ended: [] };
  if (wanted.has('import') || wanted.has('rebuild') || wanted.has('commands'))
    await measureWrites(portal, wanted, size, findings);
  if (wanted.has('load') || wanted.has('cached')) await measureReads(portal, wanted, size, findings);
  return findings;
}

/** Imports come first: the others are about what they write. */
async function measureWrites(
  portal: BenchPortal,
  wanted: ReadonlySet<Name>,
  size: Sizes,
  { figures, work, ended }: Findings,
): Promise<void> {
  const raw = new RawEventStore(portal.environment['EVENTSTORE_URL']!);
  try {
    const files = await FilesOfFund.write(portal, size, work, say);
    figures.push(await files.importMembers(raw));
    if (wanted.has('rebuild')) {
      say('rebuild of documents');
      figures.push(await rebuildDocuments(portal, raw, work));
    }
    // Before there are snapshots: nothing has to be scored anew for each move.
    if (wanted.has('commands')) figures.push(...(await commandFigures(portal, raw, size, work, say)));
    if (!wanted.has('import') && !wanted.has('rebuild')) return;
    figures.push(await files.importSnapshots());
    if (wanted.has('rebuild')) {
      say('rebuild of everything');
      const rebuilt = await rebuildRows(portal, files.snapshotRows, work);
      figures.push(...rebuilt.figures);
      if (rebuilt.use) ended.push(rebuilt.use);
    }
  } finally {
    await raw.close();
  }
}

async function measureReads(
  portal: BenchPortal,
  wanted: ReadonlySet<Name>,
  size: Sizes,
  { figures, work }: Findings,
): Promise<void> {
  const { result, seconds } = await timed(() => fillQueryRows(portal, size.queryRows));
  say(`${whole(result)} rows to query, straight into the engine (no events), in ${seconds.toFixed(0)} s`);
  if (wanted.has('load')) figures.push(...(await loadFigures(portal, size, work, say)));
  if (wanted.has('cached')) figures.push(...(await cachedFigures(portal, size, work)));
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
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void portal.stop().finally(() => process.exit(1)));
  try {
    const { figures, work, ended } = await measure(portal, wanted, values.quick ? sizes.quick : sizes.full);
    const uses = [...processUse(), ...ended];
    for (const table of [figureTable(figures), work.table(), uses.length > 0 ? memoryTable(uses) : ''])
      if (table !== '') print(`\n${table}`);
    const judged = figures.filter((figure) => figure.met !== null);
    print(`\n${judged.filter((figure) => figure.met).length} of ${judged.length} targets met. ${machine()}`);
  } finally {
    await portal.stop();
  }
}

const memoryTable = (uses: readonly ProcessUse[]): string =>
  textTable(
    [
      ['process', 'memory', 'at most'],
      ...uses.map(({ name, megabytes, peakMegabytes }) => [
        name,
        `${whole(megabytes)} MB`,
        `${whole(peakMegabytes)} MB`,
      ]),
    ],
    [1, 2],
  );

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
  const because = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${because}\n`);
  process.exitCode = 1;
}
