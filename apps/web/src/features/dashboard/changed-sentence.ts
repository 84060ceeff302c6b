import type { ScoredArea } from '@superscope/contracts/super-score';
import { areas } from '../../portal/figures/scored-areas';
import { figureText } from '../../portal/figures/figure-text';
import { knownText } from '../../portal/figures/base';
import type { Change } from '../../portal/analytics/result';
import { longMonth, number, share } from '../../ui/format';
import { capital, inWords, uncapital } from '../../ui/in-words';
import type { TrackedFigures } from './use-tracked';
import { changeOver, isComparable, type Changed, type Tracked } from './what-changed';

/** What is said of a share of members whom an area concerns. */
const CONCERNS: Record<ScoredArea, string> = {
  nominatedBeneficiary: 'has no nominated beneficiary',
  accountBalance: 'has a low account balance',
  lifeInsurance: 'has inadequate life insurance',
  investmentApproach: 'has an unsuitable investment',
  retirementAdequacy: 'is heading for less than Modest in retirement',
};

export interface Sentence {
  /** The statement, without its figures. */
  lead: string;
  figures: string;
  /** The changes over other lengths. */
  small: string;
  /** The size with its sign, or about where it is rounded; and over what. */
  by: string;
  over: string;
  /** The figure, by age group where the plan has figures of them, as a path and its own parameters. */
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
  byAge = true,
): Sentence {
  const cells = figures.find((figure) => figure.key === key)!.cells;
  const area = areas.find((each) => each.key === key);
  const text = area ? (value: number) => share(value) : (value: number) => number(value, 2);
  const size = ({ by: value, rounded }: Change) =>
    area ? `${number(Math.abs(value), rounded ? 0 : 1)} pp` : number(Math.abs(value), 2);
  // A sign beside a rounded number would look exact: the lead, or a word, says the direction.
  const sized = (of: Change, direction: string) =>
    of.rounded ? `${direction}about ${size(of)}` : signed(of.by, size(of));
  const [start, end] = [months.at(-1 - count)!, months.at(-1)!];
  const base = key === 'lifeInsurance' ? ` of those ${knownText(area!.dimension)}` : '';
  const way = change.by > 0 ? 'up' : 'down';
  const lead = area
    ? `A ${way === 'up' ? 'larger' : 'smaller'} share of members ${CONCERNS[area.key]}`
    : `The plan’s score is ${way === 'up' ? 'higher' : 'lower'}`;
  const also = ({ months: length, change: over }: { months: number; change: Change | null }) =>
    over === null
      ? []
      : [
          `Over ${length} months: ${over.clear && over.by !== 0 ? sized(over, over.by > 0 ? 'up ' : 'down ') : 'no clear change'}.`,
        ];
  return {
    lead: `${lead}${WHEN[by](count)}`,
    figures: `${figureText(cells.at(-1)!, text)}${base} in ${longMonth(end)}, from ${figureText(cells.at(-1 - count)!, text)} in ${startText(start, end)}`,
    small: others.flatMap(also).join(' '),
    by: sized(change, ''),
    over: `in ${inWords(count)} months`,
    to: area
      ? `/super/analytics/shareOfMembers?dimensions=${area.dimension.split('.')[1]}${byAge ? ',ageGroup' : ''}`
      : `/super/analytics/averageSuperScore${byAge ? '?dimensions=ageGroup' : ''}`,
  };
}

/** The same in a few words: 'a smaller share of members has no nominated beneficiary than a year ago (−5.4 pp)'. */
export function shortOf(changed: Changed, tracked: TrackedFigures): string {
  const { lead, by } = sentenceOf(changed, tracked);
  return `${uncapital(lead)} (${by})`;
}

/** How far back the answer to 'what changed' reaches. */
function reachText({ figures, months }: TrackedFigures): string {
  const [over3, over12] = [3, 12].map((length) => figures.some(({ cells }) => changeOver(cells, length) !== null));
  if (over12) return over3 ? 'over 3 or 12 months' : 'over 12 months';
  return months.length > 12
    ? 'over 3 months; figures of a year ago are not published'
    : `over 3 months; figures go back to ${longMonth(months[0]!)}`;
}

/** What there is to say where no sentence is told: that nothing changed, or that nothing is published to tell it from. */
export function nothingChangedText(tracked: TrackedFigures, exact: boolean): string {
  const { figures } = tracked;
  const hidden = figures.filter((figure) => !isComparable(figure)).length;
  if (hidden === figures.length)
    return exact
      ? 'There are no two months whose figures can be compared.'
      : 'Whether anything changed cannot be told: too little of these months is published.';
  // Exact figures have no margin: whatever is different has changed.
  const beyond = exact ? '' : ' by more than its margin';
  const subject = hidden > 0 && !exact ? 'Nothing that is published' : 'Nothing';
  return `${subject} changed${beyond}, ${reachText(tracked)}.`;
}

/** What became of the figures that no sentence is about. */
export function restText(figures: readonly Pick<Tracked, 'cells'>[], exact: boolean): string {
  const still = figures.filter(isComparable).length;
  const hidden = figures.length - still;
  const others = (count: number) => (count === 1 ? 'One other figure' : `${capital(inWords(count))} other figures`);
  return [
    still > 0 ? `${others(still)} did not change${exact ? '' : ' by more than the margin'}.` : '',
    hidden > 0 ? `Of ${uncapital(others(hidden))} too little is published to tell.` : '',
  ]
    .filter((part) => part !== '')
    .join(' ');
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
