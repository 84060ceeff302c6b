import { ongoingGroups } from '@superscope/domain/fees/fee-rows';
import {
  consultantOf,
  consultationParts,
  type ConsultationFiledData,
  type FeesComparedData,
  type InsuranceQuotedData,
  type MemberActivity,
  type MissingOfSide,
} from '@superscope/domain/member/member.events';
import { z } from 'zod';
import { analyticsTable, category, count, day, flag, instant, text, uuid } from './analytics-table.js';
import { documentView } from './document-view.js';

const activity = z.object({
  eventType: z.string(),
  effectiveDate: z.string(),
  consultant: z.string().nullable(),
  valid: z.boolean().nullable(),
  outcome: z.string().nullable(),
  amountCents: z.number().nullable(),
  notes: z.string().nullable(),
  fundName: z.string().nullable(),
  /** For an activity recorded by hand: its id, and when it was recorded. */
  recorded: z.object({ eventId: z.string(), at: z.string() }).nullable().optional(),
  /** For an activity from a file: which of the rows of its kind and day it is, from 2 on. The first has none. */
  occurrence: z.number().optional(),
});

/** An activity as the view stores it. */
export function activityEntry(eventType: string, recordedActivity: MemberActivity): z.infer<typeof activity> {
  const { effectiveDate, valid, outcome, amountCents, recorded, occurrence, personal } = recordedActivity;
  const { notes, fundName } = personal;
  const consultant = consultantOf(recordedActivity);
  const entry = { eventType, effectiveDate, consultant, valid, outcome, amountCents, notes, fundName, recorded };
  return occurrence === undefined ? entry : { ...entry, occurrence };
}

/** What identifies an activity of a member: the id of one recorded by hand; the kind, the day and the row of one from files, whose newest entry counts. */
export const activityIdentity = ({
  recorded,
  eventType,
  effectiveDate,
  occurrence = 1,
}: z.infer<typeof activity>): string => recorded?.eventId ?? `${eventType} ${effectiveDate} ${occurrence}`;

const contact = z.object({ at: z.string(), reason: z.string(), status: z.string().nullable() });

const missingOfSide = z.object({ group: z.enum(ongoingGroups), options: z.array(z.string()) });

const comparison = z.object({
  /** Instant (UTC) of the run. */
  at: z.string(),
  /** The plan in which the member had this balance; null if the comparison does not tell. */
  planId: z.string().nullable(),
  comparedBy: z.string(),
  feesAsAt: z.string(),
  balanceCents: z.number(),
  nameA: z.string(),
  nameB: z.string(),
  /** The single investment that was compared; null for several together. Earlier releases stored neither id. */
  assetIdA: z.string().nullable().optional(),
  assetIdB: z.string().optional(),
  totalCentsA: z.number().nullable(),
  totalCentsB: z.number().nullable(),
  /** What was not published; absent where nothing is missing, and of comparisons of earlier releases. */
  missingA: z.array(missingOfSide).optional(),
  missingB: z.array(missingOfSide).optional(),
});

export type StoredComparison = z.infer<typeof comparison>;

/** A comparison of fees as the view stores it. */
export function comparisonEntry(compared: FeesComparedData, at: string): StoredComparison {
  const { planId = null, comparedBy, feesAsAt, holdings, nameA, nameB, totalCentsA, totalCentsB } = compared;
  const { missingA = [], missingB = [] } = compared;
  const balanceCents = holdings.reduce((sum, holding) => sum + holding.balanceCents, 0);
  const assetIdA = holdings.length === 1 ? holdings[0]!.assetId : null;
  const sides = { nameA, nameB, assetIdA, assetIdB: compared.comparisonAssetId, totalCentsA, totalCentsB };
  return {
    at,
    planId,
    comparedBy,
    feesAsAt,
    balanceCents,
    ...sides,
    ...(missingA.length > 0 && { missingA: missingA.map(missingEntry) }),
    ...(missingB.length > 0 && { missingB: missingB.map(missingEntry) }),
  };
}

/** A less B of a comparison as the view stores it; null unless both totals were known and whole. */
export const differenceCents = ({
  totalCentsA,
  totalCentsB,
  missingA,
  missingB,
}: Pick<StoredComparison, 'totalCentsA' | 'totalCentsB' | 'missingA' | 'missingB'>): number | null =>
  totalCentsA === null || totalCentsB === null || missingA !== undefined || missingB !== undefined
    ? null
    : totalCentsA - totalCentsB;

const missingEntry = ({ group, options }: MissingOfSide) => ({ group, options: [...options] });

const insuredCents = z.object({ Death: z.number(), TPD: z.number(), SCI: z.number() });

