import { until } from '../bench/measure.js';
import type { FundRequest } from './attacked-fund.js';
import type { Attack } from './attack.js';
import { wholePlan } from './cells.js';
import { secrets } from './claims.js';
import { corrected, corrections } from './attacks/corrections.attack.js';
import { joinersAndLeavers } from './attacks/joiners-and-leavers.attack.js';
import { leastSquares } from './attacks/least-squares.attack.js';
import { leaveOneOut } from './attacks/leave-one-out.attack.js';
import { otherAnswers } from './attacks/other-answers.attack.js';
import { overlappingFlags } from './attacks/overlapping-flags.attack.js';
import { payroll } from './attacks/payroll.attack.js';
import { polling } from './attacks/polling.attack.js';
import { posterior } from './attacks/posterior.attack.js';
import { scoreCounts } from './attacks/score-counts.attack.js';
import { shiftedPeriods } from './attacks/shifted-periods.attack.js';
import { subtraction } from './attacks/subtraction.attack.js';
import { unchangedGroups } from './attacks/unchanged-groups.attack.js';
import { unions } from './attacks/unions.attack.js';
import { overBudget, simulateBudget, type BudgetRequest } from './budget/budget.js';
import { recency } from './recency/recency-attack.js';
import { attackUpgrades } from './recency/upgrade-attack.js';
import { Employer } from './employer.js';
import { facts, shareOfMembers } from './facts.js';
import type { PlanKnowledge } from './knowledge.js';
import { LoadedFund } from './loaded-fund.js';
import { Judge, type AttackScore } from './judge.js';
import { PortalAsker } from './portal-asker.js';
import { demographicPrior } from './prior.js';
import { publishingCost, type PublishingCost } from './publishing-cost.js';
import type { AttackReport } from './report.js';
import { missedTargets } from './targets.js';
import { Truth } from './truth.js';

export interface AttackRequest extends FundRequest {
  /** Address of a portal with demo accounts and no imported data. */
  url: string;
  password: string;
  /** Number of rounds of the sampler. */
  rounds: number;
  isBrief?: boolean;
  /** Also simulates what every label of the catalogue tells, in plans of these sizes. */
  budget?: Omit<BudgetRequest, 'onLines'>;
  say: (text: string) => void;
}

/** Fills a portal with plans and attacks as their employer. Plans without figures are queried only together with others. */
export async function runAttacks(request: AttackRequest): Promise<AttackReport> {
  const { url, password, say } = request;
  const staff = await new PortalAsker(url, 'staff').signIn('admin', password);
  const loaded = await LoadedFund.into(url, password, request, staff);
  const { fund } = loaded;
  say(`imported plans of ${request.sizes.join(', ')} members, ${request.months} months`);
  try {
    const asks = await new PortalAsker(url).signIn('providerrep', password);
    const truth = new Truth(staff, fund.months);
    const mechanism = (await asks.meta()).includes(`"${shareOfMembers}"`) ? 'adjusted' : 'exact';
    const plans: PlanKnowledge[] = [];
    for (const { planId } of fund.plans) plans.push(await truth.knowledgeOf(planId));
    const employer = new Employer(asks, mechanism, plans, fund.months, request.isBrief);
    const priorOf = demographicPrior({
      signedInShares: new Map(fund.plans.map((plan) => [plan.planId, plan.signedInShare])),
      coverEnds: fund.coverEnds,
    });
    const judge = new Judge(truth, plans, priorOf);
    const costs: PublishingCost[] = [];
    for (const plan of plans) costs.push(await publishingCost(asks, staff, plan));
    const correct = async (planId: string, time: number) => {
      const withNone = async () => {
        truth.forget(facts.noNomination);
        return (await truth.having(planId, facts.noNomination)).get(fund.months.at(-1)!)!;
      };
      const before = await withNone();
      await loaded.correct(planId, time);
      let after = before;
      const isSeen = async () => (after = await withNone()).size !== before.size;
      await until('A correction', isSeen, { withinSeconds: 60 });
      const isOnlyIn = (some: ReadonlySet<number>, others: ReadonlySet<number>) =>
        [...some].filter((member) => !others.has(member));
      truth.record(planId, corrected(time), new Set([...isOnlyIn(before, after), ...isOnlyIn(after, before)]));
    };
    const consult = (planId: string) => loaded.consult(truth.memberIdOf(planId, presentMember(plans, planId)));
    const attacks: Attack[] = [
      ...[subtraction, leaveOneOut, joinersAndLeavers, scoreCounts, overlappingFlags, shiftedPeriods, unions],
      otherAnswers,
      ...[
        unchangedGroups,
        leastSquares,
        posterior(priorOf, request.rounds),
        recency(request.rounds),
        payroll((planId) => truth.salariesOf(planId)),
        polling(consult),
        corrections(correct),
      ],
    ];
    const scores: AttackScore[] = [];
    const told: string[] = [];
    let [disagreements, compared] = [0, 0];
    for (const attack of attacks) {
      const before = asks.asked;
      const claims = await attack.run(employer);
      for (const { planId } of plans) scores.push(await judge.score(attack.name, planId, claims));
      disagreements = Math.max(disagreements, await employer.disagreements()) + claims.disagreements;
      compared += claims.compared;
      told.push(...claims.told);
      say(`${attack.name}: ${asks.asked - before} questions`);
      for (const score of scores.filter((each) => each.attack === attack.name))
        for (const secret of secrets) {
          const { right, wrong } = score.members[secret];
          if (right + wrong > 0) say(`  ${score.planId}, ${secret}: ${right} of ${right + wrong} claims right`);
        }
    }
    for (const [refusal, times] of asks.refusals) say(`refused ${times} times: ${refusal}`);
    const upgrades = request.isBrief ? [] : attackUpgrades(request.sizes, request.rounds);
    if (upgrades.length > 0) say('attacked simulated plans before and after an upgrade');
    const sizes = new Map(fund.plans.map(({ planId, members }) => [planId, members]));
    const missed = missedTargets(scores, costs, sizes);
    if (disagreements > 0) missed.push(`${disagreements} groups have two different numbers in two kinds of answers`);
    missed.push(...told);
    const budget = request.budget
      ? await simulateBudget({
          ...request.budget,
          onLines: (lines) => {
            for (const { label, size, editions, net } of lines)
              say(`${label}, ${size}, ${editions}: ${net.toFixed(2)} %`);
          },
        })
      : [];
    missed.push(...overBudget(budget));
    return { mechanism, scores, costs, upgrades, budget, sizes, missed, compared };
  } finally {
    loaded.clear();
  }
}

/** A member of the newest month. */
function presentMember(plans: readonly PlanKnowledge[], planId: string): number {
  const plan = plans.find((each) => each.planId === planId)!;
  return plan.members(wholePlan, plan.months.at(-1)!)[0]!;
}
