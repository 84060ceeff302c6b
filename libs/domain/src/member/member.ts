import { sydneyDate } from '../calendar-dates.js';
import type { Decision, StreamDefinition } from '../event.js';
import { platformOf } from '../outside-id.js';
import { RuleViolation } from '../rule-violation.js';
import { sameFields } from '../same-fields.js';
import {
  activityTypes,
  type ActivityType,
  type ContactReason,
  type MemberActivity,
  type MemberDetails,
  type MemberEvent,
} from './member.events.js';

export interface Member {
  details: MemberDetails | null;
  erased: boolean;
  /** The day of the move that brought them where they are; null where they were registered. */
  movedOn: string | null;
  /** Their plans, each from a day on; null: from the beginning. */
  plans: readonly { planId: string; from: string | null }[];
  /**
   * Contact requests and activities already recorded, by at or day and kind: a file read twice records them once. With what a
   * validation found, of which the latest of a day counts.
   */
  recorded: ReadonlyMap<string, boolean | null>;
}

const isActivity = (type: string): type is ActivityType => (activityTypes as readonly string[]).includes(type);

const contactKey = (at: string, reason: string) => `contact ${at} ${reason}`;
const activityKey = (type: string, data: Pick<MemberActivity, 'effectiveDate'>) => `${type} ${data.effectiveDate}`;

const found = (type: string, { valid }: Pick<MemberActivity, 'valid'>): boolean | null =>
  type === 'BeneficiaryNominationValidated' ? valid : null;

const ofMember = (data: { memberId: string }) => data.memberId;

export const memberStream: StreamDefinition<Member, MemberEvent> = {
  category: 'member',
  initial: { details: null, erased: false, movedOn: null, plans: [], recorded: new Map() },
  personOf: {
    MemberRegistered: ofMember,
    MemberDetailsRevised: ofMember,
    ...(Object.fromEntries(activityTypes.map((type) => [type, ofMember])) as Record<ActivityType, typeof ofMember>),
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
        return recorded(member, contactKey(event.data.at, event.data.reason), null);
      default:
        return isActivity(event.type)
          ? recorded(member, activityKey(event.type, event.data), found(event.type, event.data))
          : member;
    }
  },
};

const recorded = (member: Member, key: string, valid: boolean | null): Member => ({
  ...member,
  recorded: new Map(member.recorded).set(key, valid),
});

type Place = Pick<MemberDetails, 'planId' | 'companyId' | 'categoryId'>;

const isThere = (member: Place, place: Place): boolean =>
  member.planId === place.planId && member.companyId === place.companyId && member.categoryId === place.categoryId;

/** The plan that a member was in on a day. */
const planOn = ({ plans }: Member, day: string): string =>
  (plans.filter(({ from }) => from === null || from <= day).at(-1) ?? plans[0]!).planId;

type MemberDecision = Decision<Member, MemberEvent>;

const registered = (member: Member): MemberDetails => {
  if (member.details === null) throw new RuleViolation('not-found', 'There is no such member.');
  if (member.erased) throw new RuleViolation('conflict', 'This member was erased.');
  return member.details;
};

/**
 * Takes a member as the fund's file has them: registers, revises, moves between plans, employers or categories, and notes an exit.
 * `asOf` (yyyy-MM-dd) dates a move, which the file does not date itself. An equal row writes nothing.
 */
export const recordMember =
  (details: MemberDetails, asOf: string): MemberDecision =>
  (member) => {
    if (details.joinDate !== null && details.exitDate !== null && details.exitDate < details.joinDate)
      throw new RuleViolation('invalid', 'A member can not leave before joining.');
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

/** Moves a member to another plan, employer or category from a day on; asked for where they moved already, corrects the day. */
export const moveMember =
  (to: { planId: string; companyId: string; categoryId: string | null }, on: string): MemberDecision =>
  (member) => {
    const details = registered(member);
    const { memberId, platformId } = details;
    // Their id is made of platform and number: files of the other platform would not find them.
    if (platformOf(to.planId) !== platformId)
      throw new RuleViolation('invalid', 'A member can not move to a plan of another platform.');
    if (isThere(details, to) && (member.movedOn === null || member.movedOn === on)) return [];
    return [{ type: 'MemberMoved', data: { memberId, ...to, on } }];
  };

/** Erases a person: their fields read 'Erased' once the key is destroyed; counts and history stay. Asking twice writes nothing. */
export const eraseMember: MemberDecision = (member) => {
  if (member.details === null) throw new RuleViolation('not-found', 'There is no such member.');
  return member.erased ? [] : [{ type: 'MemberErased', data: { memberId: member.details.memberId } }];
};

/** Records that a member asked to be contacted, in the plan where they were on that day. The same instant and reason are recorded once. */
export const requestContact =
  (at: string, reason: ContactReason, status: string | null): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    const planId = planOn(member, sydneyDate(at));
    if (member.recorded.has(contactKey(at, reason))) return [];
    return [{ type: 'ContactRequested', data: { memberId, planId, at, reason, status } }];
  };

/**
 * Records an activity of a member on a day not after `today`. The same kind on the same day is recorded once, a validation again
 * where it found something else.
 */
export const recordActivity =
  (type: ActivityType, activity: Omit<MemberActivity, 'memberId'>, today: string): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    if (activity.effectiveDate > today) throw new RuleViolation('invalid', 'The date can not be in the future');
    if (activity.amountCents !== null && activity.amountCents < 0)
      throw new RuleViolation('invalid', 'Cannot be negative');
    if (type === 'PotentialConsolidationVerified' && activity.outcome === null)
      throw new RuleViolation('invalid', 'Outcome is required');
    if (member.recorded.get(activityKey(type, activity)) === found(type, activity)) return [];
    return [{ type, data: { memberId, ...activity } } as MemberEvent];
  };
