import { parseArgs } from 'node:util';
import { BenchPortal } from '../bench-portal.js';
import { benchQueries, uncachedPath, type BenchQuery } from '../bench-queries.js';
import { spreadText, whole } from '../figure.js';
import { httpLoad } from '../http-load.js';
import { spread, timed } from '../measure.js';
import { processUse, type ProcessUse } from '../processes.js';
import { askedMonths, fillQueryRows } from '../query-rows.js';
import { runRebuild } from '../rebuild.figure.js';
import { textTable } from '../table.js';
import { demoSize } from './demo-size.js';
import { FundByEvents, monthsTo } from './fund-by-events.js';
import { fundSize, shown, type FundSize } from './fund-size.js';

const usage = 'npm run bench:scaling [-- --quick] [-- --only rows|plans|members|demo]...';

/** A past month, which the calendar does not carry forward. */
const last = '2025-06';

const sizes = {
  full: {
    rows: { plans: 50, membersPerPlan: 200, months: [6, 24, 60] },
    plans: [100, 400, 1_600],
    members: [100_000, 1_000_000],
    requests: 100,
    withinSeconds: 3_600,
  },
  quick: {
    rows: { plans: 5, membersPerPlan: 40, months: [2, 6] },
    plans: [5, 20],
    members: [500, 2_000],
    requests: 20,
    withinSeconds: 300,
  },
};
type Sizes = (typeof sizes)['full'];
type Table = string[][];

const membersPerPlan = 500;
const monthsOfMembers = 2;

