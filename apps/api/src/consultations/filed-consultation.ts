import type { ConsultationContent } from '@superscope/contracts/consultation';
import { streamName } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import { activityTypes, type ConsultationFiledData } from '@superscope/domain/member/member.events';
import type { EventStore } from '@superscope/event-store/event-store';
import { readerOf } from '@superscope/event-store/events/by-event';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';

const filing = readerOf(
  memberStream,
  {
    ignores: [
      ...activityTypes,
      'MemberRegistered',
      'MemberDetailsRevised',
      'MemberMoved',
      'MemberLeft',
      'MemberErased',
      'ContactRequested',
      'MemberEventWithdrawn',
      'FeesCompared',
      'InsuranceQuoted',
    ],
  },
  { ConsultationFiled: (event): RecordedEvent<ConsultationFiledData> => event },
);

/** A consultation as it was filed, from the event store, which does not lag as views do; null if the member has none such. */
export async function filedConsultation(
  store: Pick<EventStore, 'read'>,
  memberId: string,
  isWanted: (filed: ConsultationFiledData) => boolean,
): Promise<RecordedEvent<ConsultationFiledData> | null> {
  for await (const event of store.read(streamName(memberStream, memberId))) {
    const filed = isUndecodable(event) ? null : filing(event);
    if (filed != null && isWanted(filed.data)) return filed;
  }
  return null;
}

/** What was filed, as its file shows it. */
export const contentOf = ({ personal }: ConsultationFiledData): ConsultationContent =>
  JSON.parse(personal.content) as ConsultationContent;
