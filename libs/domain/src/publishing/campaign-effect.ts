import { rest } from './combine.js';
import { least } from './publish.js';
import { figure, isFigure, withheld, type Published } from './published.js';

/** Members to whom a campaign's aim applied before the campaign, and those of them to whom it no longer applies afterwards. */
export interface Acted<Count> {
  concerned: Count;
  acted: Count;
}

/** The recipients' share of members who acted less the others' share, in percentage points, with its 95 % confidence interval. */
export interface Effect {
  points: number;
  low: number;
  high: number;
}

/** A number that is known to lie between two others; `from` and `to` are equal if it is known exactly. */
interface Range {
  from: number;
  to: number;
}
interface Known {
  concerned: number;
  acted: Range;
}

/** Whether a count has the noise of a younger twin, which is the sum of two draws. */
export interface TwinCounts {
  all: Acted<boolean>;
  recipients: Acted<boolean>;
}
const noTwins: TwinCounts = {
  all: { concerned: false, acted: false },
  recipients: { concerned: false, acted: false },
};

/** Variance of one draw of noise. The `concerned` count of all members is a value of a category, which has up to two noisy boundaries. */
const draw = 16;
const boundaries = { all: { concerned: 2, acted: 1 }, recipients: { concerned: 1, acted: 1 } } as const;

/** Variances of the noise in published counts. The others are all members less the recipients, so the variances of both counts add up. */
function noiseVariances(twins: TwinCounts): { recipients: Acted<number>; others: Acted<number> } {
  const of = (who: keyof TwinCounts, count: keyof Acted<number>) =>
    draw * boundaries[who][count] * (twins[who][count] ? 2 : 1);
  const recipients = { concerned: of('recipients', 'concerned'), acted: of('recipients', 'acted') };
  const others = {
    concerned: of('all', 'concerned') + recipients.concerned,
    acted: of('all', 'acted') + recipients.acted,
  };
  return { recipients, others };
}

/** Half the width of a 95 % confidence interval, in standard deviations. */
const sides = 1.96;

const middle = ({ from, to }: Range): number => (from + to) / 2;
const rate = ({ concerned, acted }: Known, of: (range: Range) => number): number =>
  Math.min(1, Math.max(0, of(acted) / concerned));

/**
 * Variance of a group's share: that of chance plus that of the noise in its two counts. Chance follows Agresti and Coull, so that a share
 * of 0 has a variance too.
 */
function varianceOf(group: Known, counts: { concerned: number; acted: number } | null): number {
  const n = group.concerned + 4;
  const share = (middle(group.acted) + 2) / n;
  const drawn = counts === null ? 0 : (counts.acted + share ** 2 * counts.concerned) / group.concerned ** 2;
  return (share * (1 - share)) / n + drawn;
}

function effectOfKnown(recipients: Known, others: Known, published: TwinCounts | null): Effect {
  const noise = published === null ? null : noiseVariances(published);
  const variance = varianceOf(recipients, noise?.recipients ?? null) + varianceOf(others, noise?.others ?? null);
  const reach = sides * Math.sqrt(variance);
  const from = ({ from }: Range) => from;
  const to = ({ to }: Range) => to;
  return {
    points: tenth(rate(recipients, middle) - rate(others, middle)),
    low: tenth(rate(recipients, from) - rate(others, to) - reach),
    high: tenth(rate(recipients, to) - rate(others, from) + reach),
  };
}

const tenth = (part: number): number => Math.round(part * 1000) / 10;

/** The effect from exact counts; null where one of the groups is empty. */
export function effectOf(recipients: Acted<number>, others: Acted<number>): Effect | null {
  if (recipients.concerned === 0 || others.concerned === 0) return null;
  const known = ({ concerned, acted }: Acted<number>): Known => ({ concerned, acted: { from: acted, to: acted } });
  return effectOfKnown(known(recipients), known(others), null);
}

/** Whether the interval excludes zero, so that chance and noise alone do not explain the difference. */
export const isClear = ({ low, high }: Effect): boolean => low > 0 || high < 0;

/** All members less the recipients. This group is not published by itself. */
export const othersOf = (all: Acted<Published>, recipients: Acted<Published>): Acted<Published> => ({
  concerned: rest(all.concerned, recipients.concerned),
  acted: rest(all.acted, recipients.acted),
});

/**
 * The effect from published counts alone. A count of members who acted that is withheld as fewer than about 11 may be anything from 0 to
 * 10, which widens the interval.
 */
export function publishedEffect(
  all: Acted<Published>,
  recipients: Acted<Published>,
  twins: TwinCounts = noTwins,
): { points: Published; effect: Effect | null } {
  const others = othersOf(all, recipients);
  const [inAll, inRecipients] = [rangeOf(all.acted), rangeOf(recipients.acted)];
  if (!isFigure(recipients.concerned) || !isFigure(others.concerned) || inAll === null || inRecipients === null)
    return { points: withheld('np'), effect: null };
  const left = { from: Math.max(0, inAll.from - inRecipients.to), to: Math.max(0, inAll.to - inRecipients.from) };
  const effect = effectOfKnown(
    { concerned: recipients.concerned.value, acted: inRecipients },
    { concerned: others.concerned.value, acted: left },
    twins,
  );
  const isAbout = [inRecipients, left].some(({ from, to }) => from !== to);
  return { points: figure(effect.points, isAbout ? { rounded: true } : {}), effect };
}

const rangeOf = (count: Published): Range | null =>
  isFigure(count)
    ? { from: count.value, to: count.value }
    : count.because === '<11'
      ? { from: 0, to: least - 1 }
      : null;

/** The percentage of members who acted, from published counts. */
export function shareOf({ concerned, acted }: Acted<Published>): Published {
  if (!isFigure(acted)) return acted;
  if (!isFigure(concerned)) return concerned;
  return concerned.value === 0 ? withheld('np') : figure(tenth(Math.min(1, acted.value / concerned.value)));
}
