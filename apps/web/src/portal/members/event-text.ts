import type { EventName } from '@superscope/contracts/event-names';
import type { CreateMemberEvents, MemberEvent } from '@superscope/contracts/member-events';

type Outcome = NonNullable<NonNullable<CreateMemberEvents['potentialConsolidationVerified']>['outcome']>;

export const OUTCOMES: Record<Outcome, string> = {
  NO_OTHER_SUPER: 'No other super',
  NO_ACTION_REQUIRED: 'No action required',
  RECOMMENDED_NOT_PROCEEDING: 'Recommended, not proceeding',
  RECOMMENDED_PROCEEDING: 'Recommended, proceeding',
};

export type Tone = 'verified' | 'consultation' | 'assessment' | 'other';

export const TONES: Record<Tone, { label: string; dot: string }> = {
  verified: { label: 'Verified', dot: 'bg-good' },
  consultation: { label: 'Consultation', dot: 'bg-info' },
  assessment: { label: 'Assessment', dot: 'bg-attention' },
  other: { label: 'Other', dot: 'bg-ink-3' },
};

const KINDS: Partial<Record<EventName, { name: string; tone: Tone }>> = {
  BeneficiaryNominationValidated: { name: 'Beneficiary nomination validated', tone: 'verified' },
  PotentialConsolidationVerified: { name: 'Potential consolidation verified', tone: 'verified' },
  ConsultationPerformed: { name: 'Consultation performed', tone: 'consultation' },
  RiskProfileAssessmentCompleted: { name: 'Risk profile assessment completed', tone: 'assessment' },
  InsuranceAssessmentCompleted: { name: 'Insurance assessment completed', tone: 'assessment' },
  ConsolidationImplemented: { name: 'Consolidation implemented', tone: 'other' },
  InsuranceAdviceImplemented: { name: 'Insurance advice implemented', tone: 'other' },
  InvestmentAdviceImplemented: { name: 'Investment advice implemented', tone: 'other' },
  EmailSubscriptionChanged: { name: 'Email subscription changed', tone: 'other' },
  FeesCompared: { name: 'Fees compared', tone: 'other' },
  InsuranceQuoted: { name: 'Insurance quoted', tone: 'other' },
  ConsultationFiled: { name: 'Consultation filed', tone: 'consultation' },
  ContactRequested: { name: 'Contact requested', tone: 'other' },
  BeneficiaryNominationAssistantCompleted: { name: 'Beneficiary nomination assistant completed', tone: 'other' },
};

export const kindOf = ({ eventType }: Pick<MemberEvent, 'eventType'>) =>
  KINDS[eventType as EventName] ?? { name: eventType, tone: 'other' as const };

const REASONS: Record<string, string> = {
  nominatedBeneficiary: 'nominated beneficiary',
  accountBalance: 'account balance',
  investment: 'investment',
  insurance: 'insurance',
  retirementAdequacy: 'retirement adequacy',
};

const cents = (amount: number) =>
  amount.toLocaleString('en-AU', { style: 'currency', currency: 'AUD', minimumFractionDigits: 2 });

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

type Described = Pick<
  MemberEvent,
  'eventType' | 'valid' | 'outcome' | 'amount' | 'fundName' | 'notes' | 'reason' | 'status'
>;

/** The details of an event beside its kind; '' if there are none. */
export function detailsOf(event: Described): string {
  const { eventType, valid, outcome, amount, fundName, notes, reason, status } = event;
  const said = [
    eventType === 'BeneficiaryNominationValidated' && valid !== null && (valid ? 'Valid' : 'Not valid'),
    eventType === 'EmailSubscriptionChanged' && valid !== null && (valid ? 'Subscribed' : 'Unsubscribed'),
    outcome !== null && `Outcome: ${(OUTCOMES[outcome as Outcome] ?? outcome).toLowerCase()}`,
    [amount !== null && cents(amount), fundName !== null && `from ${fundName}`].filter(Boolean).join(' '),
    reason !== null && `Reason: ${REASONS[reason] ?? reason}`,
    status !== null && `Status: ${status}`,
    notes,
  ].filter((text): text is string => typeof text === 'string' && text !== '');
  return said.map((text, i) => (i < said.length - 1 ? ended(text) : text)).join(' ');
}

const clock = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
});
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const monthNumber = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney', month: 'numeric' });

/** `Nov 21, 2026 - 10:42AM`, in Sydney's time. An event without a known time shows only the day. */
export function whenOf({ at, hasTime }: Pick<MemberEvent, 'at' | 'hasTime'>): string {
  const instant = new Date(at);
  const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, value]));
  const { day, year, hour, minute, dayPeriod = '' } = parts as Record<string, string>;
  const on = `${MONTHS[Number(monthNumber.format(instant)) - 1]} ${day}, ${year}`;
  return hasTime ? `${on} - ${hour}:${minute}${dayPeriod.toUpperCase().replace(/[^APM]/g, '')}` : on;
}

const shortClock = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The time of day in Sydney, such as 10:42. */
export const clockOf = (instant: string): string => shortClock.format(new Date(instant));
