import type { DomainEvent } from '@superscope/domain/event';
import { describe, expect, it, vi } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { DeactivateUser, DeactivateUserHandler } from './activation.slice.js';

const userOf = (userId: string, role: string): DomainEvent => ({
  type: 'UserRegistered',
  data: { userId, role, context: null, emailCode: false, personal: { username: userId, name: null, email: null } },
});
const admin = (userId: string): DomainEvent => ({ type: 'AdministratorAdded', data: { userId } });

const deactivate = (userId: string, streams: Record<string, readonly DomainEvent[]>) => {
  const { store, written } = storeWith(streams);
  const ended = { tokens: vi.fn(), sessions: vi.fn(), resolver: vi.fn() };
  const handler = new DeactivateUserHandler(
    store,
    { endAll: ended.sessions } as never,
    { deleteAll: ended.tokens } as never,
    { forgetAll: ended.resolver } as never,
  );
  return { done: handler.execute(new DeactivateUser(userId, systemContext('deactivate'))), written, ended };
};

describe('deactivating a user', () => {
  it('is recorded, and ends the user’s sessions and reset links', async () => {
    const { done, written, ended } = deactivate('u1', { 'user-u1': [userOf('u1', 'CompanyRep')] });
    await done;
    expect(written).toEqual([['user-u1', { type: 'UserDeactivated', data: { userId: 'u1' } }]]);
    expect(ended.sessions).toHaveBeenCalledWith('u1');
    expect(ended.tokens).toHaveBeenCalledWith('u1');
    expect(ended.resolver).toHaveBeenCalled();
  });

  it('of the last Admin is refused, and ends nothing', async () => {
    const { done, written, ended } = deactivate('u1', {
      'user-u1': [userOf('u1', 'Admin')],
      administrators: [admin('u1')],
    });
    await expect(done).rejects.toMatchObject({ code: 'conflict', message: 'The last Admin cannot be removed.' });
    expect(written).toEqual([]);
    expect(ended.sessions).not.toHaveBeenCalled();
  });

  it('of somebody unknown is refused', async () => {
    const { done, written } = deactivate('u9', {});
    await expect(done).rejects.toMatchObject({ code: 'not-found' });
    expect(written).toEqual([]);
  });
});
