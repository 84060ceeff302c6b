import { sydneyDate } from '../calendar-dates.js';
import { isErasedNumber } from '../erased.js';
import type { Decision, StreamDefinition, Upcast } from '../event.js';
import { platformOf } from '../outside-id.js';
import { RuleViolation } from '../rule-violation.js';
import { revised, upcastersOf, type PatchOf } from '../fields.js';
import { applyPatch, type Patch } from '../patch.js';
import { sameFields } from '../same-fields.js';
import { birthProblem, canHaveJoined, earliestBirth } from './date-of-birth.js';
import {
  activityTypes,
  consultantOf,
  memberFields,
  memberShapes,
  type ActivityType,
  type ConsultationFiledData,
  type ContactReason,
  type ContactRequest,
  type FeesComparedData,
  type InsuranceQuotedData,
  type MemberActivity,
  type MemberDetails,
  type MemberEvent,
  type RecordableType,
} from './member.events.js';

export interface Member {
  details: MemberDetails | null;
  erased: boolean;
  /** The day of the latest move; null when the member never moved. */
  movedOn: string | null;
  /** The member's plans with their first day; null for the plan of registration. */
  plans: readonly { planId: string; from: string | null }[];
  /**
   * The latest version of each contact request by instant and reason, and of each activity in the fund's files by type, day and
   * occurrence.
   */
  contacts: ReadonlyMap<string, ContactRequest>;
  activities: ReadonlyMap<string, MemberActivity>;
  /** Activities recorded by hand, by their id, in the order of recording. */
  recorded: ReadonlyMap<string, RecordedActivity>;
  /** Comparisons of fees of the newest day that has one, by what was compared. */
  comparisons: RunsOfDay | null;
  /** Quotations of insurance of the newest day that has one, by what was asked. */
  quotations: RunsOfDay | null;
  /** SHA-256 of the content of each filed consultation, by its id. */
  consultations: ReadonlyMap<string, string>;
}

/** What a calculator was run with on a day. The same run on the same day is recorded once. */
interface RunsOfDay {
  on: string;
  inputs: ReadonlySet<string>;
}

export interface RecordedActivity {
  type: RecordableType;
  activity: MemberActivity & { recorded: NonNullable<MemberActivity['recorded']> };
  withdrawn: boolean;
}

const isActivity = (type: string): type is ActivityType => (activityTypes as readonly string[]).includes(type);

const contactKey = ({ at, reason }: Pick<ContactRequest, 'at' | 'reason'>) => `${at} ${reason}`;
const activityKey = (type: string, data: Pick<MemberActivity, 'effectiveDate' | 'occurrence'>) =>
  `${type} ${data.effectiveDate} ${data.occurrence ?? 1}`;

function withActivity(member: Member, type: ActivityType, data: MemberActivity): Member {
  if (data.recorded === null)
    return { ...member, activities: new Map(member.activities).set(activityKey(type, data), data) };
  const recorded = { type, activity: data, withdrawn: false } as RecordedActivity;
  return { ...member, recorded: new Map(member.recorded).set(data.recorded.eventId, recorded) };
}

/** Also the tables in force and what they came to, because a platform may publish other fees on a day. */
const comparisonInputs = (compared: FeesComparedData): string => {
  const { planId, feesAsAt, holdings, comparisonAssetId } = compared;
  const tables = [compared.feesFromA, compared.feesFromB, compared.totalCentsA, compared.totalCentsB];
  const missing = [compared.missingA ?? [], compared.missingB ?? []];
  const held = holdings.map(({ assetId, balanceCents }) => [assetId, balanceCents]);
  return JSON.stringify([planId, feesAsAt, comparisonAssetId, held, ...tables, ...missing]);
};

const isRecorded = (runs: RunsOfDay | null, on: string, inputs: string): boolean =>
  runs?.on === on && runs.inputs.has(inputs);
const withRun = (runs: RunsOfDay | null, on: string, inputs: string): RunsOfDay => ({
  on,
  inputs: new Set([...(runs?.on === on ? runs.inputs : []), inputs]),
});

/** Records a comparison of fees for a member. The same comparison on the same day writes nothing. */
export const recordFeesCompared =
  (compared: FeesComparedData): MemberDecision =>
  (member) => {
    registered(member);
    if (isRecorded(member.comparisons, compared.on, comparisonInputs(compared))) return [];
    return [{ type: 'FeesCompared', data: compared }];
  };

