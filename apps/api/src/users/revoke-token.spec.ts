import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { RevokeToken } from './revoke-token.slice.js';

const issued = {
  userId: 'u1',
  tokenId: 't1',
  secretHash: 'hash',
  label: 'Nightly',
  issuedAt: '2024-07-01T00:00:00.000Z',
  expiresAt: '2025-07-01T00:00:00.000Z',
};
const past = {
  'user-u1': [
    { type: 'UserRegistered', data: { userId: 'u1', role: 'Application', context: null } },
    { type: 'ApplicationTokenIssued', data: issued },
  ],
};

describe('revoking a token', () => {
  it('is recorded once, with its instant', async () => {
    const { store, written } = storeWith(past);
    const by = systemContext('revoke');
    const handler = new RevokeToken.handler(store);
    await handler.execute(RevokeToken.of('u1', 't1')(by));
    await handler.execute(RevokeToken.of('u1', 't1')(systemContext('again')));
    const data = { userId: 'u1', tokenId: 't1', revokedAt: by.at };
    expect(written).toEqual([['user-u1', { type: 'ApplicationTokenRevoked', data }]]);
  });

  it('that was never issued is refused', async () => {
    const revoking = new RevokeToken.handler(storeWith(past).store).execute(
      RevokeToken.of('u1', 't2')(systemContext('revoke')),
    );
    await expect(revoking).rejects.toMatchObject({ code: 'not-found' });
  });
});
