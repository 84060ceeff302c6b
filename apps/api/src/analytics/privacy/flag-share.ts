import type { CodedShare } from '@superscope/contracts/analytics/answer';
import { isSmall, shown, small, withheld } from './count-table.js';

/** Members with a flag, without it, and those for whom it is not known. */
export interface FlagCounts {
  yes: number;
  no: number;
  unknown: number;
}

export interface FlagAnswer {
  yes: number;
  no: number;
  unknown: number;
  share: CodedShare | null;
}

/**
 * What may be said of a flag's share: the states of its three counts (count-table.ts), and what to say instead of an exact share.
 *
 * domain-details.md, 'Privacy', with n the members whose flag is known, in order: n in 1-10 suppressed; yes in 1-10 "<11"; no in
 * 1-10 "at least x %". Where the flag is not known of 1 to 10 members, n would tell how many (the plan's headcount is no
 * secret): then only one of yes and no is shown, and the share in steps so coarse that several such numbers fit.
 */
export function flagShare({ yes, no, unknown }: FlagCounts): FlagAnswer {
  const known = yes + no;
  const all = known + unknown;
  const fewUnknown = isSmall(unknown);
  const stateOfUnknown = fewUnknown ? small : shown;
  if (isSmall(all) || isSmall(known)) {
    const state = (count: number) => (count === 0 ? shown : isSmall(count) ? small : withheld);
    return { yes: state(yes), no: state(no), unknown: state(unknown), share: null };
  }
  if (isSmall(yes)) return { yes: small, no: withheld, unknown: stateOfUnknown, share: { kind: 'below' } };
  if (isSmall(no)) {
    // With few unknown, the fewest that could be known: a bound that holds and does not depend on their number.
    const n = fewUnknown ? all - 10 : known;
    const percent = n <= 10 ? 0 : Math.floor((100 * (n - 10)) / n);
    return { yes: withheld, no: small, unknown: stateOfUnknown, share: { kind: 'atLeast', percent } };
  }
  if (!fewUnknown) return { yes: shown, no: shown, unknown: shown, share: null };
  // "<11" is at least 1 and "np" at least 11, so 12 left over would be 1 and 11.
  const hideYes = yes > 0 && (no === 0 || all - yes === 12);
  const left = all - (hideYes ? 0 : yes);
  const hiddenCounts = (hideYes ? 1 : 0) + (no > 0 ? 1 : 0);
  const telling = left === 1 + 11 * hiddenCounts;
  return {
    yes: hideYes ? withheld : shown,
    no: no > 0 ? withheld : shown,
    unknown: telling ? withheld : small,
    share: aboutShare(yes, all, unknown),
  };
}

/** The share in the finest steps with which at least two numbers of unknown members agree. */
function aboutShare(yes: number, all: number, unknown: number): CodedShare | null {
  for (const step of [1, 2, 5, 10]) {
    const rounded = (u: number) => Math.round((100 * yes) / (all - u) / step) * step;
    const said = rounded(unknown);
    let fitting = 0;
    for (let u = 1; u <= 10 && u < all; u += 1) if (yes <= all - u && rounded(u) === said) fitting += 1;
    if (fitting >= 2) return { kind: 'about', percent: said };
  }
  return null;
}
