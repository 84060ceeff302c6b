import { z } from 'zod';
import { coverRules } from './insurance-calculation.js';
import { reportContacts } from './plan-report.js';

const text = z.string().nullable();

/** Cover that a category has by default, in words. Dollars. */
const flyerCategory = z.object({
  name: z.string(),
  /** Null: none. */
  death: text,
  tpd: text,
  /** Percent of salary, a month's benefit for so long after so many days. */
  sci: z.object({ percent: z.number(), daysWait: z.number(), benefitPeriod: z.string() }).nullable(),
  /** Up to these cover needs no questions about health: of death and TPD each, and of SCI a month. */
  deathTpdAal: z.number(),
  sciAal: z.number(),
  rules: coverRules,
});
export type FlyerCategory = z.infer<typeof flyerCategory>;

const flyerOption = z.object({
  name: z.string(),
  description: text,
  growthPercent: z.number().nullable(),
  isLifecycle: z.boolean(),
});

/** What the New Employee Flyer of an employer shows. It has no figure about members. */
export const newEmployeeFlyer = z.object({
  companyName: z.string(),
  companyAbn: text,
  /** Instant, UTC. */
  madeAt: z.string(),
  cover: reportContacts.shape.cover,
  /** A data URL. */
  providerLogo: text,
  /** Percent of ordinary earnings that employers pay today. */
  superGuaranteePercent: z.number().nullable(),
  /** Dollars a financial year, today. */
  concessionalCap: z.number().nullable(),
  categories: z.array(flyerCategory),
  /** Where contributions go without a choice. */
  investments: z.array(flyerOption),
  contacts: reportContacts.shape.providerContacts,
  consultants: z.array(z.string()),
  /** How many there are that the page has no room for. */
  more: z.object({ categories: z.number(), investments: z.number() }),
});
export type NewEmployeeFlyer = z.infer<typeof newEmployeeFlyer>;
