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
 * 1-10 "at least x %". Two more rules keep what is said from telling a small count to somebody who knows all of these rules and
 * the headcount of the plan, which is no secret:
 * - what is said depends on nothing but the headcount, what is shown, and which labels the others have;
 * - where a label would fit a single number (12 members are 1 and 11, or 11 and 1), more is withheld.
 */
export function flagShare({ yes, no, unknown }: FlagCounts): FlagAnswer {
  const known = yes + no;
  const all = known + unknown;
  const hide = (count: number, state: number) => (count === 0 ? shown : state);
  const answer = (states: [yes: number, no: number, unknown: number], share: CodedShare | null = null): FlagAnswer => ({
    yes: hide(yes, states[0]),
    no: hide(no, states[1]),
    unknown: hide(unknown, states[2]),
    share,
  });
  if (isSmall(all)) return answer([small, small, small]);
  if (all === yes || all === no || all === unknown) return answer([shown, shown, shown]);
  if (all <= 12) return answer([withheld, withheld, withheld]);
  if (isSmall(known)) return answer([small, small, withheld]);
  return isSmall(unknown) ? withFewUnknown({ yes, no, unknown }, answer) : withKnown({ yes, no, unknown }, answer);
}

type Answer = (states: [yes: number, no: number, unknown: number], share?: CodedShare | null) => FlagAnswer;

/** How many have an unknown flag is 0 or at least 11, so how many have a known one is told. */
function withKnown({ yes, no }: FlagCounts, answer: Answer): FlagAnswer {
  const known = yes + no;
  if (yes === 0 || no === 0) return answer([shown, shown, shown]);
  if (known === 12) return answer([withheld, withheld, shown]);
  if (isSmall(yes)) return answer([small, withheld, shown], { kind: 'below' });
  if (isSmall(no)) return answer([withheld, small, shown], atLeast(known));
  return answer([shown, shown, shown]);
}

/** The flag is unknown of 1 to 10, so no more than one of the two others is shown. */
function withFewUnknown({ yes, no, unknown }: FlagCounts, answer: Answer): FlagAnswer {
  const all = yes + no + unknown;
  if (yes === 0) return answer([shown, withheld, small], { kind: 'about', percent: 0 });
  if (no === 0) return answer([withheld, shown, small], { kind: 'about', percent: 100 });
  // 23 members would be 11, 11 and 1.
  if (all <= 23) return answer([withheld, withheld, small]);
  if (isSmall(yes)) return answer([small, withheld, small], { kind: 'below' });
  if (isSmall(no)) return answer([withheld, small, small], atLeast(all - 10));
  // 12 that are not "yes" would be 11 and 1; 13 may be either.
  if (all - yes <= 13) return answer([withheld, withheld, small]);
  return answer([shown, withheld, small], about(yes, all));
}

/** A bound that holds with up to 10 of at least so many known without the flag. */
const atLeast = (known: number): CodedShare => ({
  kind: 'atLeast',
  percent: Math.floor((100 * Math.max(0, known - 10)) / known),
});

/** The middle of the shares that 1 to 10 unknown members allow, unless it may be wrong by more than 5 percentage points. */
function about(yes: number, all: number): CodedShare | null {
  const mostUnknown = Math.min(10, all - yes - 11);
  const lowest = (100 * yes) / (all - 1);
  const highest = (100 * yes) / (all - mostUnknown);
  const percent = Math.round((lowest + highest) / 2);
  return Math.max(percent - lowest, highest - percent) <= 5 ? { kind: 'about', percent } : null;
}
