import { changeOf, type Cell, type Change } from '../../../portal/analytics/result';
import { longMonth, number, share } from '../../../ui/format';
import { inWords } from '../../../ui/in-words';
import { TOO_FEW } from './words';

/** $134.7 million, $841 thousand. */
export function dollarsInWords(amount: number): string {
  const size = Math.abs(amount);
  if (size >= 999_950_000) return `$${number(size / 1e9, 1)} billion`;
  if (size >= 999_950) return `$${number(size / 1e6, 1)} million`;
  return size >= 1000 ? `$${number(size / 1000)} thousand` : `$${number(size)}`;
}

/**
 * Whether the plan grew, by its members at each quarter's end, and its size then and now. Steps of which one end is not published do not
 * count, nor does one to a place in `short`: the months of a quarter that is not whole.
 */
export function overviewSentence(
  members: readonly Cell[],
  assets: readonly Cell[],
  short: readonly number[] = [],
): string {
  const [from, to] = [members[0]?.value ?? null, members.at(-1)?.value ?? null];
  if (to === null) return TOO_FEW;
  const size = (count: number, of: Cell | undefined) =>
    of?.value == null ? `${number(count)} members` : `${number(count)} members and ${dollarsInWords(of.value)}`;
  if (from === null || members.length < 2) return `The plan has ${size(to, assets.at(-1))}.`;
  const steps = members
    .slice(1)
    .flatMap(({ value }, i) =>
      value === null || members[i]!.value === null || short.includes(i + 1) ? [] : [value - members[i]!.value],
    );
  const grew = steps.filter((step) => step > 0).length;
  if (grew === 0 && to === from) {
    const [first, last] = [assets[0]?.value ?? null, assets.at(-1)?.value ?? null];
    const were =
      first === null || last === null ? '' : `; assets went from ${dollarsInWords(first)} to ${dollarsInWords(last)}`;
    return `The plan has kept its ${number(to)} members${were}.`;
  }
  const told =
    grew > 0 && grew === steps.length
      ? 'Members grew in every quarter'
      : to < from
        ? 'Members became fewer'
        : grew === 0
          ? 'Members grew'
          : `Members grew in ${inWords(grew)} of ${inWords(steps.length)} quarters`;
  return `${told}: from ${size(from, assets[0])} to ${size(to, assets.at(-1))}.`;
}

/** How many members are engaged, by quarter ends from a month (yyyy-MM) on, and what they own. */
export function engagedSentence(members: readonly Cell[], assets: readonly Cell[], since: string): string {
  const count = members.at(-1)?.value ?? null;
  if (count === null) return TOO_FEW;
  const change = changeOf([...members]);
  const from = longMonth(since);
  const than =
    change === null
      ? ''
      : change.clear && change.by !== 0
        ? `, ${number(Math.abs(change.by))} ${change.by > 0 ? 'more' : 'fewer'} than in ${from}`
        : `, not clearly more or fewer than in ${from}`;
  const owned = assets.at(-1)?.value ?? null;
  return `${number(count)} members are engaged${than}${owned === null ? '' : `; they own ${dollarsInWords(owned)}`}.`;
}

interface Balance {
  opening: Cell;
  closing: Cell;
  /** Contributions of all kinds over the period, as far as they are published. */
  contributions: number;
  /** What other lines leave: earnings less what was paid out. */
  rest: number;
}

/** What moved the plan's assets. */
export function balanceSentence({ opening, closing, contributions, rest }: Balance): string {
  if (opening.value === null || closing.value === null) return TOO_FEW;
  const change = changeOf([opening, closing])!;
  const more = rest < 0 ? 'more' : 'less';
  const moved = change.clear
    ? `Assets ${change.by < 0 ? 'fell' : 'grew'} by ${dollarsInWords(change.by)} to ${dollarsInWords(closing.value)}`
    : `Assets of ${dollarsInWords(closing.value)} did not clearly change`;
  // What other lines leave is as uncertain as the balances that it follows from.
  const paid = Math.abs(rest) < (closing.margin ?? 0) ? '' : `, and ${more} was paid out than earned`;
  return `${moved}: ${dollarsInWords(contributions)} came in as contributions${paid}.`;
}

