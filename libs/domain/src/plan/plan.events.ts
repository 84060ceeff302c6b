import type { DomainEvent, EventShapes } from '../event.js';
import { count, day, decimal, flag, id, integer, orNull, text, type Shape } from '../shape.js';
import { isFlyerName } from './flyer-name.js';

export interface PlanDetails {
  /** `{platformId}.{the file's plan id}`, see outside-id.ts. */
  planId: string;
  platformId: string;
  name: string;
  shortName: string;
  /** yyyy-MM-dd */
  startDate: string;
  superScoreClient: boolean;
  relationshipManager: string | null;
}

export interface MemberCategoryDetails {
  planId: string;
  categoryId: string;
  name: string;
  active: boolean;
  /** Whole dollars, `m x salary` or `p% x salary x years to A`. */
  deathFormula: string | null;
  tpdFormula: string | null;
  /** Percent of salary. */
  sciPercent: number | null;
  /** Automatic acceptance limits in cents: a lump sum for death and TPD, a monthly benefit for SCI. */
  deathTpdAalCents: number | null;
  sciAalCents: number | null;
  sciWaitDays: number | null;
  sciBenefitPeriod: string | null;
}

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
  | DomainEvent<'PlanRegistered', PlanDetails>
  | DomainEvent<'PlanDetailsRevised', PlanDetails>
  | DomainEvent<'PlanClosed', { planId: string; /** First day without the plan. */ on: string }>
  | DomainEvent<'PlanReopened', { planId: string }>
  /** The plan's closed months are republished with everything recorded so far. */
  | DomainEvent<'PlanPublished', { planId: string }>
  /** A flyer is added, or replaces the flyer of the same name. */
  | DomainEvent<'PlanFlyerUploaded', PlanFlyer>
  | DomainEvent<'PlanFlyerRemoved', { planId: string; name: string }>
  | DomainEvent<'MemberCategoryDefined', MemberCategoryDetails>
  | DomainEvent<'MemberCategoryRevised', MemberCategoryDetails>;

const detailShapes = {
  planId: id,
  platformId: id,
  name: text,
  shortName: text,
  startDate: day,
  superScoreClient: flag,
  relationshipManager: orNull(text),
};
const categoryShapes = {
  planId: id,
  categoryId: id,
  name: text,
  active: flag,
  deathFormula: orNull(text),
  tpdFormula: orNull(text),
  sciPercent: orNull(decimal),
  deathTpdAalCents: orNull(integer),
  sciAalCents: orNull(integer),
  sciWaitDays: orNull(count),
  sciBenefitPeriod: orNull(text),
};
const flyerName: Shape<string> = (value): value is string => typeof value === 'string' && isFlyerName(value);

export const planShapes: EventShapes<PlanEvent> = {
  PlanRegistered: detailShapes,
  PlanDetailsRevised: detailShapes,
  PlanClosed: { planId: id, on: day },
  PlanReopened: { planId: id },
  PlanPublished: { planId: id },
  PlanFlyerUploaded: { planId: id, name: flyerName, sha256: text, bytes: count },
  PlanFlyerRemoved: { planId: id, name: flyerName },
  MemberCategoryDefined: categoryShapes,
  MemberCategoryRevised: categoryShapes,
};
