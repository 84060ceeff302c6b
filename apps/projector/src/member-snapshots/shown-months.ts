import { plansView } from '@superscope/contracts/read-models/fund';
import { calendarView } from '@superscope/contracts/read-models/plan-months';
import { shiftMonth } from '@superscope/domain/calendar-dates';
import { allMonths } from '../runtime/writing/projection.js';
import type { Target } from '../runtime/writing/target.js';
import type { DerivationRun, StaleMonths } from '../runtime/deriving/derivation.js';
import { derivedId } from '../runtime/deriving/plan-version.js';
import type { MonthImports } from './snapshot-sweep.js';

/** Name of the derivation in stored documents. */
export const derivationName = 'memberSnapshots';

const shownId = (planId: string): string => derivedId(derivationName, planId);

/** Months that the calendar opened after the plan's newest snapshot; none after the plan has closed. */
export async function carriedMonths(target: Target, planId: string, own: MonthImports): Promise<string[]> {
  const newest = [...own.keys()].at(-1);
  if (newest === undefined) return [];
  const [opened, plan] = await Promise.all([
    target
      .of(calendarView)
      .find({ _id: { $gt: newest } })
      .sort({ _id: 1 })
      .toArray(),
    target.of(plansView).findOne({ _id: planId }),
  ]);
  const closedOn = plan?.closedOn ?? null;
  return opened.map((month) => month._id).filter((month) => closedOn === null || `${month}-01` < closedOn);
}

/** A plan's live rows to derive, and the range of visible rows to compare them with. Months are yyyy-MM. */
export interface LiveMonths {
  /** Months to derive, from their own imports or carried forward. */
  due: ReadonlySet<string>;
  newest: string | null;
  /** Rows visible from `since` to `reach` are compared; rows visible after `lastStale` stay. */
  since: string;
  reach: string;
  lastStale: string;
}

export function liveMonths(stale: StaleMonths, own: MonthImports, carried: readonly string[]): LiveMonths {
  const due = new Set(
    [...own.keys(), ...carried].filter((month) => month >= stale.fromMonth && month <= stale.toMonth),
  );
  // A change of the newest snapshot affects all months that carry it forward.
  const newest = [...own.keys()].at(-1) ?? null;
  if (newest !== null && newest <= stale.toMonth) for (const month of carried) due.add(month);
  const last = [...due].sort().at(-1) ?? stale.toMonth;
  // Without a snapshot in or after the stale months, all later rows were carried forward, perhaps from a snapshot that is gone.
  const lastStale = newest === null || newest < stale.fromMonth ? allMonths.toMonth : stale.toMonth;
  // Months between two snapshots were carried forward until the later one came, and must have no rows now.
  const older = [...own.keys()].filter((month) => month < stale.fromMonth).at(-1);
  const since = older === undefined ? stale.fromMonth : shiftMonth(older, 1);
  return { due, newest, since, reach: last > lastStale ? last : lastStale, lastStale };
}

/** The snapshot that a month shows, as `month/importId`: its own or, for a month that is carried forward, the newest one. */
const sourceOf = (month: string, own: MonthImports): string => {
  const from = own.has(month) ? month : [...own.keys()].at(-1)!;
  return `${from}/${own.get(from)!.importId}`;
};

/**
 * Some members of a month can only be derived alone if the rows of all others already come from the same import. Otherwise the month would
 * show only a few members, or members of two imports, until all are derived. In that case all members are derived at once.
 */
export async function wholeWhereNeeded(
  target: Target,
  planId: string,
  stale: StaleMonths,
  own: MonthImports,
  carried: readonly string[],
): Promise<StaleMonths> {
  if (stale.members === null) return stale;
  const derived = (await target.derived().findOne({ _id: shownId(planId) }))?.months ?? {};
  const shown = [...own.keys(), ...carried].every((month) => derived[month] === sourceOf(month, own));
  return shown ? stale : { ...stale, members: null };
}

/** Records what each month of a plan shows once `due` is derived, unless a newer run has done so. */
export async function noteShownMonths(
  target: Target,
  { planId, version }: DerivationRun,
  own: MonthImports,
  carried: readonly string[],
  due: ReadonlySet<string>,
): Promise<void> {
  const derived = target.derived();
  const known = (await derived.findOne({ _id: shownId(planId) }))?.months ?? {};
  const months: Record<string, string> = {};
  for (const month of [...own.keys(), ...carried])
    if (due.has(month)) months[month] = sourceOf(month, own);
    else if (known[month] !== undefined) months[month] = known[month];
  await derived.updateOne({ _id: shownId(planId), version: Number(version) }, { $set: { months } });
}
