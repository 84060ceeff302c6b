import type { Decision, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { withSaid, type Said } from '../said.js';
import { sameFields } from '../same-fields.js';
import type { MemberCategoryDetails, PlanDetails, PlanEvent } from './plan.events.js';

export interface Plan {
  details: PlanDetails | null;
  closedOn: string | null;
  categories: Readonly<Record<string, MemberCategoryDetails>>;
}

export const planStream: StreamDefinition<Plan, PlanEvent> = {
  category: 'plan',
  initial: { details: null, closedOn: null, categories: {} },
  evolve: (plan, event) => {
    switch (event.type) {
      case 'PlanRegistered':
      case 'PlanDetailsRevised':
        return { ...plan, details: event.data };
      case 'PlanClosed':
        return { ...plan, closedOn: event.data.on };
      case 'PlanReopened':
        return { ...plan, closedOn: null };
      case 'MemberCategoryDefined':
      case 'MemberCategoryRevised':
        return { ...plan, categories: { ...plan.categories, [event.data.categoryId]: event.data } };
      default:
        return plan;
    }
  },
};

type PlanDecision = Decision<Plan, PlanEvent>;

const registered = (plan: Plan): PlanDetails => {
  if (plan.details === null) throw new RuleViolation('not-found', 'There is no such plan.');
  return plan.details;
};

/** Registers a plan, or revises it where a field differs; an equal row writes nothing. A plan stays on its platform. */
export const recordPlan =
  (said: Said<PlanDetails, 'planId' | 'platformId' | 'name' | 'startDate'>): PlanDecision =>
  (plan) => {
    const begun = { ...said, shortName: said.name, superScoreClient: false, relationshipManager: null };
    const details = withSaid<PlanDetails>(plan.details ?? begun, said);
    if (plan.details === null) return [{ type: 'PlanRegistered', data: details }];
    if (plan.details.platformId !== details.platformId)
      throw new RuleViolation('conflict', `Plan ${details.planId} belongs to platform ${plan.details.platformId}.`);
    return sameFields(plan.details, details) ? [] : [{ type: 'PlanDetailsRevised', data: details }];
  };

/** Closes a plan on a day not before its start. Closing it again on the same day writes nothing. */
export const closePlan =
  (on: string): PlanDecision =>
  (plan) => {
    const { planId, startDate } = registered(plan);
    if (on < startDate) throw new RuleViolation('invalid', 'A plan can not close before it starts.');
    return plan.closedOn === on ? [] : [{ type: 'PlanClosed', data: { planId, on } }];
  };

/** Takes a closing back: it was recorded by mistake. */
export const reopenPlan: PlanDecision = (plan) => {
  const { planId } = registered(plan);
  return plan.closedOn === null ? [] : [{ type: 'PlanReopened', data: { planId } }];
};

/** Publishes the plan's closed months anew: each gets an edition that counts everything recorded by then. */
export const publishPlan: PlanDecision = (plan) => [
  { type: 'PlanPublished', data: { planId: registered(plan).planId } },
];

const noCover = {
  ...{ deathFormula: null, tpdFormula: null, sciPercent: null, deathTpdAalCents: null, sciAalCents: null },
  ...{ sciWaitDays: null, sciBenefitPeriod: null },
};

/** Defines a member category of this plan, or revises it where a field differs. */
export const recordMemberCategory =
  (said: Said<MemberCategoryDetails, 'planId' | 'categoryId' | 'name'>): PlanDecision =>
  (plan) => {
    registered(plan);
    const { categories } = plan;
    // A fund may call a category as what every object has: 'constructor'.
    const current = Object.hasOwn(categories, said.categoryId) ? categories[said.categoryId]! : null;
    const category = withSaid<MemberCategoryDetails>(current ?? { ...noCover, ...said, active: true }, said);
    if (current === null) return [{ type: 'MemberCategoryDefined', data: category }];
    return sameFields(current, category) ? [] : [{ type: 'MemberCategoryRevised', data: category }];
  };
