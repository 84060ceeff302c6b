import { z } from 'zod';

const text = z.string().nullable();

/** Whom a report names. Null: nobody recorded it. */
export const reportContacts = z.object({
  cover: z.object({
    planShortName: z.string(),
    planName: z.string(),
    platformName: z.string(),
    platformShortName: z.string(),
    trusteeName: text,
    trusteeAbn: text,
    trusteeAfsl: text,
    providerName: text,
    providerAbn: text,
  }),
  /** The one titled Relationship Manager stands on the cover. */
  providerContacts: z.array(z.object({ title: z.string(), name: z.string() })),
});
export type ReportContacts = z.infer<typeof reportContacts>;

/** The title of the contact on the cover. */
export const relationshipManager = 'Relationship Manager';

/** Answer to GET /api/plans/{planId}/reports: what a Policy Committee Report says beside its figures. */
export const planReport = z.object({
  planId: z.string(),
  planName: z.string(),
  /** yyyy-MM-dd: the month ends that it begins and ends with; null before the first month is closed. */
  reportingStartDate: text,
  reportingEndDate: text,
  contacts: reportContacts,
  /** A data URL; null as long as the provider has no logo. */
  encodedProviderLogo: text,
});
export type PlanReport = z.infer<typeof planReport>;
