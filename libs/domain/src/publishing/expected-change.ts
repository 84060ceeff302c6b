import type { Cell } from './cell.js';
import { halfUp, least, type Amounts, type PublishedCount } from './publish.js';
import { figure, isFigure, withheld, type Published } from './published.js';

/** Millionths of a star in a hundredth, to which scores are published. */
const step = 10_000;
/** Spread of a score's noise in a group. */
const deviation = 4;

/**
 * The average gain of the members with a fact, in stars with two decimals. It is published where their share is, so
 * that a gain of no member, or of every member, reveals nothing. `n` is the number of members with the fact; the
 * gains are millionths, of those with a score.
 */
export function meanGain(
  cell: Cell,
  { n, share }: { n: number; share: Published },
  label: string,
  { have, total, lowest, highest }: Amounts,
): Published {
  if (!isFigure(share)) return withheld(share.because === '<11' ? '<11' : 'np');
  // With and without the noise, as everywhere: by the true number alone, an answer would say that there are at least 11.
  if (have < least || (have < n && have + cell.noise('group', `known:${label}`) < least)) return withheld('np');
  const mean = total / have;
  const distance = Math.max(highest - mean, mean - lowest);
  return figure(halfUp(mean + (deviation * distance * cell.deviate(label)) / have, step) / 1_000_000);
}

/**
 * By how many stars a plan's mean score changes where every member with a fact gains the published mean: of published figures only, so
 * that the members concerned have no second noise. `scored` are the published members with a score.
 */
export function expectedChange(gain: Published, { count, share }: PublishedCount, scored: Published): Published {
  if (!isFigure(gain)) return gain;
  if (!isFigure(share)) return withheld('np');
  const part = isFigure(count) && isFigure(scored) && scored.value > 0 ? count.value / scored.value : share.value / 100;
  return figure(hundredth(gain.value * Math.min(1, part)), share.rounded ? { rounded: true } : {});
}

/** A published change, where only a published share of those who could make it do. */
export function changeByShare(change: Published, share: Published): Published {
  if (!isFigure(change)) return change;
  if (!isFigure(share)) return withheld(share.because === '<11' ? '<11' : 'np');
  return figure(
    hundredth((change.value * share.value) / 100),
    change.rounded || share.rounded ? { rounded: true } : {},
  );
}

/** A share among the published number of members that it is of. */
export interface ShareOf {
  of: Published;
  share: Published;
}

/** The middle of 0 to 10: all that is published of a small share is that fewer than about 11 members have it. */
const fewMembers = 5;
/** The greatest error that this may cause, as a part of 1. */
const maxError = 0.05;

/**
 * Published shares put together by the published members that each is of, in percent. Fewer than about 11 count as 5, because leaving
 * them out would keep the large shares only; the result is then about so much, and withheld where they may be a large part.
 */
export function sharesTogether(parts: readonly ShareOf[]): Published {
  let [members, having, few] = [0, 0, 0];
  let isAbout = false;
  for (const { of, share } of parts) {
    if (!isFigure(of) || of.value === 0) continue;
    if (isFigure(share)) having += (of.value * share.value) / 100;
    else if (share.because === '<11') few += fewMembers;
    else continue;
    members += of.value;
    isAbout ||= !isFigure(share) || share.rounded === true;
  }
  if (members === 0) return withheld('np');
  if (few / members > maxError) return withheld('<11');
  return figure(Math.round((100 * (having + few)) / members), isAbout ? { rounded: true } : {});
}

const hundredth = (value: number): number => Math.round(value * 100) / 100;
