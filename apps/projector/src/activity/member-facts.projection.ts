import { activityTypes, type MemberActivity, type MemberDetails } from '@superscope/domain/member/member.events';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import {
  allMonths,
  clickhouseInstant,
  recordedAt,
  type Dirty,
  type DocumentWrite,
  type Projection,
  type RowWrite,
} from '../runtime/writing/projection.js';

const memberFactColumns = [
  'member_id',
  'revision',
  'event_type',
  'plan_id',
  'company_id',
  'category_id',
  'platform_id',
  'on_date',
  'birth_month',
  'gender',
  'address_state',
  'account_type',
  'occupational_rating',
  'join_date',
  'exit_date',
  'email_address_provided',
  'mobile_number_provided',
  'tax_file_number_provided',
  'on_day',
  'joined_on',
  'exited_on',
  'recorded_at',
] as const;

/** `on_date`, `join_date` and `exit_date` are for a projector of the version before, which may still run and know no other days. */
const factRow = (event: RecordedEvent, on: string | null, of: Partial<MemberDetails>): RowWrite => ({
  table: 'member_fact',
  columns: memberFactColumns,
  values: [
    (event.data as { memberId: string }).memberId,
    Number(event.revision),
    event.type,
    of.planId ?? '',
    of.companyId ?? '',
    of.categoryId ?? '',
    of.platformId ?? '',
    on,
    of.birthMonth ?? null,
    of.gender ?? null,
    of.addressState ?? null,
    of.accountType ?? null,
    of.occupationalRating ?? null,
    of.joinDate ?? null,
    of.exitDate ?? null,
    of.emailAddressProvided ? 1 : 0,
    of.mobileNumberProvided ? 1 : 0,
    of.taxFileNumberProvided ? 1 : 0,
    on,
    of.joinDate ?? null,
    of.exitDate ?? null,
    recordedAt(event),
  ],
});

const lookupDocument = (
  event: RecordedEvent,
  set: Record<string, unknown>,
  planId: string | null = null,
): DocumentWrite => ({
  collection: 'members',
  id: (event.data as { memberId: string }).memberId,
  revision: event.revision,
  set,
  ...(planId === null ? {} : { addToSet: { planIds: planId } }),
});

/** Who members are and where they belong: the lookup document, and a fact row for the derivation. */
export const members: Projection = {
  readModel: 'members',
  handles: ['MemberRegistered', 'MemberDetailsRevised', 'MemberMoved', 'MemberLeft', 'MemberErased'],
  project: (event) => {
    const { memberId } = event.data as { memberId: string };
    const everywhere: Dirty = { plans: { memberId }, ...allMonths, memberId };
    switch (event.type) {
      case 'MemberRegistered':
      case 'MemberDetailsRevised': {
        const details = event.data as MemberDetails;
        const { personal, ...rest } = details;
        return {
          documents: [lookupDocument(event, { ...rest, ...personal }, details.planId)],
          rows: [factRow(event, null, details)],
          // A member's first event: they are in no other plan, so none has to be looked up.
          dirty: [event.revision === 0n ? { ...everywhere, plans: { planId: details.planId } } : everywhere],
          planId: details.planId,
        };
      }
      case 'MemberMoved': {
        const { planId, companyId, categoryId, on } = event.data as MemberDetails & { on: string };
        return {
          documents: [lookupDocument(event, { planId, companyId, categoryId }, planId)],
          rows: [factRow(event, on, { planId, companyId, categoryId })],
          dirty: [everywhere],
          planId,
        };
      }
      case 'MemberLeft': {
        const { on } = event.data as { on: string };
        return {
          documents: [lookupDocument(event, { exitDate: on })],
          rows: [factRow(event, on, {})],
          dirty: [everywhere],
        };
      }
      default: {
        const erased = 'Erased';
        return {
          documents: [
            lookupDocument(event, {
              erased: true,
              memberNumber: erased,
              login: erased,
              surname: erased,
              givenName: erased,
              dateOfBirth: erased,
              emailAddress: erased,
              mobileNumber: erased,
            }),
            { collection: 'memberEvents', id: memberId, revision: event.revision, set: { events: {} } },
          ],
        };
      }
    }
  },
};

const memberEventColumns = [
  'plan_id',
  'member_id',
  'revision',
  'event_type',
  'effective_date',
  'consultant',
  'valid',
  'outcome',
  'amount_cents',
  'reason',
  'recorded_at',
] as const;

/** Activities from files and consultants; each makes that member's months from its day on stale. */
export const memberEvents: Projection = {
  readModel: 'memberEvents',
  handles: activityTypes,
  project: (event) => {
    const { memberId, effectiveDate, consultant, valid, outcome, amountCents, personal } = event.data as MemberActivity;
    const whole = { eventType: event.type, effectiveDate, consultant, valid, outcome, amountCents, ...personal };
    return {
      // Notes are personal: a member's activities are one document, so that erasing the member empties it.
      documents: [
        {
          collection: 'memberEvents',
          id: memberId,
          revision: event.revision,
          set: { [`events.e${event.revision}`]: whole },
        },
      ],
      rows: [
        {
          table: 'member_event',
          columns: memberEventColumns,
          values: [
            '',
            memberId,
            Number(event.revision),
            event.type,
            effectiveDate,
            consultant ?? '',
            valid === null ? 2 : Number(valid),
            outcome ?? '',
            amountCents,
            '',
            recordedAt(event),
          ],
        },
      ],
      dirty: [{ plans: { memberId }, fromMonth: effectiveDate.slice(0, 7), toMonth: '9999-12', memberId }],
    };
  },
};

/** A request's status may change: the portal shows its newest state, the derivation asks when each event was recorded. */
export const contactRequests: Projection = {
  readModel: 'contactRequests',
  handles: ['ContactRequested'],
  project: (event) => {
    const data = event.data as { memberId: string; planId: string; at: string; reason: string; status: string | null };
    const on = sydneyDate(data.at);
    const [revision, recorded] = [Number(event.revision), recordedAt(event)];
    return {
      rows: [
        {
          table: 'contact_request',
          columns: ['plan_id', 'member_id', 'revision', 'at', 'on_date', 'reason', 'status', 'recorded_at'],
          values: [
            data.planId,
            data.memberId,
            revision,
            clickhouseInstant(data.at),
            on,
            data.reason,
            data.status ?? '',
            recorded,
          ],
        },
        {
          table: 'member_event',
          columns: memberEventColumns,
          values: ['', data.memberId, revision, event.type, on, '', 2, '', null, data.reason, recorded],
        },
      ],
      dirty: [
        {
          plans: { memberId: data.memberId },
          fromMonth: on.slice(0, 7),
          toMonth: '9999-12',
          memberId: data.memberId,
        },
      ],
      planId: data.planId,
    };
  },
};
