import type { DemoPast } from './past-plan.js';

/** Something that happened on a day of the demo's past. */
export interface PastStep {
  /** Names the step in the keys of its requests, so that a repeated load records nothing twice. */
  name: string;
  at: Date;
  what: 'import' | 'open' | 'close' | 'look' | 'replace' | 'move' | 'cancel' | 'promote' | 'demote' | 'record';
  /** yyyy-MM: the month that is imported or closed. */
  month: string;
}

const minute = 60_000;

const monthAfter = (month: string, months = 1): string => {
  const count = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + months;
  return `${Math.floor(count / 12)}-${String((count % 12) + 1).padStart(2, '0')}`;
};

/** A morning in Sydney, at 9 am in winter and 10 am in summer, and some minutes. Days count from 2. */
const morning = (month: string, day: number, minutes = 0): Date =>
  new Date(Date.parse(`${month}-${String(day - 1).padStart(2, '0')}T23:00:00Z`) + minutes * minute);

/** Just after the beginning of a month in Sydney, summer or winter. */
const monthStart = (month: string): Date => new Date(Date.parse(`${month}-01T00:05:00Z`) - 10 * 60 * minute);

/** When the demo's first event was recorded: the morning before its first files came. */
export const beginningOf = (past: DemoPast): Date => morning(monthAfter(past.deliveries[0]!.month), 4);

/**
 * What happened in the demo's past, in order. A month is imported on the 5th of the next one and closed on the 8th. Steps that would be
 * later than `now` happen now, and a month that is not due to be closed yet stays open.
 */
export function pastSteps(past: DemoPast, now: Date): PastStep[] {
  const { asAt } = past;
  const months = past.deliveries.map(({ month }) => month);
  const monthly = months.flatMap((month): PastStep[] => [
    { name: `open-${monthAfter(month)}`, at: monthStart(monthAfter(month)), what: 'open', month: monthAfter(month) },
    { name: `import-${month}`, at: morning(monthAfter(month), 5, 10), what: 'import', month },
    { name: `close-${month}`, at: morning(monthAfter(month), 8, 5), what: 'close', month },
    { name: `look-${month}`, at: morning(monthAfter(month), 9, 40), what: 'look', month },
  ]);
  const single: PastStep[] = [
    { name: 'move', at: morning(past.moved.month, 12, 95), what: 'move', month: past.moved.month },
    { name: 'promote', at: morning(monthAfter(asAt, -4), 11, 15), what: 'promote', month: monthAfter(asAt, -4) },
    { name: 'demote', at: morning(monthAfter(asAt, -3), 2, 20), what: 'demote', month: monthAfter(asAt, -3) },
    {
      name: 'replace',
      at: morning(monthAfter(past.replaced.month), 19, 30),
      what: 'replace',
      month: past.replaced.month,
    },
    {
      name: 'cancel',
      at: morning(monthAfter(past.cancelled.month), 6, 55),
      what: 'cancel',
      month: past.cancelled.month,
    },
    { name: 'record', at: morning(asAt, 15, 72), what: 'record', month: asAt },
  ];
  const begins = beginningOf(past);
  return [...monthly, ...single]
    .filter(({ what, at }) => at >= begins && (at <= now || !['open', 'close'].includes(what)))
    .map((step) => ({ name: step.name, what: step.what, month: step.month, at: step.at <= now ? step.at : now }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}