/** Also the tables in force and the premiums, as of a comparison. */
const quotationInputs = (quoted: InsuranceQuotedData): string => {
  const { planId, gender, salaryCents, categoryId, occupationGroup, lines, ratesFrom, factorsFrom } = quoted;
  const { calculationDate, ageNextBirthday } = quoted.personal;
  const { Death, TPD, SCI } = quoted.voluntaryCents;
  const person = [ageNextBirthday, gender, salaryCents, occupationGroup, quoted.addressState];
  const premiums = lines.map(({ coverCents, annualCents }) => [coverCents, annualCents]);
  const tables = [ratesFrom, factorsFrom, ...premiums];
  // Quotations without a need keep the key that they had.
  const { need } = quoted.personal;
  const household = need === undefined ? [] : [need];
  return JSON.stringify([planId, categoryId, calculationDate, ...person, Death, TPD, SCI, ...tables, ...household]);
};

/** Records a quotation of insurance for a member. The same quotation on the same day writes nothing. */
export const recordInsuranceQuoted =
  (quoted: InsuranceQuotedData): MemberDecision =>
  (member) => {
    registered(member);
    if (isRecorded(member.quotations, quoted.on, quotationInputs(quoted))) return [];
    return [{ type: 'InsuranceQuoted', data: quoted }];
  };

/** Files a consultation of a member. The same content, which names its day, is filed once, and an id cannot stand for two contents. */
export const fileConsultation =
  (filed: ConsultationFiledData): MemberDecision =>
  (member) => {
    registered(member);
    const known = member.consultations.get(filed.consultationId);
    if (known !== undefined && known !== filed.personal.contentSha256)
      throw new RuleViolation('conflict', 'Another consultation was filed under this id.');
    const isFiled = [...member.consultations.values()].includes(filed.personal.contentSha256);
    return isFiled ? [] : [{ type: 'ConsultationFiled', data: filed }];
  };

/** The first events had no `recorded`, because all of them came from files. */
const fromFile: Upcast = (data) => ({ recorded: null, ...(data as object) });

const ofMember = (data: { memberId: string }) => data.memberId;

export const memberStream: StreamDefinition<Member, MemberEvent> = {
  category: 'member',
  initial: {
    details: null,
    erased: false,
    movedOn: null,
    plans: [],
    contacts: new Map(),
    activities: new Map(),
    recorded: new Map(),
    comparisons: null,
    quotations: null,
    consultations: new Map(),
  },
  shapes: memberShapes,
  idOf: ofMember,
  personOf: {
    MemberRegistered: ofMember,
    MemberDetailsRevised: ofMember,
    InsuranceQuoted: ofMember,
    ConsultationFiled: ofMember,
    ...(Object.fromEntries(activityTypes.map((type) => [type, ofMember])) as Record<ActivityType, typeof ofMember>),
  },
  upcasters: {
    MemberRegistered: upcastersOf(memberFields),
    MemberDetailsRevised: upcastersOf(memberFields),
    ...Object.fromEntries(activityTypes.map((type) => [type, [fromFile]])),
  },
  evolve: (member, event) => {
    switch (event.type) {
      case 'MemberRegistered':
        return { ...member, details: event.data, plans: [{ planId: event.data.planId, from: null }] };
      case 'MemberDetailsRevised':
        return { ...member, details: event.data };
      case 'MemberMoved': {
        const { planId, companyId, categoryId, on } = event.data;
        const corrected = member.movedOn !== null && member.details !== null && isThere(member.details, event.data);
        const before = corrected ? member.plans.slice(0, -1) : member.plans;
        const details = member.details && { ...member.details, planId, companyId, categoryId };
        return { ...member, details, movedOn: on, plans: [...before, { planId, from: on }] };
      }
      case 'MemberLeft':
        return { ...member, details: member.details && { ...member.details, exitDate: event.data.on } };
      case 'MemberErased':
        return { ...member, erased: true };
      case 'ContactRequested':
        return { ...member, contacts: new Map(member.contacts).set(contactKey(event.data), event.data) };
      case 'MemberEventWithdrawn': {
        const standing = member.recorded.get(event.data.eventId);
        if (standing === undefined) return member;
        const withdrawn = { ...standing, withdrawn: true };
        return { ...member, recorded: new Map(member.recorded).set(event.data.eventId, withdrawn) };
      }
      case 'FeesCompared':
        return { ...member, comparisons: withRun(member.comparisons, event.data.on, comparisonInputs(event.data)) };
      case 'InsuranceQuoted':
        return { ...member, quotations: withRun(member.quotations, event.data.on, quotationInputs(event.data)) };
      case 'ConsultationFiled': {
        const { consultationId, personal } = event.data;
        return {
          ...member,
          consultations: new Map(member.consultations).set(consultationId, personal.contentSha256),
        };
      }
      default:
        return isActivity(event.type) ? withActivity(member, event.type, event.data) : member;
    }
  },
};

type Place = Pick<MemberDetails, 'planId' | 'companyId' | 'categoryId'>;

