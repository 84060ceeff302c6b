import { describe, expect, it } from 'vitest';
import { inOrder } from './event.js';
import { memberStream, requestContact } from './member/member.js';
import type { MemberDetails } from './member/member.events.js';

const member = memberStream.evolve(memberStream.initial, {
  type: 'MemberRegistered',
  data: { memberId: 'm1', planId: 'p.1' } as MemberDetails,
});

describe('several decisions as one command', () => {
  it('each see the events of the earlier ones', () => {
    const asks = ['2024-01-01T00:00:00.000Z', '2024-01-02T00:00:00.000Z', '2024-01-01T00:00:00.000Z'].map((at) =>
      requestContact(at, 'insurance', null),
    );
    expect(inOrder(memberStream, asks)(member).map((event) => (event.data as { at: string }).at)).toEqual([
      '2024-01-01T00:00:00.000Z',
      '2024-01-02T00:00:00.000Z',
    ]);
  });
});
