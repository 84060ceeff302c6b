import type { DomainEvent } from '@superscope/domain/event';
import { describe, expect, it } from 'vitest';
import type { Principal } from '../platform/access/principal.js';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { WithdrawMemberEvent, WithdrawMemberEventHandler } from './withdraw-event.slice.js';

const registered: DomainEvent = {
  type: 'MemberRegistered',
  data: { memberId: 'm1', platformId: 'EAST', planId: 'EAST.P1', companyId: 'EAST.E1', categoryId: null },
};
const consulted: DomainEvent = {
  type: 'ConsultationPerformed',
  data: {
    memberId: 'm1',
    effectiveDate: '2026-11-20',
    consultant: 'helen',
    valid: null,
    outcome: null,
    amountCents: null,
    recorded: { eventId: 'm1_a', at: '2026-11-20T23:42:00.000Z' },
    personal: { notes: null, fundName: null },
  },
};
const staffOf = (scope: Principal['scope']): Principal => ({
  userId: 'helen',
  username: 'helen',
  name: null,
  role: 'Staff',
  scope,
});
const withdraw = (eventId: string, scope: Principal['scope'] = { kind: 'all' }) => {
  const { store, written } = storeWith({ 'member-m1': [registered, consulted] });
  const command = new WithdrawMemberEvent(eventId, staffOf(scope), systemContext('withdraw'));
  return { done: new WithdrawMemberEventHandler(store).execute(command), written };
};

describe('withdrawing a recorded event', () => {
  it('is recorded in the stream of the member that the id names', async () => {
    const { done, written } = withdraw('m1_a');
    await done;
    const data = { memberId: 'm1', eventId: 'm1_a', eventType: 'ConsultationPerformed', effectiveDate: '2026-11-20' };
    expect(written).toEqual([['member-m1', { type: 'MemberEventWithdrawn', data }]]);
  });

  it.each(['m1_b', 'm2_a', 'm1', ''])('with the id %j, which no event has, is refused', async (eventId) => {
    const { done, written } = withdraw(eventId);
    await expect(done).rejects.toMatchObject({ code: 'not-found', message: 'There is no such event.' });
    expect(written).toEqual([]);
  });

  it('of a member outside the caller’s plans is refused as if there were no such event', async () => {
    const { done, written } = withdraw('m1_a', { kind: 'plans', planIds: new Set(['EAST.P2']) });
    await expect(done).rejects.toMatchObject({ code: 'not-found', message: 'There is no such event.' });
    expect(written).toEqual([]);
  });
});
