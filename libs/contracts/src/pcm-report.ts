import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { periodKeys } from './period-keys.js';

const planId = cleanField().min(1).max(90);

/** Body of POST /pcm/: the plan as the session stores it, or only its id. */
export const pcmReportRequest = z
  .strictObject({
    data: z.strictObject({
      currentPlan: z.union([planId, z.strictObject({ id: planId, name: z.string().max(500).optional() })]),
      period: z.enum(periodKeys).optional(),
    }),
  })
  .transform(({ data: { currentPlan, period } }) => ({
    planId: typeof currentPlan === 'string' ? currentPlan : currentPlan.id,
    period,
  }));
