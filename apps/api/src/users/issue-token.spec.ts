import { describe, expect, it } from 'vitest';
import { secretHashOf } from '../authentication/session/bearer-token.js';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { IssueToken, IssueTokenHandler } from './issue-token.slice.js';
import { issueTokenEndpoint } from './issue-token.slice.js';

const registered = (role: string) => ({ type: 'UserRegistered', data: { userId: 'u1', role, context: null } });
const issue = new IssueToken('u1', 'Nightly figures', 30, [], systemContext('issue'));

describe('issuing a token', () => {
  it('returns the token, and stores only its hash', async () => {
    const { store, written } = storeWith({ 'user-u1': [registered('Application')] });
    const { tokenId, token, expiresAt } = await new IssueTokenHandler(store).execute(issue);
    const [[stream, { data }]] = written as unknown as [[string, { data: { secretHash: string } }]];
    expect(stream).toBe('user-u1');
    expect(data).toMatchObject({ tokenId, label: 'Nightly figures', expiresAt });
    expect(data.secretHash).toBe(secretHashOf(token.split('.').at(-1)!));
    expect(JSON.stringify(written)).not.toContain(token.split('.').at(-1));
  });

  it('to a user who is not a program is refused', async () => {
    const { store } = storeWith({ 'user-u1': [registered('Staff')] });
    await expect(new IssueTokenHandler(store).execute(issue)).rejects.toMatchObject({ code: 'invalid' });
  });

  it('takes a label and at most a year, which is the default', () => {
    const { body } = issueTokenEndpoint;
    expect(body.parse({ label: 'Nightly' })).toEqual({ label: 'Nightly', addresses: [], expiresInDays: 365 });
    for (const wrong of [{}, { label: ' ' }, { label: 'x', expiresInDays: 366 }, { label: 'x', days: 3 }])
      expect(body.safeParse(wrong).success).toBe(false);
  });
});
