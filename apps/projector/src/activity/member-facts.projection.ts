import type { RowOf } from '@superscope/contracts/read-models/analytics-table';
import { contactRequestTable } from '@superscope/contracts/read-models/contact-requests';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import {
  activityEntry,
  comparisonEntry,
  quotationEntry,
  memberEventRunView,
  memberEventsView,
  memberEventTable,
} from '@superscope/contracts/read-models/member-events';
import { foundBy, foundByNothing, memberFactTable, membersView } from '@superscope/contracts/read-models/members';
import {
  activityTypes,
  type ContactRequest,
  type FeesComparedData,
  type InsuranceQuotedData,
  type MemberActivity,
  type MemberDetails,
  type WithdrawnActivity,
} from '@superscope/domain/member/member.events';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { erasedText } from '@superscope/domain/erased';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { clickhouseInstant, recordedAt } from '../runtime/writing/instants.js';
import {
  documentWrite,
  rowWrite,
  type DocumentWrite,
  type Patch,
  type Projected,
  type Projection,
  type RowWrite,
} from '../runtime/writing/projection.js';

const memberIdOf = (event: RecordedEvent): string => (event.data as { memberId: string }).memberId;

const factRow = (event: RecordedEvent, on: string | null, of: Partial<MemberDetails>): RowWrite =>
  rowWrite(memberFactTable, {
    member_id: memberIdOf(event),
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
  event: RecordedEvent,
  set: Patch<FieldsOf<typeof membersView>>,
  planId: string | null = null,
): DocumentWrite =>
  documentWrite(membersView, memberIdOf(event), event, set, planId === null ? undefined : { planIds: planId });

/** Members' personal details and plans: the lookup document, and a fact row for the derivation. */
export const members: Projection = {
  readModel: membersView.announces,
  handles: ['MemberRegistered', 'MemberDetailsRevised', 'MemberMoved', 'MemberLeft', 'MemberErased'],
  project: (event) => {
    switch (event.type) {
      case 'MemberRegistered':
      case 'MemberDetailsRevised': {
        const details = event.data as MemberDetails;
        const { personal, ...rest } = details;
        return {
          documents: [lookup(event, { ...rest, ...personal, ...foundBy(details) }, details.planId)],
          rows: [factRow(event, null, details)],
          planId: details.planId,
        };
      }
      case 'MemberMoved': {
        const { planId, companyId, categoryId, on } = event.data as MemberDetails & { on: string };
        return {
          documents: [lookup(event, { planId, companyId, categoryId }, planId)],
          rows: [factRow(event, on, { planId, companyId, categoryId })],
          planId,
        };
      }
      case 'MemberLeft': {
        const { on } = event.data as { on: string };
        return { documents: [lookup(event, { exitDate: on })], rows: [factRow(event, on, {})] };
      }
      default: {
        const nameless = { memberNumber: erasedText, login: erasedText, surname: erasedText, givenName: erasedText };
        const unreachable = { dateOfBirth: erasedText, emailAddress: erasedText, mobileNumber: erasedText };
        return {
          documents: [
            lookup(event, { erased: true, ...nameless, ...unreachable, ...foundByNothing }),
            documentWrite(memberEventsView, memberIdOf(event), event, {
              events: {},
              contacts: {},
              comparisons: {},
              quotations: {},
              withdrawn: {},
            }),
          ],
        };
      }
    }
  },
};

const activityRow = (
  event: RecordedEvent,
  of: Pick<RowOf<typeof memberEventTable>, 'effective_date'> & Partial<RowOf<typeof memberEventTable>>,
): RowWrite =>
  rowWrite(memberEventTable, {
    member_id: memberIdOf(event),
    revision: Number(event.revision),
    event_type: event.type,
    valid: 2,
    reason: '',
    event_id: '',
    ...of,
    recorded_at: recordedAt(event),
  });

const withdrawal = (event: RecordedEvent): Projected => {
  const { memberId, eventId, effectiveDate } = event.data as WithdrawnActivity;
  return {
    documents: [documentWrite(memberEventsView, memberId, event, { [`withdrawn.${eventId}`]: true })],
    rows: [activityRow(event, { effective_date: effectiveDate, event_id: eventId })],
  };
};

/** A comparison of fees only has a place in the timeline. It is no activity of the member, so no figure counts it. */
const comparison = (event: RecordedEvent): Projected => {
  const compared = event.data as FeesComparedData;
  const entry = comparisonEntry(compared, event.metadata.at);
  return {
    documents: [
      documentWrite(memberEventsView, compared.memberId, event, { [`comparisons.e${event.revision}`]: entry }),
    ],
  };
};

/** A quotation of insurance is no activity of the member either. */
const quotation = (event: RecordedEvent): Projected => {
  const quoted = event.data as InsuranceQuotedData;
  const entry = quotationEntry(quoted, event.metadata.at);
  return {
    documents: [documentWrite(memberEventsView, quoted.memberId, event, { [`quotations.e${event.revision}`]: entry })],
  };
};

/** Runs of calculators, activities from files and from consultants, and withdrawals of the latter. */
export const memberEvents: Projection = {
  readModel: memberEventsView.announces,
  handles: [...activityTypes, 'MemberEventWithdrawn', 'FeesCompared', 'InsuranceQuoted'],
  project: (event) => {
    if (event.type === 'MemberEventWithdrawn') return withdrawal(event);
    if (event.type === 'FeesCompared') return comparison(event);
    if (event.type === 'InsuranceQuoted') return quotation(event);
    const activity = event.data as MemberActivity;
    const { memberId, effectiveDate, valid, recorded } = activity;
    const whole = activityEntry(event.type, activity);
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
  },
};

/** The newest run that processed member events. */
export const memberEventRuns: Projection = {
  readModel: memberEventRunView.announces,
  handles: ['MemberEventsProcessed'],
  project: (event) => {
    const { recordedBefore } = event.data as { recordedBefore: string };
    const run = { recordedBefore, at: event.metadata.at };
    return { documents: [documentWrite(memberEventRunView, 'newest', event, run)] };
  },
};

/** Requests for contact. The portal shows a request's newest state, and the derivation needs the recording time of each event. */
export const contactRequests: Projection = {
  readModel: contactRequestTable.announces,
  handles: ['ContactRequested'],
  project: (event) => {
    const data = event.data as ContactRequest;
    const { at, reason, status } = data;
    const on = sydneyDate(data.at);
    const request = rowWrite(contactRequestTable, {
      plan_id: data.planId,
      member_id: data.memberId,
      revision: Number(event.revision),
      at: clickhouseInstant(data.at),
      on_date: on,
      reason: data.reason,
      status: data.status ?? '',
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
};
