import type { RowOf } from '@superscope/contracts/read-models/analytics-table';
import { contactRequestTable } from '@superscope/contracts/read-models/contact-requests';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import {
  activityEntry,
  comparisonEntry,
  consultationEntry,
  quotationEntry,
  memberEventRunView,
  memberEventsView,
  memberEventTable,
} from '@superscope/contracts/read-models/member-events';
import { foundBy, foundByNothing, memberFactTable, membersView } from '@superscope/contracts/read-models/members';
import { activityTypes, type MemberActivity, type MemberDetails } from '@superscope/domain/member/member.events';
import { calendarStream } from '@superscope/domain/calendar/calendar';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { erasedText } from '@superscope/domain/erased';
import { forEach } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { clickhouseInstant, recordedAt } from '../runtime/writing/instants.js';
import {
  documentWrite,
  rowWrite,
  type DocumentWrite,
  type Patch,
  type RowWrite,
} from '../runtime/writing/projection.js';
import { projectionOf } from '../runtime/writing/stream-projection.js';

type OfMember = RecordedEvent<{ memberId: string }>;

const factRow = (event: OfMember, on: string | null, of: Partial<MemberDetails>): RowWrite =>
  rowWrite(memberFactTable, {
    member_id: event.data.memberId,
    revision: Number(event.revision),
    event_type: event.type,
    plan_id: of.planId ?? '',
    company_id: of.companyId ?? '',
    category_id: of.categoryId ?? '',
    platform_id: of.platformId ?? '',
    birth_month: of.birthMonth ?? null,
    gender: of.gender ?? null,
    address_state: of.addressState ?? null,
    account_type: of.accountType ?? null,
    occupational_rating: of.occupationalRating ?? null,
    email_address_provided: of.emailAddressProvided ? 1 : 0,
    mobile_number_provided: of.mobileNumberProvided ? 1 : 0,
    tax_file_number_provided: of.taxFileNumberProvided ? 1 : 0,
    on_day: on,
    joined_on: of.joinDate ?? null,
    exited_on: of.exitDate ?? null,
    recorded_at: recordedAt(event),
  });

const lookup = (
  event: OfMember,
  set: Patch<FieldsOf<typeof membersView>>,
  planId: string | null = null,
): DocumentWrite =>
  documentWrite(membersView, event.data.memberId, event, set, planId === null ? undefined : { planIds: planId });

const detailed = (event: RecordedEvent<MemberDetails>) => {
  const details = event.data;
  const { personal, ...rest } = details;
  return {
    documents: [lookup(event, { ...rest, ...personal, ...foundBy(details) }, details.planId)],
    rows: [factRow(event, null, details)],
    planId: details.planId,
  };
};

const ofCalculators = ['FeesCompared', 'InsuranceQuoted', 'ConsultationFiled'] as const;
const ofDetails = ['MemberRegistered', 'MemberDetailsRevised', 'MemberMoved', 'MemberLeft', 'MemberErased'] as const;

/** Members' personal details and plans: the lookup document, and a fact row for the derivation. */
export const members = projectionOf(
  memberStream,
  {
    readModel: membersView.announces,
    ignores: [...activityTypes, ...ofCalculators, 'MemberEventWithdrawn', 'ContactRequested'],
  },
  {
    MemberRegistered: detailed,
    MemberDetailsRevised: detailed,
    MemberMoved: (event) => {
      const { planId, companyId, categoryId, on } = event.data;
      return {
        documents: [lookup(event, { planId, companyId, categoryId }, planId)],
        rows: [factRow(event, on, { planId, companyId, categoryId })],
        planId,
      };
    },
    MemberLeft: (event) => {
      const { on } = event.data;
      return { documents: [lookup(event, { exitDate: on })], rows: [factRow(event, on, {})] };
    },
    MemberErased: (event) => {
      const nameless = { memberNumber: erasedText, login: erasedText, surname: erasedText, givenName: erasedText };
      const unreachable = { dateOfBirth: erasedText, emailAddress: erasedText, mobileNumber: erasedText };
      return {
        documents: [
          lookup(event, { erased: true, ...nameless, ...unreachable, ...foundByNothing }),
          documentWrite(memberEventsView, event.data.memberId, event, {
            events: {},
            contacts: {},
            comparisons: {},
            quotations: {},
            consultations: {},
            withdrawn: {},
          }),
        ],
      };
    },
  },
);

