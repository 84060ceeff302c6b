import type { Decision, StreamDefinition } from '../event.js';
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
  /** Keys of contact requests and activities already recorded (at or day, kind): a file read twice records them once. */
  recorded: ReadonlySet<string>;
}

const isActivity = (type: string): type is ActivityType => (activityTypes as readonly string[]).includes(type);

const contactKey = (at: string, reason: string) => `contact ${at} ${reason}`;
const activityKey = (type: string, data: Pick<MemberActivity, 'effectiveDate'>) => `${type} ${data.effectiveDate}`;

const ofMember = (data: { memberId: string }) => data.memberId;

export const memberStream: StreamDefinition<Member, MemberEvent> = {
  category: 'member',
  initial: { details: null, erased: false, recorded: new Set() },
  personOf: {
    MemberRegistered: ofMember,
    MemberDetailsRevised: ofMember,
    ...(Object.fromEntries(activityTypes.map((type) => [type, ofMember])) as Record<ActivityType, typeof ofMember>),
  },
  evolve: (member, event) => {
    switch (event.type) {
      case 'MemberRegistered':
      case 'MemberDetailsRevised':
        return { ...member, details: event.data };
      case 'MemberMoved': {
        const { planId, companyId, categoryId } = event.data;
        return { ...member, details: member.details && { ...member.details, planId, companyId, categoryId } };
      }
      case 'MemberLeft':
        return { ...member, details: member.details && { ...member.details, exitDate: event.data.on } };
      case 'MemberErased':
        return { ...member, erased: true };
      case 'ContactRequested':
        return { ...member, recorded: new Set(member.recorded).add(contactKey(event.data.at, event.data.reason)) };
      default:
        return isActivity(event.type)
          ? { ...member, recorded: new Set(member.recorded).add(activityKey(event.type, event.data)) }
          : member;
    }
  },
};

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
    if (current.planId !== planId || current.companyId !== companyId || current.categoryId !== categoryId)
      events.push({ type: 'MemberMoved', data: { memberId, planId, companyId, categoryId, on: asOf } });
    if (exitDate !== null && current.exitDate !== exitDate)
      events.push({ type: 'MemberLeft', data: { memberId, on: exitDate } });
    const reached = { ...current, planId, companyId, categoryId, exitDate: exitDate ?? current.exitDate };
    if (!sameFields(reached, details)) events.push({ type: 'MemberDetailsRevised', data: details });
    return events;
  };

/** Moves a member to another plan, employer or category from a day on. */
export const moveMember =
  (to: { planId: string; companyId: string; categoryId: string | null }, on: string): MemberDecision =>
  (member) => {
    const { memberId, planId, companyId, categoryId } = registered(member);
    if (planId === to.planId && companyId === to.companyId && categoryId === to.categoryId) return [];
    return [{ type: 'MemberMoved', data: { memberId, ...to, on } }];
  };

/** Erases a person: their fields read 'Erased' once the key is destroyed; counts and history stay. Asking twice writes nothing. */
export const eraseMember: MemberDecision = (member) => {
  if (member.details === null) throw new RuleViolation('not-found', 'There is no such member.');
  return member.erased ? [] : [{ type: 'MemberErased', data: { memberId: member.details.memberId } }];
};

/** Records that a member asked to be contacted. The same instant and reason are recorded once. */
export const requestContact =
  (at: string, reason: ContactReason, status: string | null): MemberDecision =>
  (member) => {
    const { memberId, planId } = registered(member);
    if (member.recorded.has(contactKey(at, reason))) return [];
    return [{ type: 'ContactRequested', data: { memberId, planId, at, reason, status } }];
  };

/** Records an activity of a member on a day not after `today`. The same kind on the same day is recorded once. */
export const recordActivity =
  (type: ActivityType, activity: Omit<MemberActivity, 'memberId'>, today: string): MemberDecision =>
  (member) => {
    const { memberId } = registered(member);
    if (activity.effectiveDate > today) throw new RuleViolation('invalid', 'The date can not be in the future');
    if (activity.amountCents !== null && activity.amountCents < 0)
      throw new RuleViolation('invalid', 'Cannot be negative');
    if (type === 'PotentialConsolidationVerified' && activity.outcome === null)
      throw new RuleViolation('invalid', 'Outcome is required');
    if (member.recorded.has(activityKey(type, activity))) return [];
    return [{ type, data: { memberId, ...activity } } as MemberEvent];
  };
