import type { FileChanges, ShownOptionChange } from '@superscope/contracts/investment-options';
import { dayText } from '../../ui/day-text';
import { number } from '../../ui/format';

/** Points of growth exposure from which a change is worth a second look. */
const MANY_POINTS = 15;

const counted = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

export const optionCount = (count: number) => counted(count, 'option', 'options');
export const memberCount = (count: number) => counted(count, 'member', 'members');
export const rowCount = (count: number) => counted(count, 'row', 'rows');

/** A growth exposure, exactly as it was written. */
export const growthText = (percent: string | null) => (percent === null ? '–' : `${percent}%`);

const COLUMNS: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  isLifecycle: 'lifecycle',
  isChoice: 'choice',
  return1yr: '1-year return',
  return3yr: '3-year return',
  return5yr: '5-year return',
  return10yr: '10-year return',
  riskLabel: 'risk label',
  performanceTest: 'performance test',
  performanceTestYear: 'year of the performance test',
};

/** What changes beside the growth exposure, in words; null if nothing does. */
export function othersText({ columns }: ShownOptionChange): string | null {
  const others = columns.flatMap((column) => COLUMNS[column] ?? []);
  return others.length === 0 ? null : `Changes: ${others.join(', ')}.`;
}

/** What to look at before a change is taken; null if there is nothing. */
export function warningOf({ kind, growthBefore, growthAfter, members, plans }: ShownOptionChange): string | null {
  if (kind === 'removed')
    return members === 0
      ? null
      : `Held by ${memberCount(members)} in ${counted(plans, 'plan', 'plans')}. Their money stays; the option can no longer be chosen.`;
  if (kind === 'added') return growthAfter === null ? 'The file names no growth exposure.' : null;
  if (growthBefore === null) return null;
  if (growthAfter === null) return 'The file no longer names its growth exposure.';
  const points = Math.abs(Number(growthAfter) - Number(growthBefore));
  return points < MANY_POINTS ? null : `A change of ${number(points, points % 1 === 0 ? 0 : 1)} points: is it meant?`;
}

/** What the file is compared with. */
export const comparedText = ({ comparedWith }: FileChanges, dataDate: string): string =>
  comparedWith === null
    ? 'The platform has no options yet.'
    : comparedWith === dataDate
      ? `The file replaces the options of ${dayText(dataDate)}.`
      : `Compared with the options of ${dayText(comparedWith)}.`;

/** What happens to scores when the file is taken. The first list of a platform counts for the days before its date too. */
export function scoresText({ plans, isFirst, nextDate }: FileChanges, dataDate: string): string {
  const from = isFirst ? '' : ` from ${dayText(dataDate)}`;
  const until = nextDate === null ? '' : ` until ${dayText(nextDate)}, the next data date`;
  const when = isFirst && nextDate === null ? ' for all months' : `${from}${until}`;
  return `Scores of ${counted(plans, 'plan', 'plans')} are derived again${when}.`;
}
