import type { Fact } from './facts.js';

/** The secrets that the report counts members by. A sign-in is one within 12 months; a recent one is within 1 or 3. */
export const secrets = ['nomination', 'insurance', 'sign-in', 'recent sign-in', 'contact'] as const;
export type Secret = (typeof secrets)[number];

/** The claim that `count` of these members have the fact. */
export interface GroupClaim {
  planId: string;
  /** yyyy-MM */
  month: string;
  fact: Fact;
  /** Indexes of members in the plan's knowledge. */
  members: readonly number[];
  count: number;
  /** The attacker's own variance in members; 0 when every answer was exact. */
  variance: number;
}

/** The claim that this member has the fact, or does not have it. */
export interface MemberClaim {
  planId: string;
  month: string;
  fact: Fact;
  member: number;
  has: boolean;
  /** The attacker's own probability that the claim is right. */
  confidence: number;
  /** The probability that the member has the fact by rates that the attacker fitted, where no demographic prior is known. */
  prior?: number;
}

export interface BalanceClaim {
  planId: string;
  month: string;
  member: number;
  dollars: number;
  /** The attacker's own standard error in dollars. */
  error: number;
}

export interface SalaryClaim {
  planId: string;
  month: string;
  member: number;
  dollars: number;
  /** How near the attacker is sure to be: to 3 dollars, or to 10 % at 80 % confidence. */
  within: '3 dollars' | '10 %';
}

/** The claim that the count within this unchanged group changed by `count`. */
export interface ChangeClaim extends GroupClaim {
  /** yyyy-MM, the month from which the change to `month` is counted. */
  since: string;
}

export class Claims {
  readonly groups: GroupClaim[] = [];
  readonly changes: ChangeClaim[] = [];
  readonly members: MemberClaim[] = [];
  readonly balances: BalanceClaim[] = [];
  readonly salaries: SalaryClaim[] = [];
  /** Number of facts that were read in two ways. `disagreements` of them had two numbers, whose average is nearer to the truth. */
  compared = 0;
  disagreements = 0;
  /** What an answer told of one member's event, or beyond its rounding: the request and the field. */
  readonly told: string[] = [];

  compare(one: unknown, other: unknown): void {
    this.compared += 1;
    this.disagreements += Number(one !== other);
  }
}