interface TwoPeriods {
  /** Assets at the end of the period before the last, of the last, and of this one. */
  assets: readonly [Cell, Cell, Cell];
  /** Members' own contributions in the period before and in this one. */
  own: readonly [Cell, Cell];
}

/** How assets grew in this period and in the one before, and what members put in themselves. Only clear changes have a figure. */
export function periodsSentence({ assets: [first, second, third], own }: TwoPeriods): string {
  const [grew, earlier, more] = [changeOf([second, third]), changeOf([first, second]), changeOf([...own])];
  if (grew === null || grew.percent === null) return TOO_FEW;
  const told = ({ by, percent }: Change) => `${by < 0 ? 'fell' : 'grew'} by ${share(Math.abs(percent!), 1)}`;
  const put =
    more?.clear && more.percent !== null
      ? `; members put in ${share(Math.abs(more.percent), 0)} ${more.by < 0 ? 'less' : 'more'} of their own money`
      : '';
  if (!grew.clear) return `Assets did not clearly change in this period${put}.`;
  const begins = `Assets ${told(grew)} in this period`;
  if (earlier === null || earlier.percent === null || !earlier.clear) return `${begins}${put}.`;
  const after =
    earlier.by < 0 === grew.by < 0
      ? `after ${share(Math.abs(earlier.percent), 1)} in the one before`
      : `after they ${told(earlier)} in the one before`;
  return `${begins}, ${after}${put}.`;
}

export interface TrendOf {
  /** In the plural, such as 'average balances'. */
  name: string;
  cells: readonly Cell[];
  months: readonly string[];
}

interface Fall {
  from: string;
  to: string;
  recovered: boolean;
}

/** The largest clear fall from a high to a later low; null without one. */
export function largestFall({ cells, months }: Pick<TrendOf, 'cells' | 'months'>): Fall | null {
  let high = -1;
  let most = 0;
  let found: Fall | null = null;
  const last = cells.at(-1)?.value ?? null;
  for (const [i, { value, margin }] of cells.entries()) {
    if (value === null) continue;
    if (high === -1 || value > cells[high]!.value!) high = i;
    const by = cells[high]!.value! - value;
    if (by > most && by >= (margin ?? 0)) {
      most = by;
      found = { from: months[high]!, to: months[i]!, recovered: last !== null && last >= cells[high]!.value! };
    }
  }
  return found;
}

const rose = ({ cells }: TrendOf, up: boolean) => {
  const change = changeOf([...cells]);
  return change !== null && change.clear && change.by > 0 === up && change.by !== 0;
};
const andListed = (trends: readonly TrendOf[]) => {
  const names = trends.map(({ name }) => name);
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};

/** Which trends rose, which fell, and the turning point of the last of them that has one. */
export function trendsSentence(trends: readonly TrendOf[]): string {
  const known = trends.filter(({ cells }) => changeOf([...cells]) !== null);
  if (known.length === 0) return TOO_FEW;
  const up = known.filter((trend) => rose(trend, true));
  const down = known.filter((trend) => rose(trend, false));
  const level = known.filter((trend) => !up.includes(trend) && !down.includes(trend));
  const turned = known.flatMap((trend) => {
    const fall = largestFall(trend);
    return fall ? [{ trend, fall }] : [];
  });
  const parts = [
    up.length > 0 && `${andListed(up)} rose over the period`,
    down.length > 0 && `${andListed(down)} fell`,
    up.length === 0 && level.length > 0 && `${andListed(level)} did not clearly change`,
  ].filter((part) => part !== false);
  const turning = turned.at(-1);
  const told =
    turning && !down.includes(turning.trend)
      ? `; ${turning.trend.name} fell from ${longMonth(turning.fall.from)} to ${longMonth(turning.fall.to)} and have ${turning.fall.recovered ? '' : 'not '}recovered`
      : '';
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${told}.`;
}
