import type { DomainEvent, EventShapes, Personal } from '../event.js';
import {
  day,
  flag,
  id,
  instant,
  integer,
  month,
  oneOf,
  optional,
  orNull,
  record,
  text,
  type FieldShapes,
} from '../shape.js';

/** Encrypted in the event store. Every value reads 'Erased' once the person's key is destroyed. */
export interface MemberPersonal extends Personal {
  /** The fund's number for this member. */
  memberNumber: string;
  login: string | null;
  surname: string | null;
  givenName: string | null;
  /** yyyy-MM-dd */
  dateOfBirth: string | null;
  emailAddress: string | null;
  mobileNumber: string | null;
}

export interface MemberDetails {
  /** UUID from HMAC(idKey, platform, fund's number): pseudonymous, so it may stand in rows and logs. */
  memberId: string;
  platformId: string;
  planId: string;
  companyId: string;
  categoryId: string | null;
  /** yyyy-MM, which determines the completed age at any month end. */
  birthMonth: string | null;
  /** Peer averages and rates exist for men and women only. */
  gender: 'Male' | 'Female' | 'Other' | null;
  addressState: string | null;
  accountType: string | null;
  occupationalRating: string | null;
  joinDate: string | null;
  exitDate: string | null;
  emailAddressProvided: boolean;
  mobileNumberProvided: boolean;
  /** Whether a tax file number was provided. The number itself is never accepted. */
  taxFileNumberProvided: boolean;
  personal: MemberPersonal;
}

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
  | { [T in ActivityType]: DomainEvent<T, MemberActivity> }[ActivityType];

export type MemberEventType = MemberEvent['type'];

const detailShapes: FieldShapes<MemberDetails> = {
  memberId: id,
  platformId: id,
  planId: id,
  companyId: id,
  categoryId: orNull(id),
  birthMonth: orNull(month),
  gender: orNull(oneOf(['Male', 'Female', 'Other'])),
  addressState: orNull(text),
  accountType: orNull(text),
  occupationalRating: orNull(text),
  joinDate: orNull(day),
  exitDate: orNull(day),
  emailAddressProvided: flag,
  mobileNumberProvided: flag,
  taxFileNumberProvided: flag,
  // Plain text rather than dates and addresses, because an erased person's fields read 'Erased'.
  personal: record({
    memberNumber: text,
    login: orNull(text),
    surname: orNull(text),
    givenName: orNull(text),
    dateOfBirth: orNull(text),
    emailAddress: orNull(text),
    mobileNumber: orNull(text),
  }),
};
const activityShapes: FieldShapes<MemberActivity> = {
  memberId: id,
  effectiveDate: day,
  consultant: orNull(text),
  valid: orNull(flag),
  outcome: orNull(oneOf(consolidationOutcomes)),
  amountCents: orNull(integer),
  recorded: orNull(record({ eventId: id, at: instant })),
  personal: record({ notes: orNull(text), fundName: orNull(text), consultantName: optional(orNull(text)) }),
};
export const memberShapes: EventShapes<MemberEvent> = {
  MemberRegistered: detailShapes,
  MemberDetailsRevised: detailShapes,
  MemberMoved: { memberId: id, planId: id, companyId: id, categoryId: orNull(id), on: day },
  MemberLeft: { memberId: id, on: day },
  MemberErased: { memberId: id, reason: text },
  ContactRequested: { memberId: id, planId: id, at: instant, reason: oneOf(contactReasons), status: orNull(text) },
  MemberEventWithdrawn: { memberId: id, eventId: id, eventType: oneOf(recordableTypes), effectiveDate: day },
  ...(Object.fromEntries(activityTypes.map((type) => [type, activityShapes])) as Record<
    ActivityType,
    typeof activityShapes
  >),
};