const isThere = (member: Place, place: Place): boolean =>
  member.planId === place.planId && member.companyId === place.companyId && member.categoryId === place.categoryId;

/** A member's plan on a day. The plan of registration counts from the beginning. */
const planOn = ({ plans }: Member, day: string): string =>
  plans.filter(({ from }) => from === null || from <= day).at(-1)!.planId;

export type MemberDecision = Decision<Member, MemberEvent>;

/** Throws RuleViolation when the member does not exist or was erased. */
export const registered = (member: Member): MemberDetails => {
  if (member.details === null) throw new RuleViolation('not-found', 'There is no such member.');
  if (member.erased) throw new RuleViolation('conflict', 'This member was erased.');
  return member.details;
};

type MemberPatch = PatchOf<typeof memberFields>;

/** A patch that gives neither date changes neither, so members stored before this rule can still be revised. */
function refuseUnlikelyBirth({ personal, joinDate }: MemberPatch, details: MemberDetails, today: string): void {
  const born = details.personal.dateOfBirth;
  const isTooOld = Boolean(personal.dateOfBirth) && born !== null && born < earliestBirth(today);
  const isDated = personal.dateOfBirth !== undefined || joinDate !== undefined;
  if (isTooOld || (isDated && !canHaveJoined(born, details.joinDate))) throw new RuleViolation('invalid', birthProblem);
}

/** A category belongs to one plan, so a patch that moves the member without naming a category clears it. */
const patchedMember = (current: MemberDetails | null, patch: MemberPatch): MemberDetails => {
  const moves = current !== null && current.planId !== patch.planId;
  return revised(memberFields, moves ? { ...current, categoryId: null } : current, patch);
};

/**
 * Applies a row of the fund's member file: registers, revises or moves the member, and records an exit. `asOf` (yyyy-MM-dd) dates a
 * move, which the file does not date. An unchanged row writes nothing.
 */
export const recordMember =
  (patch: MemberPatch, asOf: string): MemberDecision =>
  (member) => {
    if (isErasedNumber(patch.personal.memberNumber))
      throw new RuleViolation(
        'invalid',
        '‘Erased’ stands for members who were erased. No member can have it as a number.',
      );
    const details = patchedMember(member.details, patch);
    if (details.joinDate !== null && details.exitDate !== null && details.exitDate < details.joinDate)
      throw new RuleViolation('invalid', 'A member cannot leave before joining.');
    refuseUnlikelyBirth(patch, details, asOf);
    if (member.details === null) return [{ type: 'MemberRegistered', data: details }];
    const current = registered(member);
    const events: MemberEvent[] = [];
    const { memberId, planId, companyId, categoryId, exitDate } = details;
    if (!isThere(current, details))
      events.push({ type: 'MemberMoved', data: { memberId, planId, companyId, categoryId, on: asOf } });
    if (exitDate !== null && current.exitDate !== exitDate)
      events.push({ type: 'MemberLeft', data: { memberId, on: exitDate } });
    const reached = { ...current, planId, companyId, categoryId, exitDate: exitDate ?? current.exitDate };
    if (!sameFields(reached, details)) events.push({ type: 'MemberDetailsRevised', data: details });
    return events;
  };

/** Moves a member to another plan, employer or category from a day on. Repeating the latest move with another day corrects its day. */
export const moveMember =
  (to: { planId: string; companyId: string; categoryId: string | null }, on: string): MemberDecision =>
  (member) => {
    const details = registered(member);
    const { memberId, platformId } = details;
    // The platform is part of the member's id, so the other platform's files would not find the member.
    if (platformOf(to.planId) !== platformId)
      throw new RuleViolation('invalid', 'A member cannot move to a plan of another platform.');
    if (isThere(details, to) && (member.movedOn === null || member.movedOn === on)) return [];
    return [{ type: 'MemberMoved', data: { memberId, ...to, on } }];
  };

/** Erases a person, whose fields read 'Erased' once the key is destroyed. Counts and history stay. Repeating it writes nothing. */
export const eraseMember =
  (reason: string): MemberDecision =>
  (member) => {
    if (member.details === null) throw new RuleViolation('not-found', 'There is no such member.');
    if (reason.trim() === '') throw new RuleViolation('invalid', 'Reason is required');
    const { memberId } = member.details;
    return member.erased ? [] : [{ type: 'MemberErased', data: { memberId, reason: reason.trim() } }];
  };

/**
 * Records a member's request to be contacted, in their plan on that day. A request with the same instant and reason is recorded again,
 * in the same plan, when its status changes; the latest counts.
 */
export const requestContact =
  (at: string, reason: ContactReason, status?: string | null): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    const recorded = member.contacts.get(contactKey({ at, reason }));
    if (recorded && (status === undefined || status === recorded.status)) return [];
    const planId = recorded?.planId ?? planOn(member, sydneyDate(at));
    return [{ type: 'ContactRequested', data: { memberId, planId, at, reason, status: status ?? null } }];
  };

