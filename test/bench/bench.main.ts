import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findKafka } from '../harness/kafka-broker.js';
import { asAtFigures } from './as-at.figure.js';
import { awakeFigures } from './awake.figure.js';
import { besideFigures } from './beside.figure.js';
import { BenchPortal } from './bench-portal.js';
import { browserFigures } from './browser.figure.js';
import { fundOfBrowser } from './browser-fund.js';
import { calculatorFigures } from './calculators.figure.js';
import { changeFigures, writeChangingPlan } from './change.figure.js';
import { perSecondText, shown, whole, type Figure } from './figure.js';
import { commandFigures } from './commands.figure.js';
import { exportFigures } from './export.figure.js';
import { FilesOfFund } from './import.figure.js';
import { KafkaPortal } from './kafka-portal.js';
import { EventsThroughKafka } from './kafka.figure.js';
import { RawEventStore } from './raw-engines.js';
import { rebuildDocuments, rebuildRows } from './rebuild.figure.js';
import { cachedFigures, loadFigures } from './load.figure.js';
import { historyFigures } from './history.figure.js';
import { loopSeconds, timed } from './measure.js';
import { memoryFigures } from './memory.figure.js';
import { processUse, type ProcessUse } from './processes.js';
import { askedMonths, fillQueryRows } from './query-rows.js';
import { reportFigures } from './report.figure.js';
import { startupFigure } from './startup.figure.js';
import { sizes, type Sizes } from './sizes.js';
import { verifyFigures } from './verify.figure.js';
import { Work } from './work.js';
import { figureTable, textTable } from './table.js';

/** Figures that are measured on one portal. */
const portalNames = [
  'import',
  'rebuild',
  'verify',
  'commands',
  'calculators',
  'change',
  'load',
  'cached',
  'awake',
  'beside',
  'browser',
  'history',
  'startup',
] as const;
const names = [...portalNames, 'relay', 'projection', 'memory', 'as-at', 'replay', 'report', 'export'] as const;
type Name = (typeof names)[number];

const usage = `npm run bench [-- --quick] [-- --only ${names.join('|')}]... [--events N]`;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const began = performance.now();
const say = (text: string) => print(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);

/** The results collected by a run. */
interface Findings {
  figures: Figure[];
  work: Work;
  /** Usage of the portal's processes at the end, and of processes that ended before. */
  uses: ProcessUse[];
}

async function measure(portal: BenchPortal, wanted: ReadonlySet<Name>, size: Sizes, findings: Findings): Promise<void> {
  const fills = ['import', 'rebuild', 'verify', 'commands', 'startup'] as const;
  if (fills.some((name) => wanted.has(name))) await measureWrites(portal, wanted, size, findings);
  if (wanted.has('change')) {
    say('commands one after another, and a browser that listens');
    await writeChangingPlan(portal.environment);
    findings.figures.push(...(await changeFigures(portal, direct, size.changes)));
  }
  if ((['calculators', 'load', 'cached', 'awake', 'beside', 'browser'] as const).some((name) => wanted.has(name)))
    await measureReads(portal, wanted, size, findings);
  if (wanted.has('history'))
    findings.figures.push(...(await historyFigures(portal, size.historyEvents, size.historySearches, say)));
  // Last, because a restart drops all connections to the engines.
  if (wanted.has('startup')) {
    say('restart on existing data');
    findings.uses.push(...processUse());
    findings.figures.push(await startupFigure(portal));
  }
}

const direct = { name: 'direct', limitMs: 150 };
const throughKafka = { name: 'through Kafka', limitMs: 500 };

/** Measures Kafka on separate engines, with an existing broker or one of its own. Without a broker the figures say so. */
async function measureKafka(wanted: ReadonlySet<Name>, size: Sizes): Promise<Figure[]> {
  const broker = await findKafka();
  if ('none' in broker) return [shown('through Kafka', `not measured: ${broker.none}`)];
  say(`Kafka: ${broker.how}`);
  const figures: Figure[] = [];
  try {
    if (wanted.has('relay') || wanted.has('projection'))
      await using(await KafkaPortal.start(broker.brokers, say), async (portal) => {
        const events = await EventsThroughKafka.write(portal, size.kafka, say);
        if (wanted.has('relay')) figures.push(await events.relayed());
        if (!wanted.has('projection')) return;
        const alone = `${perSecondText(await events.consumed())} consumed`;
        for (const projectors of [1, 2]) figures.push(await events.projected(projectors, alone));
      });
    if (wanted.has('change'))
      await using(await KafkaPortal.start(broker.brokers, say), async (portal) => {
        await portal.relay();
        await portal.projectors(1);
        await writeChangingPlan(portal.environment);
        const { environment } = portal;
        say('commands one after another through Kafka, and a browser that listens');
        figures.push(...(await changeFigures({ ...(await portal.api()), environment }, throughKafka, size.changes)));
      });
  } finally {
    await broker.stop();
  }
  return figures;
}

/** Everything that must be stopped when the run is interrupted. */
const running = new Set<{ stop: () => Promise<void> }>();

async function using<Running extends { stop: () => Promise<void> }, Result>(
  started: Running,
  use: (started: Running) => Promise<Result>,
): Promise<Result> {
  running.add(started);
  try {
    return await use(started);
  } finally {
    running.delete(started);
    await started.stop();
  }
}

/** Figures that ask the engine about many rows. */
const queries = ['load', 'cached', 'awake', 'beside', 'browser'] as const;
const needFund = ['calculators', 'browser', 'beside'] as const;
/** Figures of an imported fund, if there is one, with its snapshots. */
const needSnapshots = ['import', 'rebuild', 'startup', ...needFund] as const;

