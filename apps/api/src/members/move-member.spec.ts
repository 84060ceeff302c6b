import type { DomainEvent } from '@superscope/domain/event';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { MoveMember, MoveMemberHandler } from './move-member.slice.js';
import { moveMemberEndpoint } from './move-member.slice.js';

const event = (type: string, data: object): DomainEvent => ({ type, data });
const fund = {
  'member-m1': [
    event('MemberRegistered', {
      memberId: 'm1',
      platformId: 'EAST',
      planId: 'EAST.P1',
      companyId: 'EAST.E1',
      categoryId: null,
    }),
  ],
  'plan-EAST.P2': [
    event('PlanRegistered', { planId: 'EAST.P2', platformId: 'EAST' }),
    event('MemberCategoryDefined', { planId: 'EAST.P2', categoryId: 'A' }),
  ],
  'company-EAST.E2': [event('CompanyRegistered', { companyId: 'EAST.E2', planId: 'EAST.P2', active: true })],
  'company-EAST.E3': [event('CompanyRegistered', { companyId: 'EAST.E3', planId: 'EAST.P3', active: true })],
};
const to = { planId: 'EAST.P2', companyId: 'EAST.E2', categoryId: 'A' };
const move = (where: typeof to) => {
  const { store, written } = storeWith(fund);
  const command = new MoveMember('m1', where, '2024-07-01', systemContext('move'));
  return { done: new MoveMemberHandler(store).execute(command), written };
};

describe('moving a member', () => {
  it('is recorded with the destination and the first day', async () => {
    const { done, written } = move(to);
    await done;
    expect(written).toEqual([
      ['member-m1', { type: 'MemberMoved', data: { memberId: 'm1', ...to, on: '2024-07-01' } }],
    ]);
  });

  it.each([
    [{ planId: 'EAST.P9' }, 'There is no such plan.'],
    [{ companyId: 'EAST.E3' }, 'The employer is not one of this plan.'],
    [{ companyId: 'EAST.E9' }, 'The employer is not one of this plan.'],
    [{ categoryId: 'B' }, 'The plan has no such member category.'],
    [{ categoryId: 'constructor' }, 'The plan has no such member category.'],
  ])('to %j is refused', async (wrong, message) => {
    const { done, written } = move({ ...to, ...wrong });
    await expect(done).rejects.toMatchObject({ code: 'invalid', message });
    expect(written).toEqual([]);
  });

  it('has no category if the request names none', () => {
    const body = { planId: 'EAST.P2', companyId: 'EAST.E2', on: '2024-07-01' };
    expect(moveMemberEndpoint.body.parse(body)).toEqual({ ...body, categoryId: null });
    expect(moveMemberEndpoint.body.safeParse({ ...body, category: 'A' }).success).toBe(false);
  });
});
