import { z } from 'zod';

/** An employer as a lookup lists it, with the plan that it takes part in. */
export const companyOption = z.object({
  id: z.string(),
  name: z.string(),
  plan: z.object({ id: z.string(), name: z.string(), superScoreClient: z.boolean() }),
});
export type CompanyOption = z.infer<typeof companyOption>;

/** A provider as a lookup lists it. */
export const providerOption = z.object({ id: z.string(), name: z.string() });
export type ProviderOption = z.infer<typeof providerOption>;
