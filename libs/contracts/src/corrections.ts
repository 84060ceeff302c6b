import { isIsoMonth } from '@superscope/domain/calendar-dates';
import { payrolls } from '@superscope/domain/publishing/payroll';
import { z } from 'zod';
import { day, innerId } from './fields.js';
import { foundMember } from './member-events.js';

/** Answer to GET /api/platforms, sorted by name. */
export const platformOption = z.object({ id: z.string(), name: z.string() });
export type PlatformOption = z.infer<typeof platformOption>;

/** Tables of which a month of a plan is imported, and can be withdrawn. */
const monthTable = z.enum(['memberSnapshots', 'assetsOwned']);

/** Body of POST /api/csv/imports/{importId}/withdraw. */
export const withdrawMonthRequest = z.strictObject({
  table: monthTable,
  planId: innerId,
  month: z.string().refine(isIsoMonth, 'A month is written yyyy-MM.'),
});
export type WithdrawMonthRequest = z.infer<typeof withdrawMonthRequest>;

/** Body of POST /api/plans/{planId}/close; `on` is the first day without the plan. */
export const closePlanRequest = z.strictObject({ on: day });

/** Body of POST /api/plans/{planId}/payroll; null takes back what was said. */
export const payrollRequest = z.strictObject({ onePayroll: z.boolean().nullable() });

/** Body of POST /api/companies/{companyId}/deactivate. */
export const deactivateCompanyRequest = z.strictObject({ on: day });

/** Body of POST /api/members/{memberId}/move. */
export const moveMemberRequest = z.strictObject({
  planId: innerId,
  companyId: innerId,
  categoryId: z.string().max(40).nullable().default(null),
  on: day,
});
export type MoveMemberRequest = z.infer<typeof moveMemberRequest>;

/** Body of POST /api/members/{memberId}/erase. */
export const eraseMemberRequest = z.strictObject({
  reason: z.string().trim().min(1, 'Reason is required').max(150),
});

const monthImport = z.object({
  importId: z.string(),
  rows: z.number(),
  /** Instant, UTC. */
  completedAt: z.string(),
  /** Null if the start of the import is not known. */
  fileName: z.string().nullable(),
  startedBy: z.string().nullable(),
});
export type MonthImport = z.infer<typeof monthImport>;

/** A table of one plan-month, and its imports that may be withdrawn. The first one counts; once it is withdrawn, the next one does. */
const importedMonth = z.object({
  table: monthTable,
  /** yyyy-MM */
  month: z.string(),
  imports: z.array(monthImport),
});
export type ImportedMonth = z.infer<typeof importedMonth>;

/** Answer to GET /api/plans/{planId}/corrections: the parts of a plan that can be corrected. */
export const planCorrections = z.object({
  id: z.string(),
  name: z.string(),
  /** yyyy-MM-dd */
  startDate: z.string(),
  /** First day on which the plan is closed; null while it is open. */
  closedOn: z.string().nullable(),
  payroll: z.enum(payrolls),
  companies: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  campaigns: z.array(
    z.object({ id: z.string(), name: z.string(), type: z.string(), runDate: z.string(), cancelled: z.boolean() }),
  ),
  /** Newest month first. */
  months: z.array(importedMonth),
});
export type PlanCorrections = z.infer<typeof planCorrections>;

/** Answer to GET /api/plans/{planId}/members: the first members of a plan whose name or number contains a text. */
export const planMembers = z.array(
  foundMember.extend({
    memberNumber: z.string(),
    name: z.string(),
    companyId: z.string(),
    categoryId: z.string().nullable(),
  }),
);
export type PlanMembers = z.infer<typeof planMembers>;
