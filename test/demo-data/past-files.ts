import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoPast, PastFile } from '@superscope/local/demo-past/past-plan';
import { cellsOf } from './csv-reading.js';
import { type DemoFile, importTables, type ImportTable } from './import-tables.js';
import { dayIn, monthEnd, monthIndex, yearMonth } from './month-calendar.js';
import { flagshipPlan } from './plan-blueprints.js';

/** The column whose day says with which month's files a row was delivered. Rows of other tables were delivered with the first files. */
const dayColumns: Partial<Record<ImportTable, string>> = {
  memberSnapshots: 'asAt',
  assetsOwned: 'asAt',
  campaigns: 'runDate',
  campaignEmailEvents: 'at',
  contactRequests: 'at',
  memberEvents: 'effectiveDate',
};

/** Months before the last one in which something happened that an auditor can look for. */
const back = { moved: 5, replaced: 3, cancelled: 2 } as const;
/** One in so many members whose first delivery of the replaced month had a balance that was a year old: enough to be seen in published figures. */
const oneWithOldBalance = 4;

const cancelled = { id: `${flagshipPlan.planId}-K90`, name: 'Winter super check' };
const otherCompany = 'P0001-E2';

/**
 * Divides the files of a fund into those that it would have delivered over the last `months` months: everything up to the month before,
 * and then the files of each month. Rows that a later file of the demo changes again stand first as they were: one month's balances, one
 * member's employer, a campaign that was then cancelled. All files together leave the fund as the undivided ones do.
 */
export function writePastFiles(files: readonly DemoFile[], outDir: string, asAt: string, months: number): DemoPast {
  const last = monthIndex(asAt);
  if (!Number.isInteger(months) || months <= back.moved)
    throw new Error(`pastMonths must be a whole number above ${back.moved}.`);
  const first = last - months;
  const month = (before: number) => yearMonth(last - before);
  const deliveries = Array.from({ length: months + 1 }, (_, i) => ({
    month: yearMonth(first + i),
    files: [] as PastFile[],
  }));
  const of = (day: string) => Math.max(0, Math.min(months, monthIndex(day.slice(0, 7)) - first));
  const write = (
    delivery: (typeof deliveries)[number],
    table: ImportTable,
    lines: readonly string[],
    name: string = table,
  ) => {
    const folder = join(outDir, delivery.month);
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${name}.csv`);
    writeFileSync(path, `${[importTables[table].join(','), ...lines].join('\n')}\n`);
    return { table, path, rows: lines.length };
  };

  let movedMember: string | null = null;
  for (const { table, path } of files) {
    const columns = importTables[table] as readonly string[];
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);
    const parts = deliveries.map((): string[] => []);
    if (table === 'members') {
      movedMember = moverOf(lines, deliveries[0]!.month);
      for (const line of lines) deliverMember(line, movedMember, of, deliveries, parts);
    } else {
      const at = columns.indexOf(dayColumns[table] ?? '');
      for (const line of lines) parts[at === -1 ? 0 : of(cellsOf(line)[at]!)]!.push(line);
    }
    if (table === 'campaigns')
      parts[months - back.cancelled]!.push(
        [cancelled.id, flagshipPlan.planId, 'SuperScore email', cancelled.name, dayIn(last - back.cancelled, 20)].join(
          ',',
        ),
      );
    parts.forEach((part, i) => {
      if (part.length > 0) deliveries[i]!.files.push(write(deliveries[i]!, table, part));
    });
  }

  const replaced = deliveries[months - back.replaced]!;
  const wrongAt = replaced.files.findIndex(({ table }) => table === 'memberSnapshots');
  const right = linesOf(replaced.files[wrongAt]!);
  const allSnapshots = linesOf({ path: files.find(({ table }) => table === 'memberSnapshots')!.path });
  const wrong = withOldBalances(right, allSnapshots, monthEnd(last - back.replaced - 12));
  replaced.files[wrongAt] = write(replaced, 'memberSnapshots', wrong);
  const isFlagship = (line: string) => line.startsWith(`${flagshipPlan.planId},`);
  if (movedMember === null) throw new Error('No member of the first plan can have changed the employer.');
  const inner = (id: string) => `${flagshipPlan.platformId}.${id}`;
  return {
    asAt,
    planId: inner(flagshipPlan.planId),
    deliveries,
    replaced: {
      month: replaced.month,
      file: write(replaced, 'memberSnapshots', right.filter(isFlagship), 'memberSnapshots-corrected'),
    },
    moved: { month: month(back.moved), memberNumber: movedMember, companyId: inner(flagshipPlan.companyId) },
    cancelled: { month: month(back.cancelled), campaignId: inner(cancelled.id) },
  };
}

const linesOf = ({ path }: Pick<PastFile, 'path'>): string[] =>
  readFileSync(path, 'utf8').trimEnd().split('\n').slice(1);

const cell = (table: ImportTable, column: string) => (importTables[table] as readonly string[]).indexOf(column);
const member = {
  id: cell('members', 'memberId'),
  company: cell('members', 'companyId'),
  join: cell('members', 'joinDate'),
  exit: cell('members', 'exitDate'),
};

/** The first member of the plan's first employer who was there from the beginning and stayed. */
function moverOf(lines: readonly string[], before: string): string | null {
  const found = lines
    .map(cellsOf)
    .find((c) => c[member.company] === flagshipPlan.companyId && c[member.exit] === '' && c[member.join]! < before);
  return found?.[member.id] ?? null;
}

/** Delivers a member with the month of joining, and again with the month of leaving. */
function deliverMember(
  line: string,
  moved: string | null,
  of: (day: string) => number,
  deliveries: readonly { month: string }[],
  parts: string[][],
): void {
  const cells = cellsOf(line);
  const joined = of(cells[member.join]!);
  const exit = cells[member.exit]!;
  const left = exit === '' ? joined : of(exit);
  // No cell of this table needs quotes.
  const first = cells.map((text, i) => {
    if (i === member.exit && left > joined) return '';
    return i === member.company && cells[member.id] === moved ? otherCompany : text;
  });
  parts[joined]!.push(first.join(','));
  if (left > joined && deliveries[left] !== undefined) parts[left]!.push(line);
}

function withOldBalances(right: readonly string[], all: readonly string[], then: string): string[] {
  const [id, balance] = [cell('memberSnapshots', 'memberId'), cell('memberSnapshots', 'totalAssetsOwned')];
  const yearOld = all.filter((line) => line.includes(`,${then},`)).map((line) => line.split(','));
  const old = new Map(yearOld.map((cells) => [cells[id], cells[balance]!]));
  let seen = 0;
  return right.map((line) => {
    const cells = line.split(',');
    const balanceBefore = old.get(cells[id]);
    if (cells[0] !== flagshipPlan.planId || balanceBefore === undefined || seen++ % oneWithOldBalance !== 0)
      return line;
    return cells.map((text, i) => (i === balance ? balanceBefore : text)).join(',');
  });
}
