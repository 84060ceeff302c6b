import type { Cell } from './cell.js';
import { halfUp, least, noiseOf, type Amounts, type PublishedCount } from './publish.js';
import { figure, isFigure, withheld, type Published } from './published.js';

/** A hundredth of a star, to which scores are published, in millionths. */
const step = 10_000;
/** Spread of a score's noise in a group. */
const deviation = 4;

/** The noise label of the members with a fact whose gain is known. */
export const knownGain = (label: string): string => `known:${label}`;

/**
 * The average gain of the members with a fact, in stars with two decimals. It is withheld where their share is, so that
 * it does not reveal that no member, or every member, has the fact. `n` is the number of members with the fact. The
 * amounts are the gains, in millionths of a star, of those members who have a score.
 */
export function meanGain(
  cell: Cell,
  { n, share }: { n: number; share: Published },
  label: string,
  { have, total, lowest, highest }: Amounts,
): Published {
  if (!isFigure(share)) return withheld(share.because === '<11' ? '<11' : 'np');
  // The limit applies with and without the noise, as everywhere. With the true number alone, an answer would reveal at least 11.
  if (have < least || (have < n && have + noiseOf(cell, 'group', knownGain(label)) < least)) return withheld('np');
  const mean = total / have;
  const distance = Math.max(highest - mean, mean - lowest);
  return figure(halfUp(mean + (deviation * distance * cell.deviate(label)) / have, step) / 1_000_000);
}

/**
 * By how many stars a plan's mean score changes if every member with a fact gains the published mean. It is computed from published
 * figures only, so that no second noise is drawn for the members concerned. `scored` are the published members with a score.
 */
export function expectedChange(gain: Published, { count, share }: PublishedCount, scored: Published): Published {
  if (!isFigure(gain)) return gain;
  if (!isFigure(share)) return withheld('np');
  const part = isFigure(count) && isFigure(scored) && scored.value > 0 ? count.value / scored.value : share.value / 100;
  return figure(hundredth(gain.value * Math.min(1, part)), share.rounded ? { rounded: true } : {});
}

/** A published change, scaled to the published share (percent) of the members who make it. */
export function changeByShare(change: Published, share: Published): Published {
  if (!isFigure(change)) return change;
  if (!isFigure(share)) return withheld(share.because === '<11' ? '<11' : 'np');
  return figure(
    hundredth((change.value * share.value) / 100),
    change.rounded || share.rounded ? { rounded: true } : {},
  );
}

/** A published share, and the published number of members that it is a share of. */
export interface ShareOf {
  of: Published;
  share: Published;
}

/** The middle of 0 to 10: all that is published of a small share is that fewer than about 11 members have it. */
const fewMembers = 5;
/** The greatest error that this may cause, as a fraction of 1. */
const maxError = 0.05;

/**
 * Combines published shares into one, in percent, weighted by the published members of each. A share of fewer than about 11 members counts
 * as 5 members, because leaving it out would keep only the large shares. The result is then marked as rounded, and it is withheld where
 * such members could be a large part of it.
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
