import { z } from 'zod';
import { memberOption, oneMember } from './member-events.js';

const named = z.object({ id: z.string(), name: z.string() });

/** A member's newest scored month in their plan. Dollars; days are yyyy-MM-dd; null where it is not known, or has not happened. */
export const memberMonth = z.object({
  /** Month end of the figures, and of the balance and cover, which may be an earlier one. */
  asAt: z.string(),
  balancesAsAt: z.string(),
  salary: z.number().nullable(),
  balance: z.number().nullable(),
  /** 0 to 5 */
  score: z.number().nullable(),
  deathCover: z.number().nullable(),
  tpdCover: z.number().nullable(),
  /** Salary continuance: the benefit of a month. */
  sciCover: z.number().nullable(),
  nomination: z.string(),
  riskProfile: z.string().nullable(),
  riskProfileOn: z.string().nullable(),
  paysVoluntarily: z.boolean().nullable(),
  hasMobile: z.boolean().nullable(),
  hasEmail: z.boolean().nullable(),
  lastSignInOn: z.string().nullable(),
  lastConsultationOn: z.string().nullable(),
});
export type MemberMonth = z.infer<typeof memberMonth>;

/** Answer to GET /api/members/{id}/overview. Of an erased member only plan and employer are left. */
export const memberOverview = oneMember.extend({
  plan: named,
  platform: named,
  category: z.string().nullable(),
  /** Completed years today, in Sydney. */
  age: z.number().nullable(),
  gender: z.string().nullable(),
  occupationalRating: z.string().nullable(),
  /** Others at the same employer with the same surname and first given name, those in the plan first. */
  sameName: z.array(memberOption),
  /** Null before the first scored month in the plan. */
  month: memberMonth.nullable(),
});
export type MemberOverview = z.infer<typeof memberOverview>;

/** Answer to GET /api/members/{id}/looks: who had data of a member in the last twelve months, by the access log. */
export const memberLooks = z.object({
  /** yyyy-MM-dd in Sydney, both inclusive. */
  from: z.string(),
  to: z.string(),
  /** How far the log has come (instant, UTC): what was done later follows. Null while it has nothing of that time. */
  readUpTo: z.string().nullable(),
  /** All accesses, and all users, of whom the newest are listed. */
  looks: z.number().int(),
  users: z.number().int(),
  people: z.array(
    z.object({
      /** The user's id; null for work without a user. */
      userId: z.string().nullable(),
      /** The person's name, or the username; null for work without a user. */
      name: z.string().nullable(),
      role: z.string().nullable(),
      /** The newest access (instant, UTC). */
      at: z.string(),
      times: z.number().int(),
      /** What they did, by the names of actions, in alphabetical order. */
      actions: z.array(z.string()),
    }),
  ),
});
export type MemberLooks = z.infer<typeof memberLooks>;
