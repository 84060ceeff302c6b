import type { DomainEvent, EventShapes } from '../event.js';
import { ongoingGroups, type OngoingGroup } from '../fees/fee-rows.js';
import { fields, shapesOf, type PersonalOf, type RecordOf } from '../fields.js';
import {
  day,
  flag,
  id,
  instant,
  integer,
  listOf,
  oneOf,
  optional,
  orNull,
  record,
  text,
  type FieldShapes,
} from '../shape.js';

export const addressStates = ['NSW', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'NT', 'ACT'] as const;

/** What the fund's files say of a member. Personal fields read 'Erased' once the person's key is destroyed. */
export const memberFields = fields({
  /** UUID from HMAC(idKey, platform, fund's number): pseudonymous, so it may stand in rows and logs. */
  memberId: { kind: 'id', needed: true, column: null },
  platformId: { kind: 'id', needed: true, column: null },
  /** The fund's number for this member. */
  memberNumber: { kind: 'name', most: 40, isCode: true, needed: true, personal: true, column: 'memberId' },
  planId: { kind: 'id', needed: true },
  companyId: { kind: 'id', needed: true },
  categoryId: { kind: 'id' },
  login: { kind: 'name', most: 254, isCode: true, personal: true },
  surname: { kind: 'name', most: 100, personal: true },
  givenName: { kind: 'name', most: 100, personal: true },
  dateOfBirth: { kind: 'day', range: 'birth', personal: true },
  /** yyyy-MM, which determines the completed age at any month end. */
  birthMonth: { kind: 'month', column: null },
  /** Peer averages and rates exist for men and women only. */
  gender: { kind: 'choice', values: ['Male', 'Female', 'Other'] },
  addressState: { kind: 'choice', values: addressStates, open: true },
  accountType: { kind: 'name', most: 40, isCode: true },
  occupationalRating: { kind: 'name', most: 40, isCode: true },
  joinDate: { kind: 'day', range: 'any' },
  exitDate: { kind: 'day', range: 'any' },
  emailAddress: { kind: 'email', personal: true },
  emailAddressProvided: { kind: 'flag', default: false, column: null },
  mobileNumber: { kind: 'name', most: 30, isCode: true, personal: true },
  mobileNumberProvided: { kind: 'flag', default: false, column: null },
  /** Whether a tax file number was provided. The number itself is never accepted. */
  taxFileNumberProvided: { kind: 'flag', default: false },
});
export type MemberDetails = RecordOf<typeof memberFields>;
export type MemberPersonal = PersonalOf<typeof memberFields>;

export const contactReasons = [
  'nominatedBeneficiary',
  'accountBalance',
  'investment',
  'insurance',
  'retirementAdequacy',
] as const;
export type ContactReason = (typeof contactReasons)[number];

export interface ContactRequest {
  memberId: string;
  planId: string;
  /** Instant, UTC. */
  at: string;
  reason: ContactReason;
  status: string | null;
}

export const consolidationOutcomes = [
  'NO_OTHER_SUPER',
  'NO_ACTION_REQUIRED',
  'RECOMMENDED_NOT_PROCEEDING',
  'RECOMMENDED_PROCEEDING',
] as const;
export type ConsolidationOutcome = (typeof consolidationOutcomes)[number];

/** Activities of a member outside the fund's systems, by the file's `eventType`. */
export const activityTypes = [
  'BeneficiaryNominationValidated',
  'BeneficiaryNominationAssistantCompleted',
  'ConsolidationImplemented',
  'ConsultationPerformed',
  'EmailSubscriptionChanged',
  'InsuranceAdviceImplemented',
  'InsuranceAssessmentCompleted',
  'InvestmentAdviceImplemented',
  'PotentialConsolidationVerified',
  'RiskProfileAssessmentCompleted',
  'SignedIn',
] as const;
export type ActivityType = (typeof activityTypes)[number];

/** The activities that are online tools which a member finished. */
export const toolTypes = [
  'RiskProfileAssessmentCompleted',
  'InsuranceAssessmentCompleted',
  'BeneficiaryNominationAssistantCompleted',
] as const satisfies readonly ActivityType[];

/** The activities that people record by hand. The others come from the fund's files only. */
export const recordableTypes = [
  'BeneficiaryNominationValidated',
  'PotentialConsolidationVerified',
  'ConsolidationImplemented',
  'ConsultationPerformed',
  'InsuranceAdviceImplemented',
  'InvestmentAdviceImplemented',
] as const satisfies readonly ActivityType[];
export type RecordableType = (typeof recordableTypes)[number];

