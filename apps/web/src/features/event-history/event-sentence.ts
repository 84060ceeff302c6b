import type { EventDetail, EventChoices } from '@superscope/contracts/event-history';
import type { EventName } from '@superscope/contracts/event-names';
import { roleName } from '../../portal/user/user';
import { typeWords } from '../../portal/event-type';
import { date, month, number } from '../../ui/format';
import { actorName, memberText } from './history-text';

interface Said {
  /** Whom an event is about, as its reader may know them. */
  member: string;
  plan: string;
  data: Record<string, unknown>;
  /** What the stream said before and after the event, if it was read again. */
  state: EventDetail['state'];
}

const textIn = (data: Said['data'], name: string): string | null =>
  typeof data[name] === 'string' && data[name] !== '' ? data[name] : null;
const dayIn = (data: Said['data'], name: string): string => {
  const day = textIn(data, name);
  return day === null || !/^\d{4}-\d{2}-\d{2}$/.test(day) ? '' : date(day);
};
const monthIn = (data: Said['data'], name = 'month'): string => {
  const of = textIn(data, name);
  return of === null ? 'a month' : month(of.slice(0, 7));
};
const onDay = (data: Said['data'], name = 'effectiveDate', word = 'for'): string => {
  const day = dayIn(data, name);
  return day === '' ? '' : `, ${word} ${day}`;
};
const rowsIn = (data: Said['data']): string => {
  const { rows } = data;
  const count = typeof rows === 'number' ? rows : Array.isArray(rows) ? rows.length : null;
  return count === null ? '' : `, ${number(count)} row${count === 1 ? '' : 's'}`;
};

/** What somebody did with a member on a day. */
const done =
  (what: string) =>
  ({ member, data }: Said): string =>
    `recorded ${what} for ${member}${onDay(data)}`;

const roleIn = (role: string | null): string => (role === null ? 'none' : roleName(role as never));

