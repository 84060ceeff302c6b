import type { HistoryEvent } from '@superscope/contracts/event-history';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { expect, it } from 'vitest';
import { EventDetails } from './event-detail.slice.js';

const told = async (stream: string, revision: bigint, bytes: number) => {
  const events = { bytesUntil: () => Promise.resolve(bytes), around: () => Promise.resolve([]) };
  const store = {
    read: () => {
      throw new Error('The stream was read.');
    },
  };
  const plan = { of: () => Promise.resolve(null) };
  const standing = { of: () => Promise.resolve(null), counted: () => Promise.resolve(null) };
  const recorded = { stream, revision, type: 'MemberLeft', data: { memberId: 'm1', on: '2026-01-01' }, metadata: {} };
  const detail = await new EventDetails(events as never, store as never, plan as never, standing as never).of(
    { place: '1' } as HistoryEvent,
    recorded as unknown as RecordedEvent,
    false,
    new AbortController().signal,
  );
  return [detail.state, detail.isTooLong];
};

it('distinguishes a stream that is too long to read again from one without state', async () => {
  expect(await told('member-m1', 5_000n, 1)).toEqual([null, true]);
  expect(await told('member-m1', 10n, 20_000_001)).toEqual([null, true]);
  expect(await told('access-2026-01-01', 9_000n, 30_000_000)).toEqual([null, false]);
});
