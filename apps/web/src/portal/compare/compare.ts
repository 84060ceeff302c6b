import {
  eachMonth,
  firstOfMonth,
  isQuarterEnd,
  lastOfMonth,
  monthOf,
  monthsBefore,
  wholeQuarters,
} from '../period/period';

/** The months that figures of a period are compared with. */
export const compareKeys = ['previous', 'year'] as const;
export type CompareKey = (typeof compareKeys)[number];
export const isCompareKey = (key: unknown): key is CompareKey => compareKeys.some((known) => known === key);

/** The labels in the page header, legends and table heads. */
export const COMPARED: Record<CompareKey, string> = { previous: 'Previous period', year: 'A year before' };

const YEAR = 12;
const QUARTER = 3;

interface Asked {
  key: CompareKey;
  /** First and last day of whole months, yyyy-MM-dd. */
  dateRange: [string, string];
  /** Only quarter ends are published for this question. */
  quarterEnds: boolean;
}

const publishedMonths = ({ dateRange: [first, last], quarterEnds }: Asked): string[] => {
  const months = eachMonth(first, last);
  return quarterEnds ? months.filter(isQuarterEnd) : months;
};

/**
 * By how many months the earlier figures precede those of the period. A period runs from its first month end to its last, so the
 * previous one ends where it starts.
 */
export function monthsEarlier(asked: Asked): number {
  if (asked.key === 'year') return YEAR;
  const months = publishedMonths(asked).length;
  return asked.quarterEnds ? QUARTER * Math.max(1, months - 1) : Math.max(1, months - 1);
}

/** The month `by` months before `month`; both yyyy-MM. */
export const monthEarlier = (month: string, by: number) => monthOf(monthsBefore(`${month}-01`, by));

/** First and last day of the earlier months to ask for; null if the period has no published months. */
export function earlierRange(asked: Asked): [string, string] | null {
  const months = publishedMonths(asked);
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return null;
  const by = monthsEarlier(asked);
  const range: [string, string] = [firstOfMonth(monthEarlier(first, by)), lastOfMonth(`${monthEarlier(last, by)}-01`)];
  return asked.quarterEnds ? wholeQuarters(range) : range;
}

export interface CompareOption {
  key: CompareKey;
  label: string;
  /** yyyy-MM of the first and the last month. */
  months: [string, string];
  /** True if the option cannot be chosen, because the plan has no figures of that time. */
  refused: boolean;
}

/** The possible comparisons of a period. `firstMonth` is the plan's first with figures, yyyy-MM. */
export function compareOptions(asked: Omit<Asked, 'key'>, firstMonth: string): CompareOption[] {
  return compareKeys.flatMap((key): CompareOption[] => {
    const range = earlierRange({ key, ...asked });
    if (range === null) return [];
    const months = publishedMonths({ key, dateRange: range, quarterEnds: asked.quarterEnds });
    const last = months.at(-1)!;
    return [{ key, label: COMPARED[key], months: [months[0]!, last], refused: last < firstMonth }];
  });
}
