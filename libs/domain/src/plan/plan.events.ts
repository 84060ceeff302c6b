import type { DomainEvent, EventShapes } from '../event.js';
import { fields, shapesOf, type RecordOf } from '../fields.js';
import { count, day, flag, id, optional, shape, text } from '../shape.js';
import type { PublishingRules } from '../publishing/publishing-rules.js';
import { isFlyerName } from './flyer-name.js';

export const planFields = fields({
  /** `{platformId}.{the file's plan id}`, see outside-id.ts. */
  planId: { kind: 'id', needed: true },
  platformId: { kind: 'id', needed: true },
  name: { kind: 'name', most: 100, needed: true },
  shortName: { kind: 'name', most: 40, sameAs: 'name' },
  startDate: { kind: 'day', range: 'any', needed: true },
  superScoreClient: { kind: 'flag', default: false },
  relationshipManager: { kind: 'name', most: 100 },
  /** Whether all of its employers' people are on one payroll; null: its number of companies decides (publishing/payroll.ts). */
  onePayroll: { kind: 'flag', since: 2 },
});
export type PlanDetails = RecordOf<typeof planFields>;

/**
 * A plan as it is registered. Those of earlier releases lack the flag: their members counted by the rows of files; and the number of
 * publishing rules: they were published by the first.
 */
export interface RegisteredPlan extends PlanDetails {
  countsByDates?: boolean;
  publishingRules?: PublishingRules;
}

export const memberCategoryFields = fields({
  categoryId: { kind: 'id', needed: true },
  planId: { kind: 'id', needed: true },
  name: { kind: 'name', most: 100, needed: true },
  active: { kind: 'flag', default: true },
  /** Whole dollars, `m x salary` or `p% x salary x years to A`. */
  deathFormula: { kind: 'formula', isSteady: true },
  tpdFormula: { kind: 'formula', isSteady: true },
  sciPercent: { kind: 'percent', unit: 'percentOfSalary', isSteady: true },
  /** Automatic acceptance limits in cents: a lump sum for death and TPD, a monthly benefit for SCI. */
  deathTpdAalCents: { kind: 'cents', sign: 'not negative', column: 'deathTpdAal', isSteady: true },
  sciAalCents: { kind: 'cents', sign: 'not negative', column: 'sciAal', unit: 'dollarsAMonth', isSteady: true },
  sciWaitDays: { kind: 'count', most: 3650, unit: 'days', isSteady: true },
  sciBenefitPeriod: { kind: 'name', most: 40, isCode: true },
});
export type MemberCategoryDetails = RecordOf<typeof memberCategoryFields>;

/** A PDF about the plan that employers download. Its bytes are kept by their digest. */
export interface PlanFlyer {
  planId: string;
  /** The file name for downloads, without `.pdf`; see `isFlyerName`. */
  name: string;
  /** Digest of the file's bytes, in hexadecimal. */
  sha256: string;
  bytes: number;
}

export type PlanEvent =
  | DomainEvent<'PlanRegistered', RegisteredPlan>
  | DomainEvent<'PlanDetailsRevised', PlanDetails>
  | DomainEvent<'PlanClosed', { planId: string; /** First day without the plan. */ on: string }>
  | DomainEvent<'PlanReopened', { planId: string }>
  /** The plan's closed months are republished with everything recorded so far. The product itself gives a reason; Admins give none. */
  | DomainEvent<'PlanPublished', { planId: string; reason?: string }>
  /** From now on the plan's members count by their dates, no longer by the rows of its files. */
  | DomainEvent<'MembersCountedByDates', { planId: string }>
  /** From now on the plan's editions are published by these rules. */
  | DomainEvent<'PublishingRulesAdopted', { planId: string; rules: PublishingRules }>
  /** A flyer is added, or replaces the flyer of the same name. */
  | DomainEvent<'PlanFlyerUploaded', PlanFlyer>
  | DomainEvent<'PlanFlyerRemoved', { planId: string; name: string }>
  | DomainEvent<'MemberCategoryDefined', MemberCategoryDetails>
  | DomainEvent<'MemberCategoryRevised', MemberCategoryDetails>;

const detailShapes = shapesOf(planFields);
const categoryShapes = shapesOf(memberCategoryFields);
const flyerName = shape<string>((value) => typeof value === 'string' && isFlyerName(value), 'Insurance guide');

const rules = shape<PublishingRules>((value) => value === 1 || value === 2, 2, 1);

export const planShapes: EventShapes<PlanEvent> = {
  PlanRegistered: { ...detailShapes, countsByDates: optional(flag), publishingRules: optional(rules) },
  PlanDetailsRevised: detailShapes,
  PlanClosed: { planId: id, on: day },
  PlanReopened: { planId: id },
  PlanPublished: { planId: id, reason: optional(text) },
  MembersCountedByDates: { planId: id },
  PublishingRulesAdopted: { planId: id, rules },
  PlanFlyerUploaded: { planId: id, name: flyerName, sha256: text, bytes: count },
  PlanFlyerRemoved: { planId: id, name: flyerName },
  MemberCategoryDefined: categoryShapes,
  MemberCategoryRevised: categoryShapes,
};
