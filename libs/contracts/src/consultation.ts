import { consultationParts } from '@superscope/domain/member/member.events';
import { z } from 'zod';
import { writeAnswer } from './csv-import.js';
import { assetIdField, feeComparison, netBenefit, otherAssetIdsField } from './fee-comparison.js';
import { day } from './fields.js';
import {
  coverNeedAnswer,
  insuranceQuotation,
  insuranceRequest,
  insuredMember,
  needAsked,
} from './insurance-calculation.js';
import { memberIdField } from './member-events.js';

const consultationAsked = z.strictObject({
  memberId: memberIdField,
  /** What is compared: an investment of the member, or all together, with one to three others. Null: fees are left out. */
  fees: z
    .strictObject({
      /** Null: all that the member has, together. */
      assetId: assetIdField.nullable(),
      comparisonAssetId: assetIdField,
      otherAssetIds: otherAssetIdsField,
      /** yyyy-MM-dd */
      feesAsAt: day,
    })
    .refine(({ comparisonAssetId, otherAssetIds }) => !otherAssetIds.includes(comparisonAssetId), {
      path: ['otherAssetIds'],
      message: 'Choose each investment once',
    })
    .nullable(),
  /** The quotation of an existing member, with what was said of the household. Null: cover and need are left out. */
  cover: insuranceRequest.nullable(),
  /** Whether the member’s projected income stands beside ASFA’s retirement standard. */
  asfa: z.boolean(),
});

type Asked = z.infer<typeof consultationAsked>;

function requireParts({ memberId, fees, cover, asfa }: Asked, context: z.RefinementCtx): void {
  if (fees === null && cover === null && !asfa)
    context.addIssue({ code: 'custom', path: ['asfa'], message: 'Choose what the consultation is about' });
  if (cover !== null && cover.memberId !== memberId)
    context.addIssue({ code: 'custom', path: ['cover', 'memberId'], message: 'This quotation is of somebody else' });
}

/** Body of POST /api/consultations/draft. */
export const consultationRequest = consultationAsked.superRefine(requireParts);
export type ConsultationRequest = z.infer<typeof consultationRequest>;

/** A member’s projected income beside ASFA’s standard for one person who owns their home. Dollars; null where it is not known. */
export const asfaPosition = z.object({
  /** Month end of the figures, and of the balance, which may be an earlier one. */
  asAt: z.string(),
  balanceAsAt: z.string(),
  age: z.number().nullable(),
  balance: z.number().nullable(),
  /** ASFA’s balance at that age towards a comfortable retirement, and the day from which that target is in force. */
  target: z.number().nullable(),
  targetFrom: z.string().nullable(),
  /** A year at retirement in today’s dollars, with the Age Pension, and from the account alone. */
  income: z.number().nullable(),
  incomeSuperOnly: z.number().nullable(),
  standard: z.enum(['Inadequate', 'Modest', 'Comfortable', 'Aspirational']).nullable(),
  /** ASFA’s yearly budgets by which the month was derived, and their date. */
  modest: z.number().nullable(),
  comfortable: z.number().nullable(),
  standardOf: z.string().nullable(),
  retirementAge: z.number().nullable(),
});
export type AsfaPosition = z.infer<typeof asfaPosition>;

const consultedCover = z.object({
  /** What was typed or chosen. Dollars; voluntary cover is 0 for none, of salary continuance a month’s benefit. */
  calculationDate: z.string(),
  categoryName: z.string(),
  occupationGroup: z.string(),
  salary: z.number(),
  state: z.string().nullable(),
  voluntary: z.object({ death: z.number(), tpd: z.number(), sci: z.number() }),
  /** What was typed of the household; null is the rule’s default. */
  given: needAsked.required(),
  /** Null where the plan has no rates for it, with the reason. */
  quotation: insuranceQuotation.nullable(),
  noQuotation: z.string().nullable(),
  need: coverNeedAnswer,
  now: insuredMember.pick({ asAt: true, currentInsurance: true }).nullable(),
});
export type ConsultedCover = z.infer<typeof consultedCover>;

/**
 * All that the file of a consultation shows but who filed it and when. Events hold it as JSON, and files are made from it years later: fields are
 * added as optional ones, and none is renamed or taken away.
 */
export const consultationContent = z.object({
  member: z.object({
    name: z.string(),
    number: z.string(),
    dateOfBirth: z.string().nullable(),
    companyName: z.string(),
    planName: z.string(),
  }),
  /** yyyy-MM-dd in Sydney: the day on which all of it was calculated. */
  on: z.string(),
  fees: z.object({ comparison: feeComparison, netBenefit }).nullable(),
  cover: consultedCover.nullable(),
  /** Null where it was left out; `known` is null before the first figures of the member. */
  asfa: z.object({ known: asfaPosition.nullable() }).nullable(),
});
export type ConsultationContent = z.infer<typeof consultationContent>;

/** Answer to POST /api/consultations/draft: what would be filed, and its SHA-256. */
export const consultationDraft = z.object({ content: consultationContent, contentSha256: z.string() });
export type ConsultationDraft = z.infer<typeof consultationDraft>;

/** Body of POST /api/consultations: what was asked for the draft that somebody has read, so that nothing else is filed. */
export const fileConsultationRequest = consultationAsked
  .extend({
    /** A UUID. Browsers without a secure connection make one of no version. */
    consultationId: z.guid(),
    contentSha256: z.string().regex(/^[0-9a-f]{64}$/, 'This is no SHA-256.'),
  })
  .superRefine(requireParts);
export type FileConsultationRequest = z.infer<typeof fileConsultationRequest>;

/** Answer to POST /api/consultations. `consultationId` is an earlier one if the same was filed before. */
export const filedConsultation = writeAnswer.extend({ consultationId: z.string() });
export type FiledConsultation = z.infer<typeof filedConsultation>;

/** Answer to GET /api/members/{id}/consultations, newest first. */
export const memberConsultations = z.array(
  z.object({
    consultationId: z.string(),
    /** Instant, UTC. */
    at: z.string(),
    /** By name. */
    filedBy: z.string(),
    parts: z.array(z.enum(consultationParts)),
  }),
);
export type MemberConsultations = z.infer<typeof memberConsultations>;

/** What the PDF of a consultation shows. */
export const consultationDocument = z.object({
  content: consultationContent,
  consultationId: z.string(),
  /** Instant, UTC. */
  filedAt: z.string(),
  /** By name. */
  filedBy: z.string(),
  contentSha256: z.string(),
});
export type ConsultationDocument = z.infer<typeof consultationDocument>;