const quotation = z.object({
  /** Instant (UTC) of the run. */
  at: z.string(),
  /** The plan whose category and rates were used. */
  planId: z.string(),
  quotedBy: z.string(),
  calculationDate: z.string(),
  /** Years, in digits. */
  ageNextBirthday: z.string(),
  salaryCents: z.number(),
  categoryId: z.string(),
  categoryName: z.string(),
  occupationGroup: z.string(),
  addressState: z.string().nullable(),
  /** SCI is a month's benefit. */
  defaultCents: insuredCents,
  voluntaryCents: insuredCents,
  aboveLimitCents: insuredCents,
  annualCents: z.number(),
  monthlyCents: z.number(),
  ratesFrom: z.string(),
  /** What was said of the household, as its event has it. */
  need: z.string().optional(),
});
export type StoredQuotation = z.infer<typeof quotation>;

/** A quotation of insurance as the view stores it. */
export function quotationEntry(quoted: InsuranceQuotedData, at: string): StoredQuotation {
  const byDefault = (coverType: keyof StoredQuotation['defaultCents']) =>
    quoted.lines.find((line) => line.kind === 'default' && line.coverType === coverType)?.coverCents ?? 0;
  return {
    at,
    planId: quoted.planId,
    quotedBy: quoted.quotedBy,
    calculationDate: quoted.personal.calculationDate,
    ageNextBirthday: quoted.personal.ageNextBirthday,
    salaryCents: quoted.salaryCents,
    categoryId: quoted.categoryId,
    categoryName: quoted.categoryName,
    occupationGroup: quoted.occupationGroup,
    addressState: quoted.addressState,
    defaultCents: { Death: byDefault('Death'), TPD: byDefault('TPD'), SCI: byDefault('SCI') },
    voluntaryCents: quoted.voluntaryCents,
    aboveLimitCents: quoted.aboveLimitCents,
    annualCents: quoted.annualCents,
    monthlyCents: quoted.monthlyCents,
    ratesFrom: quoted.ratesFrom,
    ...(quoted.personal.need === undefined ? {} : { need: quoted.personal.need }),
  };
}

const consultation = z.object({
  /** Instant (UTC). */
  at: z.string(),
  consultationId: z.string(),
  /** The plan that the member was in. */
  planId: z.string(),
  filedBy: z.string(),
  parts: z.array(z.enum(consultationParts)),
});
export type StoredConsultation = z.infer<typeof consultation>;

/** A consultation as the view stores it. What its file shows stays in the event. */
export const consultationEntry = (
  { consultationId, planId, filedBy, parts }: ConsultationFiledData,
  at: string,
): StoredConsultation => ({ at, consultationId, planId, filedBy, parts: [...parts] });

/**
 * Members' activities and requests for contact, with notes, which are personal. Each member has one document, which erasing the member
 * empties; an erased member's activities are read from the event store. If the first events of the stream were set aside, their fields are
 * missing.
 */
export const memberEventsView = documentView({
  collection: 'memberEvents',
  announces: 'memberEvents',
  shape: z.object({
    /** Activities by `e{revision}`. */
    events: z.record(z.string(), activity).optional(),
    /** Every recorded request for contact, by `e{revision}`. */
    contacts: z.record(z.string(), contact).optional(),
    /** Comparisons of fees by `e{revision}`. Releases before it stored none. */
    comparisons: z.record(z.string(), comparison).optional(),
    /** Quotations of insurance by `e{revision}`. Releases before it stored none. */
    quotations: z.record(z.string(), quotation).optional(),
    /** Filed consultations by `e{revision}`. Releases before it stored none. */
    consultations: z.record(z.string(), consultation).optional(),
    /** Ids of recorded activities that were withdrawn. */
    withdrawn: z.record(z.string(), z.literal(true)).optional(),
  }),
  indexes: [],
});

/** The newest run that processed member events: one document, `newest`. */
export const memberEventRunView = documentView({
  collection: 'memberEventRuns',
  announces: 'memberEvents',
  shape: z.object({
    /** Everything recorded before this day (yyyy-MM-dd) in Sydney is processed. */
    recordedBefore: z.string(),
    /** When the run took place. */
    at: z.string(),
  }),
  indexes: [],
});

/** Members' activities and requests for contact: one row for each event. The derivation folds them. */
export const memberEventTable = analyticsTable({
  table: 'member_event',
  announces: 'memberEvents',
  columns: {
    member_id: uuid,
    revision: count,
    event_type: category,
    effective_date: day,
    valid: flag,
    /** Reason of a request for contact; empty for other events. */
    reason: category,
    /** Id of an activity recorded by hand, also on its withdrawal; empty for other events. */
    event_id: text,
    recorded_at: instant,
  },
  key: ['member_id', 'revision'],
});
