import { binomial, confidenceIn, normalBelow, poisson } from './chance.js';
import {
  secrets,
  type BalanceClaim,
  type ChangeClaim,
  type Claims,
  type GroupClaim,
  type MemberClaim,
  type SalaryClaim,
  type Secret,
} from './claims.js';
import type { Fact } from './facts.js';
import type { PlanKnowledge } from './knowledge.js';
import type { PriorOf } from './prior.js';
import type { Truth } from './truth.js';

/** Claims about counts of few members: how many are right, and how many would be by chance. */
export class GroupScore {
  claimed = 0;
  right = 0;
  /** How many of the claims would be right if each count were redrawn with the plan's rate. */
  byChance = 0;
  /** Claims that the attacker is sure of at 95 %, but was not before. */
  sure = 0;
  sureRight = 0;
  sureByChance = 0;
  private sureVariance = 0;

  add(isRight: boolean, chance: number, isSure: boolean): void {
    this.claimed += 1;
    this.right += Number(isRight);
    this.byChance += chance;
    if (!isSure) return;
    this.sure += 1;
    this.sureRight += Number(isRight);
    this.sureByChance += chance;
    this.sureVariance += chance * (1 - chance);
  }

  /**
   * Whether so many claims are right that neither luck nor slightly better guessing explains it. Many claims use the same answers, so
   * luck varies more than for independent draws.
   */
  get isAboveChance(): boolean {
    const isMuch =
      this.right > 1.5 * this.byChance && this.right - this.byChance > 10 * Math.sqrt(Math.max(1, this.byChance));
    const sureExcess = this.sureRight - this.sureByChance;
    return isMuch || (this.sureRight > 1.1 * this.sureByChance && sureExcess > 1 + 3 * Math.sqrt(this.sureVariance));
  }
}

/** Members whose secret is claimed at 95 % confidence, each once, without those whom the demographic prior knows at 95 %. */
export interface MemberScore {
  right: number;
  wrong: number;
  /** How many of these claims are right by the prior, and the variance. */
  byChance: number;
  chanceVariance: number;
  /** Percent of all claims that are right, sure or not: by the attack, and by the prior for the same members. */
  guesses: { made: number; right: number; rightByPrior: number };
}

export interface AttackScore {
  attack: string;
  planId: string;
  groups: GroupScore;
  members: Record<Secret, MemberScore>;
  /** Members placed within 10 and 20 % of their balance, of the claims with 80 % confidence. */
  balances: { within10: number; within20: number; wrong: number };
  /** Members of other employers whose salary was told: to 3 dollars, and within 10 %, of the claims that say so. */
  salaries: { within3Dollars: number; within10Percent: number; wrong: number };
}

const sureOfCounts = 0.95;
const sureOfMembers = 0.95;
const sureOfBalances = 0.8;
const isFew = (count: number) => count >= 1 && count <= 10;

/** Compares claims with the truth. Members known by the demographic prior at 95 % are not counted. */
export class Judge {
  constructor(
    private readonly truth: Pick<Truth, 'having' | 'balanceOf' | 'salaryOf'>,
    private readonly plans: readonly PlanKnowledge[],
    private readonly priorOf: PriorOf,
  ) {}

  async score(attack: string, planId: string, claims: Claims): Promise<AttackScore> {
    const isOfPlan = (claim: { planId: string }) => claim.planId === planId;
    const groups = new GroupScore();
    const told: MemberClaim[] = claims.members.filter(isOfPlan);
    const seen = new Set<string>();
    for (const claim of claims.groups.filter(isOfPlan)) {
      const key = `${claim.planId} ${claim.month} ${claim.fact.name} ${claim.members.join()}`;
      if (!seen.has(key)) await this.group(claim, groups, told);
      seen.add(key);
    }
    await this.changes(claims.changes.filter(isOfPlan), groups);
    const members = Object.fromEntries(secrets.map((secret) => [secret, none()])) as Record<Secret, MemberScore>;
    await this.members(told, members);
    const balances = this.balances(claims.balances.filter(isOfPlan));
    return { attack, planId, groups, members, balances, salaries: this.salaries(claims.salaries.filter(isOfPlan)) };
  }

  private async group(claim: GroupClaim, score: GroupScore, told: MemberClaim[]): Promise<void> {
    const { planId, month, fact, members, variance } = claim;
    const count = Math.round(claim.count);
    const n = members.length;
    if (count < 0 || count > n || !(n <= 10 || isFew(count) || isFew(n - count))) return;
    const having = (await this.truth.having(planId, fact)).get(month);
    if (having === undefined) return;
    const rate = having.size / Math.max(1, this.headcount(planId, month));
    const chance = binomial(n, rate, count);
    const confidence = confidenceIn(count, claim.count, variance, [0, n], (each) => binomial(n, rate, each));
    const isSure = confidence >= sureOfCounts && chance < sureOfCounts;
    const truth = members.reduce((sum, member) => sum + Number(having.has(member)), 0);
    score.add(truth === count, chance, isSure);
    if (fact.tells && confidence >= sureOfMembers && (count === 0 || count === n))
      for (const member of members) told.push({ planId, month, fact, member, has: count === n, confidence });
  }