export interface MemberActivity {
  memberId: string;
  /** yyyy-MM-dd, the day on which the activity took effect; not later than the day of recording. */
  effectiveDate: string;
  /** User id of the consultant, if any. Events that earlier releases wrote from files may hold a name. */
  consultant: string | null;
  /** The result of a nomination's validation, or whether a subscription was turned on. */
  valid: boolean | null;
  outcome: ConsolidationOutcome | null;
  amountCents: number | null;
  /**
   * Only for an activity that a person recorded by hand: its own id, and the instant (UTC) of recording. Null for an
   * activity from a file.
   */
  recorded: { eventId: string; at: string } | null;
  /**
   * Which of a file's rows of this kind and day the activity is, from 2 on. The first row has none, as all that earlier
   * releases stored, and neither has an activity recorded by hand.
   */
  occurrence?: number | undefined;
  personal: {
    notes: string | null;
    fundName: string | null;
    /** The consultant's name, if a file gives a name instead of a user's id. */
    consultantName?: string | null | undefined;
  };
}

/** Who acted, as it was recorded: a user's id or a name. */
export const consultantOf = ({
  consultant,
  personal,
}: Pick<MemberActivity, 'consultant' | 'personal'>): string | null => consultant ?? personal.consultantName ?? null;

/** An activity that was recorded by hand and taken back before it was processed. The activity itself stays in the stream. */
export interface WithdrawnActivity {
  memberId: string;
  eventId: string;
  eventType: RecordableType;
  effectiveDate: string;
}

/** A comparison of fees that somebody ran for a member. Money is cents a year; a total is null if no fee was known. */
export interface FeesComparedData {
  memberId: string;
  /** The plan in which the member has what was compared. A later move does not change it. Comparisons of earlier releases lack it. */
  planId?: string | undefined;
  /** yyyy-MM-dd in Sydney, the day of the run. */
  on: string;
  /** User id. */
  comparedBy: string;
  /** yyyy-MM-dd: the day whose fees were compared. */
  feesAsAt: string;
  /** What the member has, by the ids of investments. */
  holdings: readonly { assetId: string; balanceCents: number }[];
  comparisonAssetId: string;
  /** Names of both sides on that day. */
  nameA: string;
  nameB: string;
  totalCentsA: number | null;
  totalCentsB: number | null;
  /** First days of the tables that were in force. */
  feesFromA: string | null;
  feesFromB: string | null;
  /** What those tables did not say, so that the total is at least the recorded one. Comparisons of earlier releases lack it. */
  missingA?: readonly MissingOfSide[] | undefined;
  missingB?: readonly MissingOfSide[] | undefined;
}

/** A kind of fee that is not published, with the names on that day of the options that it is missing for. */
export interface MissingOfSide {
  group: OngoingGroup;
  options: readonly string[];
}

/** A quotation of insurance that somebody made for a member. Money is cents; of salary continuance (SCI) cover is a month's benefit. */
export interface InsuranceQuotedData {
  memberId: string;
  /** The plan whose category and rates were used. A later move does not change it. */
  planId: string;
  /** yyyy-MM-dd in Sydney, the day of the run. */
  on: string;
  /** User id. */
  quotedBy: string;
  gender: 'Male' | 'Female';
  /** A year. */
  salaryCents: number;
  categoryId: string;
  categoryName: string;
  occupationGroup: string;
  addressState: string | null;
  /** What was asked for beside the default cover; 0 for none. */
  voluntaryCents: InsuredCents;
  lines: readonly {
    kind: 'default' | 'voluntary';
    coverType: keyof InsuredCents;
    coverCents: number;
    annualCents: number;
    monthlyCents: number;
  }[];
  annualCents: number;
  monthlyCents: number;
  /** The part of each cover that the insurer does not accept automatically. */
  aboveLimitCents: InsuredCents;
  /** First days of the tables that were in force. */
  ratesFrom: string;
  factorsFrom: string;
  /** Null if no cover rules were in force. Quotations of earlier releases lack it. */
  rulesFrom?: string | null | undefined;
  /** Ages on two days of one's choice tell a birth date, so both are personal. Of an erased member they read 'Erased'. */
  personal: {
    /** yyyy-MM-dd: the day for which age and rates were taken. */
    calculationDate: string;
    /** Years, in digits. */
    ageNextBirthday: string;
    /** What was said of the household (`NeedInput`), as JSON. Missing where nobody asked for the need. */
    need?: string | undefined;
  };
}

/** What a consultation may be about, in the order of its file. */
export const consultationParts = ['fees', 'cover', 'asfa'] as const;
export type ConsultationPart = (typeof consultationParts)[number];

/** A consultation whose file was made for a member: all that the file shows, so that it can be made again as it was. */
export interface ConsultationFiledData {
  memberId: string;
  /** Given by whoever files it, so that a request that is sent again files nothing twice. */
  consultationId: string;
  /** The plan that the member was in. A later move does not change it. */
  planId: string;
  /** yyyy-MM-dd in Sydney. */
  on: string;
  /** User id. */
  filedBy: string;
  parts: readonly ConsultationPart[];
  /** It names the member and holds their amounts. Of an erased member it reads 'Erased'. */
  personal: {
    /** `ConsultationContent` of the contracts, as JSON. */
    content: string;
    /** SHA-256 of `content`, hexadecimal. */
    contentSha256: string;
  };
}

