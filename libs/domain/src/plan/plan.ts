import type { Decision, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { revised, upcastersOf, type PatchOf } from '../fields.js';
import { sameFields } from '../same-fields.js';
import { newestRules, type PublishingRules } from '../publishing/publishing-rules.js';
import { checkFlyerName } from './flyer-name.js';
import {
  memberCategoryFields,
  planFields,
  planShapes,
  type MemberCategoryDetails,
  type PlanDetails,
  type PlanEvent,
  type PlanFlyer,
} from './plan.events.js';

export interface Plan {
  details: PlanDetails | null;
  closedOn: string | null;
  countsByDates: boolean;
  publishingRules: PublishingRules;
  categories: Readonly<Record<string, MemberCategoryDetails>>;
  /** Digests by name. */
  flyers: ReadonlyMap<string, string>;
}

export const planStream: StreamDefinition<Plan, PlanEvent> = {
  category: 'plan',
  initial: {
    details: null,
    closedOn: null,
    countsByDates: false,
    publishingRules: 1,
    categories: {},
    flyers: new Map(),
  },
  shapes: planShapes,
  upcasters: {
    PlanRegistered: upcastersOf(planFields),
    PlanDetailsRevised: upcastersOf(planFields),
    MemberCategoryDefined: upcastersOf(memberCategoryFields),
    MemberCategoryRevised: upcastersOf(memberCategoryFields),
  },
  idOf: ({ planId }) => planId,
  evolve: (plan, event) => {
    switch (event.type) {
      case 'PlanRegistered': {
        const { countsByDates = false, publishingRules = 1, ...details } = event.data;
        return { ...plan, details, countsByDates, publishingRules };
      }
      case 'PlanDetailsRevised':
        return { ...plan, details: event.data };
      case 'MembersCountedByDates':
        return { ...plan, countsByDates: true };
      case 'PublishingRulesAdopted':
        return { ...plan, publishingRules: event.data.rules };
      case 'PlanClosed':
        return { ...plan, closedOn: event.data.on };
      case 'PlanReopened':
        return { ...plan, closedOn: null };
      case 'MemberCategoryDefined':
      case 'MemberCategoryRevised':
        return { ...plan, categories: { ...plan.categories, [event.data.categoryId]: event.data } };
      case 'PlanFlyerUploaded':
        return { ...plan, flyers: new Map(plan.flyers).set(event.data.name, event.data.sha256) };
      case 'PlanFlyerRemoved':
        return { ...plan, flyers: new Map([...plan.flyers].filter(([name]) => name !== event.data.name)) };
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

/** Why a file may not say what it says of a plan's payroll. */
export const payrollIsForAdmins =
  'Only an Admin says whether all employers of a plan share one payroll: leave the column out, or repeat the value that is stored.';

/**
 * Registers a plan, or revises it where a field differs; an unchanged row writes nothing. A plan cannot change its platform. Whether its
 * employers share one payroll decides what is published of salaries, so only an Admin may change it.
 */
export const recordPlan =
  (patch: PatchOf<typeof planFields>, by: { isAdmin: boolean } = { isAdmin: false }): PlanDecision =>
  (plan) => {
    const details = revised(planFields, plan.details, patch);
    if (!by.isAdmin && details.onePayroll !== (plan.details?.onePayroll ?? null))
      throw new RuleViolation('forbidden', payrollIsForAdmins);
    if (plan.details === null)
      return [{ type: 'PlanRegistered', data: { ...details, countsByDates: true, publishingRules: newestRules } }];
    if (plan.details.platformId !== details.platformId)
      throw new RuleViolation('conflict', `Plan ${details.planId} belongs to platform ${plan.details.platformId}.`);
    return sameFields(plan.details, details) ? [] : [{ type: 'PlanDetailsRevised', data: details }];
  };

/** Says whether all employers of a plan share one payroll; null takes back what was said. Saying it again writes nothing. For Admins. */
export const sayPayroll =
  (onePayroll: boolean | null): PlanDecision =>
  (plan) =>
    recordPlan({ ...registered(plan), onePayroll }, { isAdmin: true })(plan);

/** Closes a plan on a day not before its start. Closing it again on the same day writes nothing. */
export const closePlan =
  (on: string): PlanDecision =>
  (plan) => {
    const { planId, startDate } = registered(plan);
    if (on < startDate) throw new RuleViolation('invalid', 'A plan cannot close before it starts.');
    return plan.closedOn === on ? [] : [{ type: 'PlanClosed', data: { planId, on } }];
  };

/** Reverts a closing that was recorded by mistake. */
export const reopenPlan: PlanDecision = (plan) => {
  const { planId } = registered(plan);
  return plan.closedOn === null ? [] : [{ type: 'PlanReopened', data: { planId } }];
};

/** Republishes the plan's closed months: each gets an edition with everything recorded so far. */
export const publishPlan: PlanDecision = (plan) => [
  { type: 'PlanPublished', data: { planId: registered(plan).planId } },
];

/** The same because of something else that happened, with the reason (a sentence for people). */
export const republishPlan =
  (reason: string): PlanDecision =>
  (plan) => [{ type: 'PlanPublished', data: { planId: registered(plan).planId, reason } }];

/**
 * Begins to count the members of a plan of an earlier release by their dates, and republishes its closed months with the reason (a sentence
 * for people). Writes nothing for a plan that counts by dates already.
 */
export const countByDates =
  (reason: string): PlanDecision =>
  (plan) => {
    const { planId } = registered(plan);
    if (plan.countsByDates) return [];
    return [
      { type: 'MembersCountedByDates', data: { planId } },
      { type: 'PlanPublished', data: { planId, reason } },
    ];
  };

/**
 * Begins to publish a plan of an earlier release by the newest rules, and republishes its closed months with the reason (a sentence for
 * people). Writes nothing for a plan that is published by them already.
 */
export const adoptPublishingRules =
  (reason: string): PlanDecision =>
  (plan) => {
    const { planId } = registered(plan);
    if (plan.publishingRules >= newestRules) return [];
    return [
      { type: 'PublishingRulesAdopted', data: { planId, rules: newestRules } },
      { type: 'PlanPublished', data: { planId, reason } },
    ];
  };

/** Defines a member category of this plan, or revises it where a field differs. */
export const recordMemberCategory =
  (patch: PatchOf<typeof memberCategoryFields>): PlanDecision =>
  (plan) => {
    registered(plan);
    const { categories } = plan;
    // A category's id may be a property of every object, such as 'constructor'.
    const current = Object.hasOwn(categories, patch.categoryId) ? categories[patch.categoryId]! : null;
    const category = revised(memberCategoryFields, current, patch);
    if (current === null) return [{ type: 'MemberCategoryDefined', data: category }];
    return sameFields(current, category) ? [] : [{ type: 'MemberCategoryRevised', data: category }];
  };

const mostFlyers = 20;

/** Adds a flyer, or replaces the flyer of the same name. The same bytes again write nothing. */
export const uploadFlyer =
  (flyer: PlanFlyer): PlanDecision =>
  (plan) => {
    registered(plan);
    checkFlyerName(flyer.name);
    if (plan.flyers.get(flyer.name) === flyer.sha256) return [];
    if (!plan.flyers.has(flyer.name) && plan.flyers.size >= mostFlyers)
      throw new RuleViolation('conflict', `A plan has at most ${mostFlyers} flyers; remove one first.`);
    return [{ type: 'PlanFlyerUploaded', data: flyer }];
  };

export const removeFlyer =
  (name: string): PlanDecision =>
  (plan) => {
    const { planId } = registered(plan);
    if (!plan.flyers.has(name)) throw new RuleViolation('not-found', 'There is no such flyer.');
    return [{ type: 'PlanFlyerRemoved', data: { planId, name } }];
  };
