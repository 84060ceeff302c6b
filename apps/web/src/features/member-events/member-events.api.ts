import type {
  AlreadyRecordedAnswer,
  Consultant,
  CreateMemberEvents,
  RecordedMemberEvents,
  RecordedToday,
} from '@superscope/contracts/member-events';
import { baseApi } from '../../portal/api/base.api';

/** `key` belongs to the submission: the server records a repeated one once. */
export interface Submission {
  body: CreateMemberEvents;
  key: string;
}

/** The server's question whether an equal event happened again; null for any other refusal. */
export function alreadyRecordedIn(error: unknown): AlreadyRecordedAnswer | null {
  const data = (error as { data?: Partial<AlreadyRecordedAnswer> } | undefined)?.data;
  return data?.alreadyRecorded === undefined ? null : (data as AlreadyRecordedAnswer);
}

export const memberEventsApi = baseApi
  .enhanceEndpoints({ addTagTypes: ['MemberEvents', 'Consultants'] })
  .injectEndpoints({
    endpoints: (build) => ({
      consultants: build.query<Consultant[], void>({
        query: () => 'api/onecentral/consultants',
        providesTags: ['Consultants'],
      }),
      recordedToday: build.query<RecordedToday, void>({
        query: () => 'api/members/events/today',
        providesTags: ['MemberEvents'],
      }),
      recordEvents: build.mutation<RecordedMemberEvents, Submission>({
        query: ({ body, key }) => ({
          url: 'api/members/events',
          method: 'POST',
          body,
          headers: { 'Idempotency-Key': key },
        }),
        invalidatesTags: ['MemberEvents'],
      }),
      withdrawEvent: build.mutation<unknown, string>({
        query: (eventId) => ({ url: `api/members/events/${eventId}`, method: 'DELETE' }),
        // Also after a failure, because another consultant or a processing run may have come first.
        invalidatesTags: ['MemberEvents'],
      }),
    }),
  });

export const { useConsultantsQuery, useRecordedTodayQuery, useRecordEventsMutation, useWithdrawEventMutation } =
  memberEventsApi;
