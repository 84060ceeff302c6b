import { periodKeys, type PeriodKey } from '@superscope/contracts/period-keys';

export { periodKeys, type PeriodKey };

export interface PeriodOption {
  key: PeriodKey;
  label: string;
  /** yyyy-MM-dd */
  start: string;
  end: string;
  /** yyyy-MM of the first figures, where these begin after what the period is named after. */
  figuresFrom?: string;
}

const PRESETS: [PeriodKey, string, number][] = [
  ['months1', 'Last month', 1],
  ['months3', '3 months', 3],
  ['months6', '6 months', 6],
  ['months12', 'Last year', 12],
  ['months24', 'Last 2 years', 24],
];

export interface PlanSpan {
  /** yyyy-MM-dd */
  startDate: string;
  /** yyyy-MM of the first and the newest month with figures that may be read; null if there is none. */
  firstMonth: string | null;
  lastMonth: string | null;
}

const pad = (n: number) => String(n).padStart(2, '0');
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

export const monthOf = (date: string) => date.slice(0, 7);
export const firstOfMonth = (date: string) => `${monthOf(date)}-01`;
export function lastOfMonth(date: string) {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7))];
  return `${monthOf(date)}-${pad(daysIn(year, month))}`;
}

/** The same day `count` calendar months earlier, or the last day of a month that has no such day. */
export function monthsBefore(date: string, count: number) {
  const at = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - count;
  const [year, month] = [Math.floor(at / 12), (at % 12) + 1];
  return `${year}-${pad(month)}-${pad(Math.min(Number(date.slice(8, 10)), daysIn(year, month)))}`;
}

/** The same, except that a month's end stays a month's end. */
const monthEndsBefore = (end: string, count: number) =>
  end === lastOfMonth(end) ? lastOfMonth(monthsBefore(end, count)) : monthsBefore(end, count);

/** yyyy-MM of every month from `start` to `end`, both included. */
export function eachMonth(start: string, end: string): string[] {
  const from = Number(start.slice(0, 4)) * 12 + Number(start.slice(5, 7)) - 1;
  const to = Number(end.slice(0, 4)) * 12 + Number(end.slice(5, 7)) - 1;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => {
    const at = from + i;
    return `${Math.floor(at / 12)}-${pad((at % 12) + 1)}`;
  });
}

/** Whether the month of a date or a yyyy-MM ends a quarter: March, June, September and December do. */
export const isQuarterEnd = (date: string) => Number(date.slice(5, 7)) % 3 === 0;
/** The last day of the newest quarter that ends in the date's month or before it. */
export function quarterEndBefore(date: string) {
  const past = Number(date.slice(5, 7)) % 3;
  return lastOfMonth(monthsBefore(firstOfMonth(date), past));
}
/** The last day of the quarter that a date lies in. */
export const quarterEndAfter = (date: string) => quarterEndBefore(monthsBefore(firstOfMonth(date), -2));

/**
 * The periods that can be chosen for a plan. All end today, or at the end of the newest month with figures if that month
 * has passed. Presets longer than the plan's own figures are left out.
 */
export function periodOptions(plan: PlanSpan, campaignDates: string[], today: string): PeriodOption[] {
  if (!plan.firstMonth || !plan.lastMonth) return [];
  const end = plan.lastMonth >= monthOf(today) ? today : lastOfMonth(plan.lastMonth);
  const earliest = `${plan.firstMonth}-01`;
  const clip = (date: string) => (date < earliest ? earliest : date);
  const campaigns = campaignDates.filter((date) => date <= end).toSorted();
  const [first, last] = [campaigns[0], campaigns.at(-1)];

  const named: [PeriodKey, string, string | undefined][] = [
    ['sinceFirstCampaign', 'Since first campaign', first && clip(first)],
    ['sinceLastCampaign', 'Since last campaign', last && clip(last)],
    ['sincePlanStart', 'Since plan start', clip(plan.startDate)],
  ];
  const presets = PRESETS.map(([key, label, months]) => [key, label, monthEndsBefore(end, months)] as const).filter(
    ([, , start]) => monthOf(start) >= plan.firstMonth!,
  );
  const isLate = monthOf(plan.startDate) < plan.firstMonth;
  return [...named, ...presets].flatMap(([key, label, start]) => {
    if (!start) return [];
    return key === 'sincePlanStart' && isLate
      ? [{ key, label, start, end, figuresFrom: plan.firstMonth! }]
      : [{ key, label, start, end }];
  });
}

/**
 * The periods if only quarter ends are published. Each starts at a quarter end that is at least one quarter before its end, or at the
 * plan's first quarter end. Empty until a quarter has ended.
 */
export function quarterlyOptions(plan: PlanSpan, campaignDates: string[], today: string): PeriodOption[] {
  if (!plan.firstMonth || !plan.lastMonth) return [];
  const months = eachMonth(plan.firstMonth, plan.lastMonth).filter(isQuarterEnd);
  const [first, last, before] = [months[0], months.at(-1), months.at(-2)];
  if (first === undefined || last === undefined) return [];
  const outward = (start: string) => {
    const snapped = monthOf(quarterEndBefore(start));
    const early = before !== undefined && snapped > before ? before : snapped;
    return lastOfMonth(early < first ? first : early);
  };
  return periodOptions({ ...plan, lastMonth: last }, campaignDates, today)
    .map((option) => ({ ...option, start: outward(option.start), end: lastOfMonth(last) }))
    .filter(({ key, start, end }) => start < end || key.startsWith('since'));
}

/** The day of the newest published figures; null if there are none, such as before the first quarter has ended. */
export function newestPublished({ firstMonth, lastMonth }: PlanSpan, quarterEnds: boolean): string | null {
  if (firstMonth === null || lastMonth === null) return null;
  const end = quarterEnds ? quarterEndBefore(lastMonth) : lastOfMonth(lastMonth);
  return monthOf(end) < firstMonth ? null : end;
}

/** The default: since the first campaign, or since the plan's start if there was none. */
export const defaultPeriod = (options: PeriodOption[]) =>
  options.find((option) => option.key === 'sinceFirstCampaign') ??
  options.find((option) => option.key === 'sincePlanStart') ??
  null;

/**
 * First and last day of the months whose sign-ins and requests a period counts. A preset counts as many months as its name says: the
 * month before them is only the start from which changes are measured.
 */
export function countedMonths({ key, start, end }: PeriodOption): [string, string] {
  const [first, last] = wholeMonths({ start, end });
  return PRESETS.some(([preset]) => preset === key) ? [monthsBefore(first, -1), last] : [first, last];
}

/** Figures are of month ends, so a query covers whole months. */
export const wholeMonths = ({ start, end }: Pick<PeriodOption, 'start' | 'end'>): [string, string] => [
  firstOfMonth(start),
  lastOfMonth(end),
];

/** Extends a range of days back to the start of the quarter in which it begins. */
export const wholeQuarters = ([first, last]: [string, string]): [string, string] => [
  firstOfMonth(monthsBefore(first, (Number(first.slice(5, 7)) - 1) % 3)),
  last,
];