  private async changes(claims: readonly ChangeClaim[], score: GroupScore): Promise<void> {
    for (const { planId, since, month, fact, members, count, variance } of claims) {
      const change = Math.round(count);
      if (!isFew(Math.abs(change))) continue;
      const having = await this.truth.having(planId, fact);
      const [then, now] = [having.get(since), having.get(month)];
      if (!then || !now) continue;
      const mean = members.length * (await this.rateOfChange(planId, fact));
      // Beginnings and ends are equally frequent.
      const prior = (each: number) => (each === 0 ? 1 : 0.5) * poisson(mean, Math.abs(each));
      const chance = prior(change);
      const confidence = confidenceIn(change, count, variance, [-10, 10], prior);
      const truth = members.reduce((sum, member) => sum + Number(now.has(member)) - Number(then.has(member)), 0);
      const isSure = confidence >= sureOfCounts && chance < sureOfCounts;
      score.add(truth === change, chance, isSure);
    }
  }

  /** The share of members whose fact changed since the previous month. */
  private async rateOfChange(planId: string, fact: Fact): Promise<number> {
    const having = [...(await this.truth.having(planId, fact)).values()];
    let changes = 0;
    for (const [at, now] of having.entries()) {
      const then = having[at - 1];
      if (then) changes += [...now].filter((member) => !then.has(member)).length;
    }
    return (2 * changes) / Math.max(1, having.length - 1) / Math.max(1, this.headcount(planId));
  }

  private async members(claims: readonly MemberClaim[], score: Record<Secret, MemberScore>): Promise<void> {
    const found = new Map<string, { secret: Secret; right: boolean; chance: number }>();
    for (const { planId, month, fact, member, has, confidence, prior: fitted } of claims) {
      const having = fact.tells && (await this.truth.having(planId, fact)).get(month);
      if (!fact.tells || !having) continue;
      const { secret } = fact.tells;
      const prior = fitted ?? this.priorOf(this.plan(planId), fact)(member);
      const right = having.has(member) === has;
      const { guesses } = score[secret];
      guesses.made += 1;
      guesses.right += Number(right);
      guesses.rightByPrior += Number(having.has(member) === prior > 0.5);
      if (confidence < sureOfMembers || Math.max(prior, 1 - prior) >= sureOfMembers) continue;
      // A look-back is a secret of its own.
      const key = `${planId} ${member} ${secret} ${fact.lookBack ?? ''}`;
      if (right || !found.has(key)) found.set(key, { secret, right, chance: has ? prior : 1 - prior });
    }
    for (const { secret, right, chance } of found.values()) {
      score[secret][right ? 'right' : 'wrong'] += 1;
      score[secret].byChance += chance;
      score[secret].chanceVariance += chance * (1 - chance);
    }
  }

  /** No prior is subtracted: the public lognormal distribution places nobody within 20 % at 80 % confidence. */
  private balances(claims: readonly BalanceClaim[]): AttackScore['balances'] {
    const best = new Map<string, number>();
    for (const { planId, month, member, dollars, error } of claims) {
      const truth = this.truth.balanceOf(planId, month, member);
      if (truth === undefined || dollars <= 0 || 2 * normalBelow((0.2 * dollars) / error) - 1 < sureOfBalances)
        continue;
      const key = `${planId} ${member}`;
      const off = truth === 0 ? Infinity : Math.abs(dollars / truth - 1);
      best.set(key, Math.min(best.get(key) ?? Infinity, off));
    }
    const offs = [...best.values()];
    const within = (share: number) => offs.filter((off) => off <= share).length;
    return { within10: within(0.1), within20: within(0.2), wrong: offs.length - within(0.2) };
  }

  private salaries(claims: readonly SalaryClaim[]): AttackScore['salaries'] {
    const [exactly, nearly, wrong] = [new Set<number>(), new Set<number>(), new Set<number>()];
    for (const { planId, month, member, dollars, within } of claims) {
      const truth = this.truth.salaryOf(planId, month, member);
      if (truth === undefined) continue;
      if (within === '3 dollars' && Math.abs(dollars - truth) <= 3) exactly.add(member);
      else if (within === '10 %' && Math.abs(dollars / truth - 1) <= 0.1) nearly.add(member);
      else wrong.add(member);
    }
    return { within3Dollars: exactly.size, within10Percent: nearly.size, wrong: wrong.size };
  }

  private plan = (planId: string): PlanKnowledge => this.plans.find((plan) => plan.planId === planId)!;

  private headcount(planId: string, month = this.plan(planId).months.at(-1)!): number {
    return this.plan(planId).members({}, month).length;
  }
}

const none = (): MemberScore => ({
  right: 0,
  wrong: 0,
  byChance: 0,
  chanceVariance: 0,
  guesses: { made: 0, right: 0, rightByPrior: 0 },
});
