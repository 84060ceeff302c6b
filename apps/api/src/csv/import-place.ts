import { outsideId, outsideIdPattern, platformOf } from '@superscope/domain/outside-id';
import { z } from 'zod';
import { Refusal } from '../platform/http/problem.filter.js';

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