/** Measures imports first, because the other figures need their data. */
async function measureWrites(
  portal: BenchPortal,
  wanted: ReadonlySet<Name>,
  size: Sizes,
  { figures, work, uses }: Findings,
): Promise<void> {
  const raw = new RawEventStore(portal.environment['EVENTSTORE_URL']!);
  try {
    const files = await FilesOfFund.write(portal, size, work, say);
    figures.push(await files.importMembers(raw));
    // Before the snapshots, so that commands cause no scoring.
    if (wanted.has('commands')) figures.push(...(await commandFigures(portal, raw, size, work, say)));
    let documentSeconds = 0;
    if (wanted.has('rebuild')) {
      say('rebuild of documents');
      const { figure, builtSeconds } = await rebuildDocuments(portal, raw, work);
      figures.push(figure);
      documentSeconds = builtSeconds;
    }
    if (wanted.has('verify')) {
      say('the history, signed and verified');
      figures.push(...(await verifyFigures(portal, raw)));
    }
    if (!needSnapshots.some((name) => wanted.has(name))) return;
    figures.push(...(await files.importSnapshots()));
    if (wanted.has('rebuild')) {
      say('rebuild of everything');
      const rebuilt = await rebuildRows(portal, files.snapshotRows, documentSeconds, work);
      figures.push(...rebuilt.figures);
      if (rebuilt.use) uses.push(rebuilt.use);
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
  const hasFund = needFund.some((name) => wanted.has(name));
  if (hasFund) await fundOfBrowser(portal, size);
  if (wanted.has('calculators')) {
    say('comparisons of fees, quotations of insurance and consultations');
    figures.push(...(await calculatorFigures(portal)));
  }
  if (!queries.some((name) => wanted.has(name))) return;
  const rows = hasFund ? Math.max(size.queryRows, size.browserMembers * askedMonths) : size.queryRows;
  const { result, seconds } = await timed(() => fillQueryRows(portal, rows));
  say(`${whole(result)} rows to query, straight into the engine (no events), in ${seconds.toFixed(0)} s`);
  if (wanted.has('load')) figures.push(...(await loadFigures(portal, size, work, say)));
  if (wanted.has('cached')) figures.push(...(await cachedFigures(portal, size, work)));
  if (wanted.has('awake')) figures.push(...(await awakeFigures(portal, say)));
  if (wanted.has('beside')) figures.push(...(await besideFigures(portal, say)));
  if (wanted.has('browser')) figures.push(...(await browserFigures(portal, size, say)));
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true },
      /** The number of events for `history`, if the log should be larger than usual. */
      events: { type: 'string' },
      /** How long `report` has reports made on end. */
      minutes: { type: 'string' },
      /** The beginning of a figure's name. The run fails unless its target is met. */
      require: { type: 'string', multiple: true, default: [] },
    },
  });
  const unknown = values.only?.find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) throw new Error(`There is no figure ${unknown}.\n${usage}`);
  const wanted = new Set<Name>((values.only as Name[] | undefined) ?? names);
  const usual = values.quick ? sizes.quick : sizes.full;
  const size = {
    ...usual,
    historyEvents: Number(values.events ?? usual.historyEvents),
    reports: { ...usual.reports, minutes: Number(values.minutes ?? usual.reports.minutes) },
  };
  const wants = (...any: Name[]) => any.some((name) => wanted.has(name));
  // The user's setting must not apply to the portal that reads its event store directly.
  const { KAFKA_BROKERS } = process.env;
  delete process.env['KAFKA_BROKERS'];
  print(machine());
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(
      signal,
      () => void Promise.allSettled([...running].map((each) => each.stop())).then(() => process.exit(1)),
    );
  const findings: Findings = { figures: [], work: new Work(), uses: [] };
  if (wants(...portalNames))
    await using(await BenchPortal.start(say), async (portal) => {
      await measure(portal, wanted, size, findings);
      if (!wanted.has('startup')) findings.uses.push(...processUse());
    });
  const { figures, work, uses } = findings;
  if (wants('relay', 'projection', 'change')) {
    if (KAFKA_BROKERS !== undefined) process.env['KAFKA_BROKERS'] = KAFKA_BROKERS;
    figures.push(...(await measureKafka(wanted, size)));
    delete process.env['KAFKA_BROKERS'];
  }
  if (wanted.has('memory')) figures.push(...(await memoryFigures(size.memory, say)));
  if (wants('as-at', 'replay'))
    await using(await BenchPortal.start(say), async (portal) => {
      figures.push(...(await asAtFigures(portal, size.history, wanted.has('replay'), say)));
    });
  if (wanted.has('report'))
    await using(await BenchPortal.start(say), async (portal) => {
      figures.push(...(await reportFigures(portal, size.reports, say)));
    });
  if (wanted.has('export')) figures.push(...(await exportFigures(size.exports, say)));
  for (const table of [figureTable(figures), work.table(), uses.length > 0 ? memoryTable(uses) : ''])
    if (table !== '') print(`\n${table}`);
  const judged = figures.filter((figure) => figure.met !== null);
  print(`\n${judged.filter((figure) => figure.met).length} of ${judged.length} targets met. ${machine()}`);
  const missed = values.require.filter((name) => !judged.some((figure) => figure.name.startsWith(name) && figure.met));
  if (missed.length > 0) throw new Error(`Not met: ${missed.join(', ')}.`);
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

/** Describes the machine and its load, which affects the figures. */
function machine(): string {
  const load = loadavg()
    .map((average) => average.toFixed(1))
    .join(', ');
  const loop = `a loop of 300 million steps ${loopSeconds().toFixed(2)} s`;
  return `${cpus().length} cores, Node ${process.versions.node}, load average ${load}, ${loop}.`;
}

try {
  await main();
} catch (error) {
  const because = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}${because}\n`);
  process.exitCode = 1;
}