const activityRow = (
  event: OfMember,
  of: Pick<RowOf<typeof memberEventTable>, 'effective_date'> & Partial<RowOf<typeof memberEventTable>>,
): RowWrite =>
  rowWrite(memberEventTable, {
    member_id: event.data.memberId,
    revision: Number(event.revision),
    event_type: event.type,
    valid: 2,
    reason: '',
    event_id: '',
    ...of,
    recorded_at: recordedAt(event),
  });

const activity = (event: RecordedEvent<MemberActivity>) => {
  const { memberId, effectiveDate, valid, recorded } = event.data;
  const whole = activityEntry(event.type, event.data);
  return {
    documents: [documentWrite(memberEventsView, memberId, event, { [`events.e${event.revision}`]: whole })],
    rows: [
      activityRow(event, {
        effective_date: effectiveDate,
        valid: valid === null ? 2 : valid ? 1 : 0,
        event_id: recorded?.eventId ?? '',
      }),
    ],
  };
};

/** Runs of calculators, activities from files and from consultants, and withdrawals of the latter. */
export const memberEvents = projectionOf(
  memberStream,
  { readModel: memberEventsView.announces, ignores: [...ofDetails, 'ContactRequested'] },
  {
    ...forEach(activityTypes, activity),
    MemberEventWithdrawn: (event) => {
      const { memberId, eventId, effectiveDate } = event.data;
      return {
        documents: [documentWrite(memberEventsView, memberId, event, { [`withdrawn.${eventId}`]: true })],
        rows: [activityRow(event, { effective_date: effectiveDate, event_id: eventId })],
      };
    },
    // A comparison of fees only has a place in the timeline. It is no activity of the member, so no figure counts it.
    FeesCompared: (event) => {
      const entry = comparisonEntry(event.data, event.metadata.at);
      return {
        documents: [
          documentWrite(memberEventsView, event.data.memberId, event, { [`comparisons.e${event.revision}`]: entry }),
        ],
      };
    },
    // Neither are a quotation of insurance and the file of a consultation. What members did is recorded by hand.
    InsuranceQuoted: (event) => {
      const entry = quotationEntry(event.data, event.metadata.at);
      return {
        documents: [
          documentWrite(memberEventsView, event.data.memberId, event, { [`quotations.e${event.revision}`]: entry }),
        ],
      };
    },
    ConsultationFiled: (event) => {
      const entry = consultationEntry(event.data, event.metadata.at);
      return {
        documents: [
          documentWrite(memberEventsView, event.data.memberId, event, { [`consultations.e${event.revision}`]: entry }),
        ],
      };
    },
  },
);

/** The newest run that processed member events. */
export const memberEventRuns = projectionOf(
  calendarStream,
  { readModel: memberEventRunView.announces, ignores: ['MonthOpened', 'MonthClosed'] },
  {
    MemberEventsProcessed: (event) => {
      const run = { recordedBefore: event.data.recordedBefore, at: event.metadata.at };
      return { documents: [documentWrite(memberEventRunView, 'newest', event, run)] };
    },
  },
);

/** Requests for contact. The portal shows a request's newest state, and the derivation needs the recording time of each event. */
export const contactRequests = projectionOf(
  memberStream,
  {
    readModel: contactRequestTable.announces,
    ignores: [...ofDetails, ...activityTypes, ...ofCalculators, 'MemberEventWithdrawn'],
  },
  {
    ContactRequested: (event) => {
      const { data } = event;
      const { at, reason, status } = data;
      const on = sydneyDate(at);
      const request = rowWrite(contactRequestTable, {
        plan_id: data.planId,
        member_id: data.memberId,
        revision: Number(event.revision),
        at: clickhouseInstant(at),
        on_date: on,
        reason,
        status: status ?? '',
        recorded_at: recordedAt(event),
      });
      return {
        documents: [
          documentWrite(memberEventsView, data.memberId, event, {
            [`contacts.e${event.revision}`]: { at, reason, status },
          }),
        ],
        rows: [request, activityRow(event, { effective_date: on, reason })],
        planId: data.planId,
      };
    },
  },
);
