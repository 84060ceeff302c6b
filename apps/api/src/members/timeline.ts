import type { MemberEvent } from '@superscope/contracts/member-events';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import {
  activityIdentity,
  type memberEventsView,
  type StoredConsultation,
  type StoredQuotation,
} from '@superscope/contracts/read-models/member-events';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { missingFeeText } from '@superscope/domain/fees/missing-fees';
import { forEach, namesOf, typesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { activityTypes } from '@superscope/domain/member/member.events';
import { isProcessed } from '@superscope/domain/member/recorded-events';
import { inScope, type PlanScope } from '../platform/access/principal.js';
import { parseInstant } from '../platform/time/sydney-instant.js';

type Document = FieldsOf<typeof memberEventsView>;
type Comparison = NonNullable<Document['comparisons']>[string];
type Activity = NonNullable<Document['events']>[string];

const ofMembers = namesOf(memberStream);

/** Events that have a place in the timeline, unless they were withdrawn. */
export const timelineTypes = typesOf(memberStream, {
  ...forEach(activityTypes, true),
  SignedIn: false,
  ContactRequested: true,
  FeesCompared: true,
  InsuranceQuoted: true,
  ConsultationFiled: true,
  MemberRegistered: false,
  MemberDetailsRevised: false,
  MemberMoved: false,
  MemberLeft: false,
  MemberErased: false,
  MemberEventWithdrawn: false,
});
const hasPlace = (type: string): boolean => (timelineTypes as readonly string[]).includes(type);

const revisionOf = (key: string): number => Number(key.slice(1));

const nothing = {
  consultant: null,
  valid: null,
  outcome: null,
  amount: null,
  fundName: null,
  notes: null,
  reason: null,
  status: null,
};

/** The entries of a map by revision, in the order in which they were recorded. Of entries with the same `key`, only the newest is kept. */
function newestOf<Value>(byRevision: Readonly<Record<string, Value>>, key: (value: Value) => string) {
  const entries = Object.entries(byRevision).map(([name, value]) => ({ revision: revisionOf(name), value }));
  entries.sort((a, b) => a.revision - b.revision);
  return [...new Map(entries.map((entry) => [key(entry.value), entry])).values()];
}

/** An event that was recorded on its own day has the time of recording. Of other events only the day is known. */
function timeOf({ recorded, effectiveDate }: Activity): Pick<MemberEvent, 'at' | 'hasTime'> {
  if (recorded != null && sydneyDate(recorded.at) === effectiveDate) return { at: recorded.at, hasTime: true };
  return { at: parseInstant(effectiveDate)!, hasTime: false };
}

const money = (cents: number): string => (cents / 100).toLocaleString('en-AU', { style: 'currency', currency: 'AUD' });
const sideText = (name: string, cents: number | null, isWhole: boolean): string =>
  cents === null ? `${name}: not known` : `${name}: ${isWhole ? '' : 'at least '}${money(cents)} a year`;

/** What a comparison of fees found, in one sentence, with one more for each fee that is missing. */
function comparisonText({ nameA, nameB, totalCentsA, totalCentsB, balanceCents, feesAsAt, ...of }: Comparison): string {
  const { missingA = [], missingB = [] } = of;
  const on = dateText(feesAsAt);
  const a = sideText(nameA, totalCentsA, missingA.length === 0);
  const b = sideText(nameB, totalCentsB, missingB.length === 0);
  const missing = [...missingA, ...missingB].map(
    ({ group, options }) => ` ${missingFeeText(group, options, feesAsAt)}`,
  );
  return `${a}; ${b}. On ${money(balanceCents)}, fees as at ${on}.${missing.join('')}`;
}

const dateText = (iso: string): string => iso.split('-').reverse().join('/');
const wholeDollars = (cents: number): string => money(cents).replace(/\.00$/, '');
const coverNames = { Death: 'death', TPD: 'TPD', SCI: 'SCI a month' } as const;

/** What a quotation of insurance said, in two sentences. */
function quotationText(quoted: StoredQuotation): string {
  const { defaultCents, voluntaryCents, monthlyCents, annualCents, calculationDate, ratesFrom } = quoted;
  const covers = (['Death', 'TPD', 'SCI'] as const)
    .map((type) => [type, defaultCents[type] + voluntaryCents[type]] as const)
    .filter(([, cents]) => cents > 0)
    .map(([type, cents]) => `${wholeDollars(cents)} ${coverNames[type]}`);
  const cover = covers.length === 0 ? 'No cover' : covers.join(', ');
  const dates = `Calculated at ${dateText(calculationDate)}, rates of ${dateText(ratesFrom)}.`;
  return `${cover}: ${money(monthlyCents)} a month, ${money(annualCents)} a year. ${dates}`;
}

const partNames = { fees: 'fees', cover: 'cover and need', asfa: 'retirement standard' } as const;

/** What the file of a consultation is about. */
function consultationText({ parts }: StoredConsultation): string {
  const text = parts.map((part) => partNames[part]).join(', ');
  return `Filed: ${text}.`;
}

/**
 * A member's events, newest first, without sign-ins and withdrawn events. `processedBefore` is the day of the newest processing run.
 * Consultants appear as recorded: as a user's id, or a name. Of a comparison of fees, or a
 * quotation of insurance, in a plan outside `scope`, which the member has left, only that it took place is shown: the rest says what the
 * member had there.
 */
export function timelineOf(
  memberId: string,
  { events = {}, contacts = {}, comparisons = {}, quotations = {}, consultations = {}, withdrawn = {} }: Document,
  processedBefore: string | null,
  scope: PlanScope,
): MemberEvent[] {
  const activities = newestOf(events, activityIdentity)
    .filter(({ value }) => hasPlace(value.eventType) && !withdrawn[value.recorded?.eventId ?? ''])
    .map(({ revision, value }) => {
      const { eventType, consultant, valid, outcome, amountCents, fundName, notes, recorded } = value;
      const said = { consultant, valid, outcome, fundName, notes };
      return {
        revision,
        event: {
          ...nothing,
          id: recorded?.eventId ?? `${memberId}_e${revision}`,
          eventType,
          ...timeOf(value),
          ...said,
          amount: amountCents === null ? null : amountCents / 100,
          processed: recorded == null || isProcessed(recorded.at, processedBefore),
        },
      };
    });
  const requests = newestOf(contacts, ({ at, reason }) => `${at} ${reason}`).map(({ revision, value }) => ({
    revision,
    event: {
      ...nothing,
      ...value,
      id: `${memberId}_e${revision}`,
      eventType: ofMembers.ContactRequested,
      hasTime: true,
      processed: true,
    },
  }));
  const compared = Object.entries(comparisons).map(([key, comparison]) => ({
    revision: revisionOf(key),
    event: {
      ...nothing,
      id: `${memberId}_${key}`,
      eventType: ofMembers.FeesCompared,
      at: comparison.at,
      hasTime: true,
      processed: true,
      consultant: comparison.comparedBy,
      notes: inScope(scope, comparison.planId) ? comparisonText(comparison) : null,
    },
  }));
  const quoted = Object.entries(quotations).map(([key, quotation]) => ({
    revision: revisionOf(key),
    event: {
      ...nothing,
      id: `${memberId}_${key}`,
      eventType: ofMembers.InsuranceQuoted,
      at: quotation.at,
      hasTime: true,
      processed: true,
      consultant: quotation.quotedBy,
      notes: inScope(scope, quotation.planId) ? quotationText(quotation) : null,
    },
  }));
  const filed = Object.entries(consultations).map(([key, consultation]) => ({
    revision: revisionOf(key),
    event: {
      ...nothing,
      id: `${memberId}_${key}`,
      eventType: ofMembers.ConsultationFiled,
      at: consultation.at,
      hasTime: true,
      processed: true,
      consultant: consultation.filedBy,
      notes: inScope(scope, consultation.planId) ? consultationText(consultation) : null,
    },
  }));
  return [...activities, ...requests, ...compared, ...quoted, ...filed]
    .sort((a, b) => Date.parse(b.event.at) - Date.parse(a.event.at) || b.revision - a.revision)
    .map(({ event }) => event);
}
