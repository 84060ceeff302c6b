import type { ScoredArea } from '@superscope/contracts/super-score';
import { areas } from '../../portal/figures/scored-areas';
import { figureText } from '../../portal/figures/figure-text';
import { knownText } from '../../portal/figures/base';
import type { Change } from '../../portal/analytics/result';
import { longMonth, number, share } from '../../ui/format';
import { capital, inWords, uncapital } from '../../ui/in-words';
import type { TrackedFigures } from './use-tracked';
import type { Changed } from './what-changed';

/** What members have or are where an area concerns them. */
const CONCERNS: Record<ScoredArea, string> = {
  nominatedBeneficiary: 'have no nominated beneficiary',
  accountBalance: 'have a low account balance',
  lifeInsurance: 'have inadequate life insurance',
  investmentApproach: 'have an unsuitable investment',
  retirementAdequacy: 'are heading for less than Modest in retirement',
};

export interface Sentence {
  /** The statement, without its figures. */
  lead: string;
  figures: string;
  /** The changes over other lengths. */
  small: string;
  /** The size with its sign, and over what. */
  by: string;
  over: string;
  /** The figure by its groups, as a path and its own parameters. */
  to: string;
}

const WHEN: Record<Changed['by'], (months: number) => string> = {
  run: (months) => `, ${inWords(months)} months running`,
  months12: () => ' than a year ago',
  months3: () => ' than three months ago',
};

const signed = (value: number, text: string) => `${value < 0 ? '−' : '+'}${text}`;

/** 'October 2026', or without the year where a sentence has named it. */
const startText = (start: string, end: string): string =>
  start.slice(0, 4) === end.slice(0, 4) ? longMonth(start).split(' ')[0]! : longMonth(start);

export function sentenceOf(
  { key, by, months: count, change, others }: Changed,
  { months, figures }: TrackedFigures,
): Sentence {
  const cells = figures.find((figure) => figure.key === key)!.cells;
  const area = areas.find((each) => each.key === key);
  const text = area ? (value: number) => share(value) : (value: number) => number(value, 2);
  const size = (value: number) => (area ? `${number(Math.abs(value), 1)} pp` : number(Math.abs(value), 2));
  const [start, end] = [months.at(-1 - count)!, months.at(-1)!];
  const base = key === 'lifeInsurance' ? ` of those ${knownText(area!.dimension)}` : '';
  const way = change.by > 0 ? 'up' : 'down';
  const lead = area
    ? `${way === 'up' ? 'More' : 'Fewer'} members ${CONCERNS[area.key]}`
    : `The plan’s score is ${way === 'up' ? 'higher' : 'lower'}`;
  const also = ({ months: length, change: over }: { months: number; change: Change | null }) =>
    over === null
      ? []
      : [`Over ${length} months: ${over.clear && over.by !== 0 ? signed(over.by, size(over.by)) : 'no clear change'}.`];
  return {
    lead: `${lead}${WHEN[by](count)}`,
    figures: `${figureText(cells.at(-1)!, text)}${base} in ${longMonth(end)}, from ${figureText(cells.at(-1 - count)!, text)} in ${startText(start, end)}`,
    small: others.flatMap(also).join(' '),
    by: signed(change.by, size(change.by)),
    over: `in ${inWords(count)} months`,
    to: area
      ? `/super/analytics/shareOfMembers?dimensions=${area.dimension.split('.')[1]},ageGroup`
      : '/super/analytics/averageSuperScore?dimensions=ageGroup',
  };
}

/** The same in a few words: 'fewer members have no nominated beneficiary than a year ago (−5.4 pp)'. */
export function shortOf(changed: Changed, tracked: TrackedFigures): string {
  const { lead, by } = sentenceOf(changed, tracked);
  return `${uncapital(lead)} (${by})`;
}

/**
 * An area's card says the run beside the change over the page's period, which may hide it: 'Down over the period, up seven months running'.
 * `period` is null where it has no clear change.
 */
export function runText(run: { months: number; change: Change } | null, period: Change | null): string {
  if (run === null) return 'No run of months';
  const way = ({ by }: Change) => (by > 0 ? 'up' : 'down');
  const of = `${way(run.change)} ${inWords(run.months)} months running`;
  const hides = period !== null && period.clear && period.by !== 0 && way(period) !== way(run.change);
  const said = hides ? `${way(period)} over the period, ${of}` : of;
  return capital(said);
}