type ActivityPatch = Patch<
  Omit<MemberActivity, 'memberId' | 'recorded' | 'occurrence' | 'personal'>,
  'effectiveDate'
> & {
  personal?: Partial<MemberActivity['personal']>;
};

const patchedActivity = (recorded: MemberActivity | undefined, memberId: string, patch: ActivityPatch) => {
  const { personal = {}, ...rest } = patch;
  const begun = { memberId, consultant: null, valid: null, outcome: null, amountCents: null, recorded: null };
  return {
    ...applyPatch<Omit<MemberActivity, 'personal'>>(recorded ?? { ...begun, ...rest }, rest),
    personal: applyPatch<MemberActivity['personal']>(recorded?.personal ?? { notes: null, fundName: null }, personal),
  };
};

/** Throws RuleViolation for an activity that cannot be recorded, such as one dated after `today`. */
export function checkActivity(type: ActivityType, activity: MemberActivity, today: string): void {
  if (activity.effectiveDate > today) throw new RuleViolation('invalid', 'The date cannot be in the future');
  if (activity.amountCents !== null && activity.amountCents < 0)
    throw new RuleViolation('invalid', 'Cannot be negative');
  if (type === 'PotentialConsolidationVerified' && activity.outcome === null)
    throw new RuleViolation('invalid', 'Outcome is required');
}

/**
 * Whether two activities have the same content. Where they were recorded (by hand, or as which row of a file), and which of the two
 * fields holds the consultant, makes no difference.
 */
const saysTheSame = (a: MemberActivity, b: MemberActivity): boolean => {
  const said = (activity: MemberActivity) => ({
    ...activity,
    recorded: null,
    occurrence: null,
    consultant: consultantOf(activity),
    personal: { ...activity.personal, consultantName: null },
  });
  return sameFields(said(a), said(b));
};

/** The newest activity with exactly this content that stands: one recorded by hand and not withdrawn, otherwise one of a file. */
export function standingEqual(member: Member, type: ActivityType, activity: MemberActivity): MemberActivity | null {
  const byHand = standingByHand(member, type).findLast((standing) => saysTheSame(standing, activity));
  const ofFile = () =>
    [...member.activities].findLast(
      ([key, standing]) => key === activityKey(type, standing) && saysTheSame(standing, activity),
    )?.[1];
  return byHand ?? ofFile() ?? null;
}

/** The activities of a type that were recorded by hand and not withdrawn, in the order of recording. */
const standingByHand = (member: Member, type: ActivityType): MemberActivity[] =>
  [...member.recorded.values()].flatMap((of) => (of.type === type && !of.withdrawn ? [of.activity] : []));

/** The place of a file's row among the rows of its member, kind and day, and among those equal to it. Both count from 1. */
export interface RowPlace {
  occurrence: number;
  equal: number;
}

const onlyRow: RowPlace = { occurrence: 1, equal: 1 };

/**
 * Records a file's activity of a member on a day not after `today`. A file's nth row of a type and a day corrects the nth
 * such activity of earlier files, unless as many activities say the same as the file has rows that do. Activities recorded
 * by hand stay as they are and count among those, so the row of an event that was recorded by hand writes nothing. So n
 * equal rows leave n activities, however often the file comes.
 *
 * A row relies on activities of occurrences up to its own. Later rows of the file correct later ones, so they take nothing
 * away from it.
 */
export const recordActivity =
  (
    type: ActivityType,
    patch: ActivityPatch,
    today: string,
    { occurrence, equal }: RowPlace = onlyRow,
  ): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    const ofFiles = (nth: number) =>
      member.activities.get(activityKey(type, { effectiveDate: patch.effectiveDate, occurrence: nth }));
    const changesNothing = (standing: MemberActivity) =>
      standing.effectiveDate === patch.effectiveDate &&
      saysTheSame(standing, patchedActivity(standing, memberId, patch));
    const known = ofFiles(occurrence);
    const activity = patchedActivity(known, memberId, patch);
    checkActivity(type, activity, today);
    if (known !== undefined && changesNothing(known)) return [];
    let standing = standingByHand(member, type).filter(changesNothing).length;
    let free: number | null = null;
    for (let nth = 1; nth < occurrence; nth += 1) {
      const of = ofFiles(nth);
      if (of === undefined) free ??= nth;
      else if (changesNothing(of)) standing += 1;
    }
    if (standing >= equal) return [];
    const place = known === undefined ? (free ?? occurrence) : occurrence;
    return [{ type, data: place === 1 ? activity : { ...activity, occurrence: place } }];
  };
