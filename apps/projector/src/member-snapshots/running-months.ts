import { columnsOf, valuesOf } from '@superscope/contracts/read-models/analytics-table';
import { runningMonthTable } from '@superscope/contracts/read-models/editions';
import { memberEventRunView } from '@superscope/contracts/read-models/member-events';
import { sydneyDayStart, type IsoDate } from '@superscope/domain/calendar-dates';
import { insertRows } from '../clickhouse-rows/insert-rows.js';
import { countsInMonth } from './counts-in-month.js';
import { carriedMonths } from './shown-months.js';
import { PlanFacts } from '../plan-facts/plan-facts.js';
import type { PlanImports } from '../plan-facts/plan-imports.js';
import type { DerivationRun, DerivationTables, StaleMonths } from '../runtime/deriving/derivation.js';
import { assertHeld } from '../runtime/deriving/plan-version.js';
import { clickhouseInstant } from '../runtime/writing/instants.js';
import type { Target } from '../runtime/writing/target.js';
import type { PlanEditions } from '../editions/plan-editions.js';

interface RunningPlan extends DerivationTables {
  run: DerivationRun;
  snapshots: PlanImports;
  editions: PlanEditions;
  /** What new facts made stale. */
  ranges: readonly StaleMonths[];
}

interface RunningMonth {
  members: number;
  recordedBy: string;
}

/**
 * Counts the members of a plan's months that have no edition yet, as recorded by the newest nightly run, import or publication, and stores
 * what changed. Between two of these moments an event of a member changes no row. Returns the number of rows written.
 */
export async function publishRunningMonths(plan: RunningPlan): Promise<number> {
  const { facts, published, run, snapshots, editions, ranges } = plan;
  const { planId } = run;
  const [stored, moment] = await Promise.all([storedMonths(published, planId), countedAt(plan)]);
  if (moment === null) return 0;
  const own = await snapshots.current(moment);
  const newestEdition = editions.newestMonth(snapshots) ?? '';
  const isRunning = (month: string) => month > newestEdition;
  const carried = (await carriedMonths(facts, planId, own)).filter(isRunning);
  const months = [...[...own.keys()].filter(isRunning), ...carried];
  const isStored = months.length === stored.size && months.every((month) => stored.get(month)?.recordedBy === moment);
  // A fact that was recorded after the moment is not counted.
  if (isStored && !ranges.some(({ recordedFrom }) => recordedFrom <= moment)) return 0;

  const planFacts = new PlanFacts(facts, planId, null);
  const countedBy = await planFacts.countedBy(moment);
  const newest = [...own.keys()].at(-1);
  const sourceOf = (month: string) => (own.has(month) ? month : newest!);
  const sources = [...new Set(months.map(sourceOf))].map((month) => [month, own.get(month)!] as const);
  const [members, memberships] = await Promise.all([
    planFacts.membersIn(sources),
    planFacts.memberships(sources, moment),
  ]);
  const rows: unknown[][] = [];
  const row = (month: string, counted: RunningMonth, isDeleted: 0 | 1) =>
    valuesOf(runningMonthTable, {
      plan_id: planId,
      month: `${month}-01`,
      members: counted.members,
      recorded_by: counted.recordedBy,
      version: run.version,
      is_deleted: isDeleted,
    });
  for (const month of months) {
    const source = sourceOf(month);
    const counts = (memberId: string) =>
      countsInMonth({ planId, month, countedBy }, source, memberships.at(memberId, null));
    const counted = (members.get(source) ?? []).filter(counts).length;
    const known = stored.get(month);
    if (known === undefined || known.members !== counted || known.recordedBy !== moment)
      rows.push(row(month, { members: counted, recordedBy: moment }, 0));
  }
  for (const [month, counted] of stored) if (!months.includes(month)) rows.push(row(month, counted, 1));
  assertHeld(run);
  await insertRows(published.clickhouse, published.table(runningMonthTable.table), columnsOf(runningMonthTable), rows);
  return rows.length;
}

/**
 * The moment by which facts count: the end of the day before the newest nightly run, or a later import or publication of the plan. Null
 * without any of these.
 */
async function countedAt({ facts, snapshots, editions }: RunningPlan): Promise<string | null> {
  const run = await facts.of(memberEventRunView).findOne({ _id: 'newest' });
  const moments = [...[...snapshots.completedAt().values()].flat(), ...editions.publishedAt];
  if (run?.recordedBefore !== undefined) moments.push(lastInstantBefore(run.recordedBefore));
  return moments.reduce<string | null>((newest, at) => (newest === null || at > newest ? at : newest), null);
}

const lastInstantBefore = (day: IsoDate): string =>
  clickhouseInstant(new Date(Date.parse(sydneyDayStart(day)) - 1).toISOString());

async function storedMonths(target: Target, planId: string): Promise<Map<string, RunningMonth>> {
  const answer = await target.clickhouse.query({
    query: `SELECT month, members, recorded_by FROM ${target.table(runningMonthTable.table)} FINAL WHERE plan_id = {plan:String}`,
    query_params: { plan: planId },
    format: 'JSONEachRow',
  });
  const rows = await answer.json<{ month: string; members: number; recorded_by: string }>();
  return new Map(
    rows.map(({ month, members, recorded_by: recordedBy }) => [
      month.slice(0, 7),
      { members: Number(members), recordedBy },
    ]),
  );
}