const allPlans: BenchQuery = {
  name: 'count and average by month, all plans',
  query: {
    measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.averageTotalAssetsOwned'],
    timeDimensions: [
      { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2023-07-01', '2025-06-30'] },
    ],
  },
};

const began = performance.now();
const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (text: string) => print(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`);
const seconds = (value: number) => `${value.toFixed(1)} s`;
const megabytes = (bytes: number) => `${whole(bytes / 1e6)} MB`;

async function onPortal<Result>(work: (portal: BenchPortal) => Promise<Result>): Promise<Result> {
  const portal = await BenchPortal.start(say);
  const stop = () => void portal.stop().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    return await work(portal);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
    await portal.stop();
  }
}

/** Rebuilds a fund at each size while it grows by months. */
async function rowsAgainstRebuild({ rows: of, withinSeconds }: Sizes): Promise<Table> {
  const table: Table = [['rows', 'events', 'new read models complete', 'rows/s', 'proven and switched', 'memory']];
  await onPortal(async (portal) => {
    const fund = await FundByEvents.open(portal.environment);
    try {
      const members = of.plans * of.membersPerPlan;
      await fund.members(of.plans, of.membersPerPlan);
      const months = monthsTo(last, of.months.at(-1)!).reverse();
      let done = 0;
      let rows = 0;
      for (const count of of.months) {
        rows += await fund.months(months.slice(done, count));
        done = count;
        await shown(portal, { members, rows, last, withinSeconds });
        say(`rebuilding ${whole(rows)} rows`);
        const rebuilt = await runRebuild(portal);
        table.push([
          ...[whole(rows), whole(rebuilt.events), seconds(rebuilt.builtSeconds), whole(rows / rebuilt.builtSeconds)],
          ...[seconds(rebuilt.seconds), rebuilt.use ? `${whole(rebuilt.use.peakMegabytes)} MB` : ''],
        ]);
      }
    } finally {
      await fund.close();
    }
  });
  return table;
}

/** Queries one plan among an increasing number of plans. Rows are inserted directly into ClickHouse. */
async function plansAgainstQueries({ plans, requests }: Sizes): Promise<Table> {
  const queries = [...benchQueries, allPlans];
  const table: Table = [['plans', 'rows', ...queries.map(({ name }) => name)]];
  for (const count of plans)
    await onPortal(async (portal) => {
      const rows = await fillQueryRows(portal, (2_000 + (count - 1) * 410) * askedMonths);
      say(`asking among ${whole(count)} plans, ${whole(rows)} rows`);
      const times: string[] = [];
      for (const { query } of queries) {
        const request = () => ({
          method: 'GET' as const,
          path: uncachedPath(query),
          headers: { Cookie: portal.cookie },
        });
        const load = { origin: portal.url, connections: 1, request };
        await httpLoad({ ...load, amount: 10 });
        times.push(spreadText(spread((await httpLoad({ ...load, amount: requests })).milliseconds)));
      }
      table.push([whole(count), whole(rows), ...times]);
    });
  return table;
}

interface Grown {
  members: number;
  rows: number;
  written: number;
  projected: number;
  size: FundSize;
  uses: ProcessUse[];
}

async function grow(members: number, { withinSeconds }: Sizes): Promise<Grown> {
  return onPortal(async (portal) => {
    const plans = Math.max(1, Math.round(members / membersPerPlan));
    const fund = await FundByEvents.open(portal.environment);
    try {
      say(`writing ${whole(members)} members of ${whole(plans)} plans, ${monthsOfMembers} months`);
      const start = performance.now();
      const { result: rows, seconds: written } = await timed(async () => {
        await fund.members(plans, Math.round(members / plans));
        return fund.months(monthsTo(last, monthsOfMembers));
      });
      await shown(portal, { members: Math.round(members / plans) * plans, rows, last, withinSeconds });
      const projected = (performance.now() - start) / 1000;
      return { members, rows, written, projected, size: await fundSize(portal), uses: processUse() };
    } finally {
      await fund.close();
    }
  });
}

async function membersAgainstMemory(of: Sizes): Promise<Table[]> {
  const grown: Grown[] = [];
  for (const members of of.members) grown.push(await grow(members, of));
  const names = [...new Set(grown.flatMap(({ uses }) => uses.map(({ name }) => name)))];
  const heading = grown.map(({ members }) => `${whole(members)} members`);
  const row = (name: string, cell: (of: Grown) => string) => [name, ...grown.map(cell)];
  const memory = ({ uses }: Grown, name: string) => {
    const use = uses.find((each) => each.name === name);
    return use ? `${whole(use.megabytes)} MB (at most ${whole(use.peakMegabytes)})` : '';
  };
  const perRow = ({ size }: Grown, table: string) => {
    const found = size.clickhouse.find((each) => each.table === table);
    return found && found.rows > 0 ? `${(found.bytes / found.rows).toFixed(0)} bytes` : '';
  };
  const tables = [...new Set(grown.flatMap(({ size }) => size.clickhouse.map(({ table }) => table)))];
  return [
    [['memory of', ...heading], ...names.map((name) => row(name, (of) => memory(of, name)))],
    [
      ['size', ...heading],
      row('rows', ({ rows }) => whole(rows)),
      row('events written in', ({ written }) => seconds(written)),
      row('shown after', ({ projected }) => seconds(projected)),
      row('event store', ({ size }) => megabytes(size.eventStoreBytes)),
      row('MongoDB', ({ size }) => megabytes(size.mongoBytes)),
      ...tables.map((table) => row(`a row of ${table}`, (of) => perRow(of, table))),
    ],
  ];
}

const parts: Record<string, (of: Sizes) => Promise<Table[]>> = {
  rows: async (of) => [await rowsAgainstRebuild(of)],
  plans: async (of) => [await plansAgainstQueries(of)],
  members: membersAgainstMemory,
  demo: () => onPortal(demoSize),
};

try {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
  });
  const wanted = values.only ?? Object.keys(parts);
  const unknown = wanted.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) throw new Error(`There is no part ${unknown}.\n${usage}`);
  const of = values.quick ? sizes.quick : sizes.full;
  const tables: Table[] = [];
  for (const name of wanted) tables.push(...(await parts[name]!(of)));
  for (const table of tables) print(`\n${textTable(table, table[0]!.map((_, i) => i).slice(1))}`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
