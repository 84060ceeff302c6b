import type { Fact } from './facts.js';

/** Secrets that the report names members by. */
export type Secret = 'nomination' | 'insurance' | 'sign-in';

/** 'So many of these members have it.' */
export interface GroupClaim {
  planId: string;
  /** yyyy-MM */
  month: string;
  fact: Fact;
  /** Places in the plan's knowledge. */
  members: readonly number[];
  count: number;
  /** What the attacker knows of their own error: its variance in members; 0 where every answer was exact. */
  variance: number;
}

/** 'This member has it', or has not. */
export interface MemberClaim {
  planId: string;
  month: string;
  fact: Fact;
  member: number;
  has: boolean;
  /** The attacker's own probability that this is right. */
  confidence: number;
}

export interface BalanceClaim {
  planId: string;
  month: string;
  member: number;
  dollars: number;
  /** The attacker's own standard error in dollars. */
  error: number;
}

/** 'The count of those who have it changed by so much within this group, whose members stayed the same.' */
export interface ChangeClaim extends GroupClaim {
  /** yyyy-MM; the change is from here to `month`. */
  since: string;
}

export class Claims {
  readonly groups: GroupClaim[] = [];
  readonly changes: ChangeClaim[] = [];
  readonly members: MemberClaim[] = [];
  readonly balances: BalanceClaim[] = [];
}