/** What an author did, after their name. Kinds without an entry of their own are told by name. */
export const sentences: Readonly<Partial<Record<EventName, (said: Said) => string>>> = {
  BeneficiaryNominationValidated: ({ member, data }) =>
    `recorded ${data['valid'] === false ? 'a nomination that is not valid' : 'a validated nomination'} for ${member}${onDay(data)}`,
  BeneficiaryNominationAssistantCompleted: done('a completed nomination assistant'),
  PotentialConsolidationVerified: done('a verified consolidation'),
  ConsolidationImplemented: done('an implemented consolidation'),
  ConsultationPerformed: done('a consultation'),
  InsuranceAdviceImplemented: done('implemented insurance advice'),
  InvestmentAdviceImplemented: done('implemented investment advice'),
  InsuranceAssessmentCompleted: done('a completed insurance assessment'),
  RiskProfileAssessmentCompleted: done('a completed risk profile'),
  EmailSubscriptionChanged: done('a changed e-mail subscription'),
  SignedIn: ({ member, data }) => `recorded that ${member} signed in${onDay(data, 'effectiveDate', 'on')}`,
  FeesCompared: ({ member, data }) => `compared fees for ${member}${onDay(data, 'feesAsAt', 'as at')}`,
  InsuranceQuoted: ({ member, data }) => `quoted insurance for ${member}${onDay(data, 'on', 'on')}`,
  ConsultationFiled: ({ member, data }) => `filed a consultation of ${member}${onDay(data, 'on', 'on')}`,
  ContactRequested: ({ member }) => `recorded that ${member} asked for contact`,
  MemberEventWithdrawn: ({ member, data }) =>
    `withdrew ${typeWords(textIn(data, 'eventType') ?? 'an event').toLowerCase()} of ${member}${onDay(data)}`,
  MemberRegistered: ({ member, plan }) => `registered ${member}${plan}`,
  MemberDetailsRevised: ({ member }) => `revised the details of ${member}`,
  MemberMoved: ({ member, data }) =>
    `moved ${member} to employer ${textIn(data, 'companyId') ?? 'another'}${onDay(data, 'on', 'from')}`,
  MemberLeft: ({ member, data }) => `recorded that ${member} left${onDay(data, 'on', 'on')}`,
  MemberErased: ({ member }) => `erased the identity of ${member}`,
  MonthOpened: ({ data }) => `opened ${monthIn(data)}`,
  MonthClosed: ({ data }) => `closed ${monthIn(data)}`,
  MemberEventsProcessed: ({ data }) =>
    `processed the member events recorded before ${dayIn(data, 'recordedBefore') || 'that day'}`,
  CampaignRun: ({ plan, data }) =>
    `recorded the campaign ‘${textIn(data, 'name') ?? 'without a name'}’${plan}${onDay(data, 'runDate', 'of')}`,
  CampaignDetailsRevised: ({ plan }) => `revised a campaign${plan}`,
  CampaignCancelled: ({ plan }) => `cancelled a campaign${plan}`,
  CampaignEngagementImported: ({ plan, data }) => `imported who received a campaign${plan}${rowsIn(data)}`,
  MemberSnapshotsBegun: ({ plan, data }) => `began to import the snapshots of ${monthIn(data)}${plan}`,
  MemberSnapshotsChunkImported: ({ plan, data }) => `imported snapshots of ${monthIn(data)}${plan}${rowsIn(data)}`,
  MemberSnapshotsCompleted: ({ plan, data }) =>
    `completed the import of the snapshots of ${monthIn(data)}${plan}${rowsIn(data)}`,
  SnapshotImportWithdrawn: ({ plan, data }) => `withdrew an import of the snapshots of ${monthIn(data)}${plan}`,
  AssetsOwnedBegun: ({ plan, data }) => `began to import the investments of ${monthIn(data)}${plan}`,
  AssetsOwnedChunkImported: ({ plan, data }) => `imported investments of ${monthIn(data)}${plan}${rowsIn(data)}`,
  AssetsOwnedCompleted: ({ plan, data }) =>
    `completed the import of the investments of ${monthIn(data)}${plan}${rowsIn(data)}`,
  AssetsOwnedImportWithdrawn: ({ plan, data }) => `withdrew an import of the investments of ${monthIn(data)}${plan}`,
  ImportAccepted: ({ data }) =>
    `began to import ${textIn(data, 'fileName') ?? 'a file'} into ${textIn(data, 'table') ?? 'a table'}${rowsIn(data)}`,
  ImportProgressed: () => 'went on with an import',
  ImportCompleted: () => 'completed an import',
  ImportFailed: () => 'could not complete an import',
  PlanPublished: ({ plan }) => `published the figures again${plan}`,
  PlanClosed: ({ plan, data }) => `closed the plan${plan}${onDay(data, 'on', 'from')}`,
  UserRegistered: ({ data }) => `registered the user ${textIn(data, 'userId') ?? ''}`.trim(),
  UserDetailsRevised: ({ data, state }) => {
    const user = textIn(data, 'userId') ?? '';
    const role = state?.fields.find(({ path }) => path.join('.') === 'registration.role');
    if (role === undefined || role.before === role.after) return `revised the user ${user}`.trim();
    return `changed the role of ${user} from ${roleIn(role.before)} to ${roleIn(role.after)}`;
  },
  UserActivated: ({ data }) => `activated the user ${textIn(data, 'userId') ?? ''}`.trim(),
  UserDeactivated: ({ data }) => `deactivated the user ${textIn(data, 'userId') ?? ''}`.trim(),
  AdministratorAdded: ({ data }) => `made ${textIn(data, 'userId') ?? 'somebody'} an Admin`,
  AdministratorRemoved: ({ data }) => `made ${textIn(data, 'userId') ?? 'somebody'} an Admin no longer`,
  AccessRecorded: () => 'noted who looked at what',
};

/**
 * An event as a sentence: who, what, for whom, for which day. It names a member by the inner id unless their personal fields are shown.
 * A kind without a sentence of its own is told by its name.
 */
export function eventSentence(
  {
    event,
    plan,
    data,
    state = null,
  }: Pick<EventDetail, 'event' | 'plan' | 'data'> & Partial<Pick<EventDetail, 'state'>>,
  users: EventChoices['users'],
): string {
  const said = (typeof data === 'object' && data !== null ? data : {}) as Said['data'];
  const who = actorName(event, users);
  const sentence = sentences[event.type as EventName];
  const memberId = event.memberId ?? textIn(said, 'memberId');
  if (sentence === undefined) return `${who} recorded: ${typeWords(event.type).toLowerCase()}`;
  return `${who} ${sentence({
    member: nameIn(said) ?? (memberId === null ? 'a member' : memberText(memberId).toLowerCase()),
    plan: plan === null ? '' : ` of ${plan.name}`,
    data: said,
    state,
  })}`;
}

/** The surname that the event itself tells, if it is shown. */
function nameIn({ personal }: Said['data']): string | null {
  const surname = (personal as { surname?: unknown } | undefined)?.surname;
  return typeof surname === 'string' && !['', 'Hidden', 'Not shown', 'Erased'].includes(surname) ? surname : null;
}