export interface InsuredCents {
  Death: number;
  TPD: number;
  SCI: number;
}

export type MemberEvent =
  | DomainEvent<'MemberRegistered', MemberDetails>
  | DomainEvent<'MemberDetailsRevised', MemberDetails>
  | DomainEvent<
      'MemberMoved',
      { memberId: string; planId: string; companyId: string; categoryId: string | null; on: string }
    >
  | DomainEvent<'MemberLeft', { memberId: string; on: string }>
  /** `reason` is plain text. The form asks its author not to name anybody. */
  | DomainEvent<'MemberErased', { memberId: string; reason: string }>
  | DomainEvent<'ContactRequested', ContactRequest>
  | DomainEvent<'MemberEventWithdrawn', WithdrawnActivity>
  | DomainEvent<'FeesCompared', FeesComparedData>
  | DomainEvent<'InsuranceQuoted', InsuranceQuotedData>
  | DomainEvent<'ConsultationFiled', ConsultationFiledData>
  | { [T in ActivityType]: DomainEvent<T, MemberActivity> }[ActivityType];

const detailShapes = shapesOf(memberFields);
const activityShapes: FieldShapes<MemberActivity> = {
  memberId: id,
  effectiveDate: day,
  consultant: orNull(text),
  valid: orNull(flag),
  outcome: orNull(oneOf(consolidationOutcomes)),
  amountCents: orNull(integer),
  recorded: orNull(record({ eventId: id, at: instant })),
  occurrence: optional(integer),
  personal: record({ notes: orNull(text), fundName: orNull(text), consultantName: optional(orNull(text)) }),
};
const missingOfSide = record<MissingOfSide>({ group: oneOf(ongoingGroups), options: listOf(text) });
const feesComparedShapes: FieldShapes<FeesComparedData> = {
  memberId: id,
  planId: optional(id),
  on: day,
  comparedBy: id,
  feesAsAt: day,
  holdings: listOf(record({ assetId: text, balanceCents: integer })),
  comparisonAssetId: text,
  nameA: text,
  nameB: text,
  totalCentsA: orNull(integer),
  totalCentsB: orNull(integer),
  feesFromA: orNull(day),
  feesFromB: orNull(day),
  missingA: optional(listOf(missingOfSide)),
  missingB: optional(listOf(missingOfSide)),
};
const insuredCents = record<InsuredCents>({ Death: integer, TPD: integer, SCI: integer });
const insuranceQuotedShapes: FieldShapes<InsuranceQuotedData> = {
  memberId: id,
  planId: id,
  on: day,
  quotedBy: id,
  gender: oneOf(['Male', 'Female']),
  salaryCents: integer,
  categoryId: id,
  categoryName: text,
  occupationGroup: text,
  addressState: orNull(text),
  voluntaryCents: insuredCents,
  lines: listOf(
    record({
      kind: oneOf(['default', 'voluntary']),
      coverType: oneOf(['Death', 'TPD', 'SCI']),
      coverCents: integer,
      annualCents: integer,
      monthlyCents: integer,
    }),
  ),
  annualCents: integer,
  monthlyCents: integer,
  aboveLimitCents: insuredCents,
  ratesFrom: day,
  factorsFrom: day,
  rulesFrom: optional(orNull(day)),
  personal: record({ calculationDate: text, ageNextBirthday: text, need: optional(text) }),
};
export const memberShapes: EventShapes<MemberEvent> = {
  MemberRegistered: detailShapes,
  MemberDetailsRevised: detailShapes,
  MemberMoved: { memberId: id, planId: id, companyId: id, categoryId: orNull(id), on: day },
  MemberLeft: { memberId: id, on: day },
  MemberErased: { memberId: id, reason: text },
  ContactRequested: { memberId: id, planId: id, at: instant, reason: oneOf(contactReasons), status: orNull(text) },
  MemberEventWithdrawn: { memberId: id, eventId: id, eventType: oneOf(recordableTypes), effectiveDate: day },
  FeesCompared: feesComparedShapes,
  InsuranceQuoted: insuranceQuotedShapes,
  ConsultationFiled: {
    memberId: id,
    consultationId: id,
    planId: id,
    on: day,
    filedBy: id,
    parts: listOf(oneOf(consultationParts)),
    personal: record({ content: text, contentSha256: text }),
  },
  ...(Object.fromEntries(activityTypes.map((type) => [type, activityShapes])) as Record<
    ActivityType,
    typeof activityShapes
  >),
};
