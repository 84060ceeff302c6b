import type { MemberEvent } from '@superscope/contracts/member-events';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import {
  activityEntry,
  comparisonEntry,
  quotationEntry,
  type memberEventsView,
} from '@superscope/contracts/read-models/member-events';
import { erasedText } from '@superscope/domain/erased';
import { streamName, namesOf } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import {
  activityTypes,
  type ContactRequest,
  type FeesComparedData,
  type InsuranceQuotedData,
  type MemberActivity,
  type WithdrawnActivity,
} from '@superscope/domain/member/member.events';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { timelineOf } from './timeline.js';

type Document = Required<FieldsOf<typeof memberEventsView>>;

/**
 * The events of an erased member, from the event store, because the view dropped them together with the notes. Notes read 'Erased' here
 * even if this process still has the member's key in memory for some minutes.
 */
export async function erasedMemberEvents(store: Pick<EventStore, 'read'>, memberId: string): Promise<Document> {
  const document: Document = { events: {}, contacts: {}, comparisons: {}, quotations: {}, withdrawn: {} };
  for await (const event of store.read(streamName(memberStream, memberId)))
    if (!isUndecodable(event)) enter(document, event);
  return document;
}

/**
 * The timeline of an erased member. Of comparisons of fees and quotations of insurance it only says that they took place, whatever the
 * caller's scope: amounts are what the erased person had.
 */
export async function erasedTimeline(
  store: Pick<EventStore, 'read'>,
  memberId: string,
  processedBefore: string | null,
): Promise<MemberEvent[]> {
  const document = await erasedMemberEvents(store, memberId);
  return timelineOf(memberId, document, processedBefore, { kind: 'plans', planIds: new Set() });
}

const ofMembers = namesOf(memberStream);

const isActivity = (event: RecordedEvent): event is RecordedEvent<MemberActivity> =>
  (activityTypes as readonly string[]).includes(event.type);

function enter({ events, contacts, comparisons, quotations, withdrawn }: Document, event: RecordedEvent): void {
  const key = `e${event.revision}`;
  if (isActivity(event)) {
    const { notes, fundName, consultantName } = event.data.personal;
    const personal = {
      notes: erasedOf(notes),
      fundName: erasedOf(fundName),
      ...(consultantName ? { consultantName: erasedText } : {}),
    };
    events[key] = activityEntry(event.type, { ...event.data, personal });
  } else if (event.type === ofMembers.ContactRequested) {
    const { at, reason, status } = event.data as ContactRequest;
    contacts[key] = { at, reason, status };
  } else if (event.type === ofMembers.FeesCompared)
    comparisons[key] = comparisonEntry(event.data as FeesComparedData, event.metadata.at);
  else if (event.type === ofMembers.InsuranceQuoted)
    quotations[key] = quotationEntry(event.data as InsuranceQuotedData, event.metadata.at);
  else if (event.type === ofMembers.MemberEventWithdrawn) withdrawn[(event.data as WithdrawnActivity).eventId] = true;
}

const erasedOf = (value: string | null) => value && erasedText;
