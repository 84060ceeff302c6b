import { z } from 'zod';

/** A provider with its logo. */
export const providerLogo = z.object({
  providerId: z.string(),
  name: z.string(),
  abn: z.string().nullable(),
  /** A data URL; null without a logo. */
  logo: z.string().nullable(),
});
export type ProviderWithLogo = z.infer<typeof providerLogo>;
