import { halfUp, least, type AverageKind } from './publish.js';
import { figure, isFigure, nothing, withheld, type Published } from './published.js';
import { twinFactor } from './twins.js';

// A computation on published figures alone reveals nothing more than those figures.

/** Published average x published members. */
export const total = (average: Published, members: Published): Published =>
  !isFigure(average) ? average : !isFigure(members) ? members : figure(average.value * members.value);

/** The sum of published figures; withheld when one of its terms is. */
export function sum(terms: readonly Published[]): Published {
  let value = 0;
  for (const term of terms) {
    if (!isFigure(term)) return term;
    value += term.value;
  }
  return figure(value);
}

/** The rest of a published whole; fewer than 11 are withheld as everywhere. */
export const rest = (whole: Published, part: Published): Published => {
  if (!isFigure(whole)) return whole;
  if (!isFigure(part)) return withheld('np');
  const left = whole.value - part.value;
  return left < least ? withheld('<11') : figure(left);
};

export const scaled = (published: Published, change: (value: number) => number): Published =>
  isFigure(published) ? figure(change(published.value), published.rounded ? { rounded: true } : {}) : published;

/** One figure divided by another, converted to its unit; no value when the divisor is 0. */
export function ratio(over: Published, under: Published, change: (ratio: number) => number): Published {
  if (!isFigure(over)) return over;
  if (!isFigure(under)) return under;
  return under.value === 0 ? nothing : figure(change(over.value / under.value));
}

/** Percent with one decimal, rounded half up. */
export const percent = (ratio: number): number => Math.round(ratio * 1000) / 10;

/** The greatest error of a published mean, in points of 0..1. */
const maxError = 0.05;

/**
 * Mean points of a category's values, from their published shares in percent; two decimals. Withheld values share the remainder. The
 * mean is withheld where its error may be too large.
 */
export function meanPoints(shares: readonly Published[], points: readonly number[], members: Published): Published {
  if (!isFigure(members)) return members;
  if (members.value === 0) return nothing;
  const hidden = points.filter((_, i) => !isFigure(shares[i]!));
  if (hidden.length === points.length) return withheld('np');
  let known = 0;
  let told = 0;
  for (const [i, share] of shares.entries()) {
    if (!isFigure(share)) continue;
    known += share.value / 100;
    told += (share.value / 100) * points[i]!;
  }
  if (hidden.length === 0) return known === 0 ? withheld('np') : figure(Math.round((100 * told) / known) / 100);
  const left = Math.max(0, 1 - known);
  const [most, fewest] = [Math.max(...hidden), Math.min(...hidden)];
  if ((left * (most - fewest)) / 2 > maxError) return withheld('np');
  const middle = hidden.reduce((all, each) => all + each, 0) / hidden.length;
  return figure(Math.round((100 * (told + left * middle)) / Math.max(1, known)) / 100);
}

export interface Part {
  name: string;
  value: Published;
  /** Published number of members, the weight of an average. */
  members: Published;
}

export interface Several {
  value: Published;
  /** Names of the withheld parts. */
  leftOut: string[];
}

const isEmpty = (part: Part): boolean => isFigure(part.members) && part.members.value === 0;

const stands = ({ value, members }: Part): boolean => isFigure(value) && isFigure(members);

function kept(parts: readonly Part[]): { kept: Part[]; leftOut: string[] } {
  const stand = parts.filter(stands);
  const lacking = parts.filter((part) => !stands(part) && !isEmpty(part));
  return { kept: stand, leftOut: [...new Set(lacking.map(({ name }) => name))] };
}

const noneOf = (parts: readonly Part[]): Published =>
  parts.find(({ value }) => value.because === '<11')?.value ??
  parts.find(({ value }) => value.because)?.value ??
  nothing;

/** The sum of several cells without the withheld ones. */
export function sumOf(parts: readonly Part[]): Several {
  if (parts.length === 1) return { value: parts[0]!.value, leftOut: [] };
  const { kept: stand, leftOut } = kept(parts);
  if (stand.length === 0) return { value: noneOf(parts), leftOut: [] };
  return { value: sum(stand.map(({ value }) => value)), leftOut };
}

/** Several values of one cell's category: the sum of the published values, at most `all`. */
export function valuesTogether(parts: readonly Part[], all: number): Several {
  const { kept: stand, leftOut } = kept(parts);
  if (stand.length === 0) {
    if (parts.every(isEmpty)) return { value: parts[0]?.value ?? nothing, leftOut: [] };
    // Each part may have few members and all together many, so '<11' would be wrong.
    return { value: parts.find(({ value }) => value.because === 'least')?.value ?? withheld('np'), leftOut: [] };
  }
  const together = stand.reduce((sum, { value }) => sum + value.value!, 0);
  const isRounded = stand.some(({ value }) => value.rounded);
  return { value: figure(Math.min(all, Math.round(10 * together) / 10), isRounded ? { rounded: true } : {}), leftOut };
}

/** The mean of several cells without the withheld ones, weighted by their published members and rounded half up to `unit`. */
export function averageOf(parts: readonly Part[], unit: number): Several {
  if (parts.length === 1) return { value: parts[0]!.value, leftOut: [] };
  const { kept: stand, leftOut } = kept(parts);
  const members = stand.reduce((all, part) => all + part.members.value!, 0);
  if (stand.length === 0 || members === 0) return { value: noneOf(parts), leftOut: [] };
  const weighted = stand.reduce((all, part) => all + part.members.value! * part.value.value!, 0);
  return { value: figure(halfUp(weighted / members, unit)), leftOut };
}

/** The kind of a figure, which determines its margin. */
export type MarginKind = AverageKind | 'share' | 'count' | 'component';

/**
 * The smallest clear change of a figure, about two standard deviations of its noise. `members` is the published base; `whole` means a
 * whole plan without a secret condition. The unit is percentage points for shares, members for counts, the figure's own unit for
 * averages, stars for scores, and points of 0..1 for components. `twin` means that the figure has the noise of a younger twin.
 */
export function margin(
  kind: MarginKind,
  value: Published,
  members: Published,
  whole: boolean,
  twin = false,
): number | null {
  const alone = marginAlone(kind, value, members, whole);
  return alone === null || !twin ? alone : alone * twinFactor;
}

function marginAlone(kind: MarginKind, value: Published, members: Published, whole: boolean): number | null {
  if (!isFigure(members) || members.value === 0) return null;
  const n = members.value;
  switch (kind) {
    case 'share':
      return (100 * (whole ? 6.9 : 11.3)) / n;
    case 'count':
      return whole ? 6.9 : 11.3;
    case 'score':
      return (whole ? 12 : 20) / n;
    case 'component':
      return (whole ? 12 : 20) / n / 5;
    default: {
      if (!isFigure(value)) return null;
      const parts = { size: [7, 7], presence: [15, 24], age: [4.4, 7.1] } as const;
      return (parts[kind][whole ? 0 : 1] / n) * Math.abs(value.value);
    }
  }
}
