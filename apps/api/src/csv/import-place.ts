import { outsideId, outsideIdPattern, platformOf } from '@superscope/domain/outside-id';
import { z } from 'zod';
import { Refusal } from '../platform/http/problem.filter.js';
import type { References } from './validate/references.js';

/** These ids stand in for blank cells, so they must be valid: a line may create a plan with one. */
const id = z.string().regex(outsideIdPattern, 'This is not an id.');
const ownPlanId = z.string().refine((text) => {
  const [platformId = '', planId, ...more] = text.split('.');
  return more.length === 0 && outsideIdPattern.test(platformId) && outsideIdPattern.test(planId ?? platformId);
}, 'This is not an id.');

/** The platform and plan of lines that name none. */
export const placeQuery = {
  platformId: id.optional(),
  /** As the fund's files write it, or the product's own plan id. */
  planId: ownPlanId.optional(),
};

/** The ids as the fund's files write them: the product's own plan id includes the platform. Throws Refusal if they differ. */
export function placeOf({ platformId, planId }: { platformId?: string; planId?: string }) {
  if (planId === undefined || !planId.includes('.')) return { platformId: platformId ?? null, planId: planId ?? null };
  const ofPlan = platformOf(planId);
  if (platformId !== undefined && platformId !== ofPlan)
    throw new Refusal(400, { message: 'The plan is not one of this platform.' });
  return { platformId: ofPlan, planId: outsideId(planId) };
}

/** The plan that the request's query names, for tables whose lines name none. */
export function planOf(references: References, platformId: string | null, planId: string): string {
  const called = references.plansCalled(planId);
  const plans = called.filter((plan) => platformId === null || references.plans.get(plan)?.platformId === platformId);
  const [plan, another] = plans;
  if (plan === undefined) throw new Refusal(400, { message: `There is no plan ${planId}.` });
  if (another !== undefined)
    throw new Refusal(400, { message: `Several platforms have a plan ${planId}: say which with platformId.` });
  return plan;
}
