import { byType, forEach } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { activityTypes, type ActivityType } from '@superscope/domain/member/member.events';
import type { MembershipDates } from '@superscope/domain/member/membership-dates';

/** A row of `member_fact`: a member's details, or that the member moved or left. */
export interface MemberFactRow {
  member_id: string;
  revision: number;
  event_type: string;
  plan_id: string;
  company_id: string;
  category_id: string;
  platform_id: string;
  on_day: string | null;
  birth_month: string | null;
  gender: string | null;
  address_state: string | null;
  account_type: string | null;
  occupational_rating: string | null;
  joined_on: string | null;
  exited_on: string | null;
  email_address_provided: 0 | 1;
  mobile_number_provided: 0 | 1;
  tax_file_number_provided: 0 | 1;
  /** Recording time. Texts of this form sort in time order. */
  recorded_at: string;
}

/** A row of `member_event`: an activity or a request for contact. */
export interface ActivityRow {
  member_id: string;
  event_type: string;
  effective_date: string;
  revision: number;
  valid: number;
  /** The reason of a request for contact; empty for activities. */
  reason: string;
  /** Id of an activity recorded by hand, also on its withdrawal; empty for other events. */
  event_id: string;
  recorded_at: string;
}

interface Membership {
  planId: string;
  /** First day; null: since the beginning. */
  from: string | null;
  companyId: string;
  categoryId: string;
}

/** One member's folded facts: details of the newest file, memberships by date, and activities by day. */
export interface MemberHistory {
  details: MemberFactRow | null;
  memberships: Membership[];
  exitDate: string | null;
  /** Days (yyyy-MM-dd) by activity, ascending. */
  activities: Partial<Record<ActivityType, string[]>>;
  /** Validations ascending by day, then by revision. */
  validations: { on: string; revision: number; valid: boolean }[];
  contacts: { on: string; reason: string }[];
  /** Activities recorded by hand and not withdrawn, by id; null if there are none, as for nearly all members. */
  recorded: Map<string, ActivityRow> | null;
}

export const emptyHistory = (): MemberHistory => ({
  details: null,
  memberships: [],
  exitDate: null,
  activities: {},
  validations: [],
  contacts: [],
  recorded: null,
});

const isSame = (a: Omit<Membership, 'from'>, b: Omit<Membership, 'from'>): boolean =>
  a.planId === b.planId && a.companyId === b.companyId && a.categoryId === b.categoryId;

type FactFold = (history: MemberHistory, fact: MemberFactRow) => void;
type ActivityFold = (history: MemberHistory, activity: ActivityRow) => void;

const details: FactFold = (history, fact) => {
  history.details = fact;
  history.exitDate = fact.exited_on;
};

const membershipIn = (fact: MemberFactRow) => ({
  planId: fact.plan_id,
  companyId: fact.company_id,
  categoryId: fact.category_id,
});

/** What each event adds to a history by its row of `member_fact`; null for events that have none. */
const factFolds = byType<typeof memberStream, FactFold | null>(memberStream, {
  ...forEach(activityTypes, null),
  MemberRegistered: (history, fact) => {
    details(history, fact);
    history.memberships = [{ from: null, ...membershipIn(fact) }];
  },
  MemberDetailsRevised: details,
  MemberMoved: (history, fact) => {
    const membership = membershipIn(fact);
    const last = history.memberships.at(-1);
    // The same move with another day corrects the day.
    if (last && last.from !== null && isSame(last, membership)) last.from = fact.on_day;
    else history.memberships.push({ from: fact.on_day, ...membership });
  },
  MemberLeft: (history, fact) => {
    history.exitDate = fact.on_day;
  },
  MemberErased: null,
  ContactRequested: null,
  MemberEventWithdrawn: null,
  FeesCompared: null,
  InsuranceQuoted: null,
  ConsultationFiled: null,
});

/** Folds one fact into a history. A member's facts come in the order of their revisions. */
export function applyMemberFact(history: MemberHistory, fact: MemberFactRow): void {
  factFolds[fact.event_type as keyof typeof factFolds]?.(history, fact);
}

const addActivity: ActivityFold = (history, activity) => {
  (history.activities[activity.event_type as ActivityType] ??= []).push(activity.effective_date);
  if (activity.event_id !== '') (history.recorded ??= new Map()).set(activity.event_id, activity);
};

/** What each event adds to a history by its row of `member_event`; null for events that have none. */
const activityFolds = byType<typeof memberStream, ActivityFold | null>(memberStream, {
  ...forEach(activityTypes, addActivity),
  BeneficiaryNominationValidated: (history, activity) => {
    addActivity(history, activity);
    history.validations.push({
      on: activity.effective_date,
      revision: activity.revision,
      valid: activity.valid === 1,
    });
  },
  ContactRequested: (history, { effective_date, reason }) => {
    history.contacts.push({ on: effective_date, reason });
  },
  MemberEventWithdrawn: (history, { event_id }) => withdraw(history, event_id),
  MemberRegistered: null,
  MemberDetailsRevised: null,
  MemberMoved: null,
  MemberLeft: null,
  MemberErased: null,
  FeesCompared: null,
  InsuranceQuoted: null,
  ConsultationFiled: null,
});

/** Folds one activity into a history. A member's activities come in the order of their days, then of their revisions. */
export function applyActivity(history: MemberHistory, activity: ActivityRow): void {
  activityFolds[activity.event_type as keyof typeof activityFolds]?.(history, activity);
}

/** Folds a withdrawal. It has the day of the activity that it withdraws and a later revision, so it is folded after the activity. */
function withdraw(history: MemberHistory, eventId: string): void {
  const standing = history.recorded?.get(eventId);
  if (standing === undefined) return;
  history.recorded!.delete(eventId);
  const days = history.activities[standing.event_type as ActivityType]!;
  days.splice(days.lastIndexOf(standing.effective_date), 1);
  history.validations = history.validations.filter(({ revision }) => revision !== standing.revision);
}

/**
 * A member's employer and category in a plan at a month's end. For months before the member came to the plan, or after leaving it, the
 * nearest ones in the plan are used, because a plan's rows never name another plan's employer.
 */
export function membershipAt(history: MemberHistory, planId: string, asAt: string): Membership {
  let found: Membership | null = null;
  for (const membership of history.memberships) {
    if (membership.planId !== planId) continue;
    if (found === null || membership.from === null || membership.from <= asAt) found = membership;
  }
  return found ?? { planId, from: null, companyId: '', categoryId: '' };
}

/** When the member joined the fund and left it, by the newest details. */
export const datesOf = ({ details, exitDate }: MemberHistory): MembershipDates => ({
  joinDate: details?.joined_on ?? null,
  exitDate: exitDate ?? null,
});

/** Whether a member had moved to another plan on a day or before. */
export function hasMoved(history: MemberHistory, planId: string, on: string): boolean {
  const moved = history.memberships.filter(({ from }) => from !== null && from <= on).at(-1);
  return moved !== undefined && moved.planId !== planId;
}

/** The latest of some activities on or before a day; null if there is none. The lists are ascending. */
export function latestOn(history: MemberHistory, types: readonly ActivityType[], asAt: string): string | null {
  let latest: string | null = null;
  for (const type of types) {
    const days = history.activities[type];
    if (days === undefined) continue;
    for (let i = days.length - 1; i >= 0; i -= 1)
      if (days[i]! <= asAt) {
        if (latest === null || days[i]! > latest) latest = days[i]!;
        break;
      }
  }
  return latest;
}
