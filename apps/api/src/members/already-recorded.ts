import type { AlreadyRecordedAnswer } from '@superscope/contracts/member-events';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { streamName } from '@superscope/domain/event';
import { memberStream } from '@superscope/domain/member/member';
import type { MemberActivity } from '@superscope/domain/member/member.events';
import type { AlreadyRecorded, StandingActivity } from '@superscope/domain/member/recorded-events';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable, type EventMetadata } from '@superscope/event-store/events/recorded-event';

type Earlier = AlreadyRecordedAnswer['alreadyRecorded'][number];

/** Whether an event of the stream is the version of an activity that stands. The last such event of the stream is. */
const isOf = ({ type, activity }: StandingActivity, event: { type: string; data: unknown }): boolean => {
  const data = event.data as MemberActivity;
  if (event.type !== type || data.recorded?.eventId !== activity.recorded?.eventId) return false;
  return data.effectiveDate === activity.effectiveDate && data.occurrence === activity.occurrence;
};

/** Who recorded each of some standing activities of a member, as a user's id, and when. */
export async function recordingsOf(
  store: EventStore,
  memberId: string,
  { earlier }: AlreadyRecorded,
): Promise<Earlier[]> {
  const found = new Map<StandingActivity, EventMetadata>();
  for await (const event of store.read(streamName(memberStream, memberId))) {
    if (isUndecodable(event)) continue;
    for (const standing of earlier) if (isOf(standing, event)) found.set(standing, event.metadata);
  }
  return earlier.map((standing) => {
    const { at, actor } = found.get(standing)!;
    return { eventType: standing.type, at, by: actor, fromFile: standing.activity.recorded === null };
  });
}

/** `ConsultationPerformed` becomes 'consultation performed'. */
const wordsOf = (eventType: string): string =>
  eventType.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();

const dayText = (day: string): string => day.split('-').reverse().join('/');

/** When and by whom, in Sydney's time: 'at 10:42 by Helen Marchetti', with the date unless it is `today`. */
function recordingText({ at, by, fromFile }: Earlier, today: string): string {
  const on = sydneyDate(at);
  return `${on === today ? '' : `on ${dayText(on)} `}at ${sydneyTime(at)} by ${by}${fromFile ? ', with a file' : ''}`;
}

/** The sentence that names the earlier events. `today` is the day in Sydney. */
export function alreadyRecordedText(earlier: readonly Earlier[], today: string): string {
  const [only] = earlier;
  if (earlier.length === 1) return `Already recorded ${recordingText(only!, today)}`;
  return `Already recorded: ${earlier.map((of) => `${wordsOf(of.eventType)} ${recordingText(of, today)}`).join('; ')}`;
}
