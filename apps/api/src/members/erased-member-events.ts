import type { MemberEvent } from '@superscope/contracts/member-events';
import type { FieldsOf } from '@superscope/contracts/read-models/document-view';
import {
  activityEntry,
  comparisonEntry,
  consultationEntry,
  quotationEntry,
  type memberEventsView,
} from '@superscope/contracts/read-models/member-events';
import { erasedText } from '@superscope/domain/erased';
import { forEach, streamName } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { activityTypes, type MemberActivity } from '@superscope/domain/member/member.events';
import type { EventStore } from '@superscope/event-store/event-store';
import { readerOf, type EventReader } from '@superscope/event-store/events/by-event';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { timelineOf } from './timeline.js';

type Document = Required<FieldsOf<typeof memberEventsView>>;

/**
 * The events of an erased member, from the event store, because the view dropped them together with the notes. Notes read 'Erased' here
 * even if this process still has the member's key in memory for some minutes.
 */
export async function erasedMemberEvents(store: Pick<EventStore, 'read'>, memberId: string): Promise<Document> {
  const document: Document = {
    events: {},
    contacts: {},
    comparisons: {},
    quotations: {},
    consultations: {},
    withdrawn: {},
  };
  for await (const event of store.read(streamName(memberStream, memberId)))
    if (!isUndecodable(event)) entering(event)?.(document);
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

const entryKey = ({ revision }: RecordedEvent): string => `e${revision}`;

const enterActivity = (event: RecordedEvent<MemberActivity>) => (document: Document) => {
  const { notes, fundName, consultantName } = event.data.personal;
  const personal = {
    notes: erasedOf(notes),
    fundName: erasedOf(fundName),
    ...(consultantName ? { consultantName: erasedText } : {}),
  };
  document.events[entryKey(event)] = activityEntry(event.type, { ...event.data, personal });
};

/** What an event adds to the document. */
const entering: EventReader<(document: Document) => void> = readerOf(
  memberStream,
  { ignores: ['MemberRegistered', 'MemberDetailsRevised', 'MemberMoved', 'MemberLeft', 'MemberErased'] },
  {
    ...forEach(activityTypes, enterActivity),
    ContactRequested: (event) => (document) => {
      const { at, reason, status } = event.data;
      document.contacts[entryKey(event)] = { at, reason, status };
    },
    FeesCompared: (event) => (document) => {
      document.comparisons[entryKey(event)] = comparisonEntry(event.data, event.metadata.at);
    },
    InsuranceQuoted: (event) => (document) => {
      document.quotations[entryKey(event)] = quotationEntry(event.data, event.metadata.at);
    },
    ConsultationFiled: (event) => (document) => {
      document.consultations[entryKey(event)] = consultationEntry(event.data, event.metadata.at);
    },
    MemberEventWithdrawn:
      ({ data }) =>
      (document: Document) => {
        document.withdrawn[data.eventId] = true;
      },
  },
);

const erasedOf = (value: string | null) => value && erasedText;
