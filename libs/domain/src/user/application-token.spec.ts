import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  issueToken,
  lastDaysOf,
  mostValidTokens,
  revokeToken,
  tokenEnd,
  tokenStateAt,
  validToken,
} from './application-token.js';
import { setPassword, userStream } from './user.js';
import type { IssuedToken, UserEvent, UserRegistration } from './user.events.js';

const application: UserRegistration = {
  userId: 'a1',
  role: 'Application',
  context: { kind: 'plan', id: 'NULL.ACME' },
  emailCode: false,
  personal: { username: 'warehouse', name: null, email: null },
};
const registered: UserEvent = { type: 'UserRegistered', data: application };
const deactivated: UserEvent = { type: 'UserDeactivated', data: { userId: 'a1' } };

const monday = '2026-03-02T00:00:00.000Z';
const tuesday = '2026-03-03T00:00:00.000Z';
const wednesday = '2026-03-04T00:00:00.000Z';
const inAYear = '2027-03-02T00:00:00.000Z';

const token = (tokenId: string, more: Partial<IssuedToken> = {}): Omit<IssuedToken, 'userId'> => ({
  tokenId,
  secretHash: `hash of ${tokenId}`,
  label: 'nightly load',
  issuedAt: monday,
  expiresAt: inAYear,
  ...more,
});
const issued = (tokenId: string, more: Partial<IssuedToken> = {}): UserEvent => ({
  type: 'ApplicationTokenIssued',
  data: { userId: 'a1', ...token(tokenId, more) },
});
const revoked = (tokenId: string): UserEvent => ({
  type: 'ApplicationTokenRevoked',
  data: { userId: 'a1', tokenId, revokedAt: tuesday },
});
const stateAfter = (...events: UserEvent[]) => events.reduce(userStream.evolve, userStream.initial);

describe('a token', () => {
  it('is issued only to an active Application', () => {
    given(userStream, registered)
      .when(issueToken(token('t1')))
      .then(issued('t1'));
    given(userStream)
      .when(issueToken(token('t1')))
      .thenRefuses('not-found', 'There is no such user.');
    given(userStream, registered, deactivated)
      .when(issueToken(token('t1')))
      .thenRefuses('conflict', 'This application is deactivated.');
    given(userStream, { type: 'UserRegistered', data: { ...application, role: 'Staff', context: null } })
      .when(issueToken(token('t1')))
      .thenRefuses('invalid', 'Only an Application or a BrowserClient may have tokens.');
  });

  it('has an id of its own, a label and an end in the future', () => {
    given(userStream, registered, issued('t1'), revoked('t1'))
      .when(issueToken(token('t1')))
      .thenRefuses('conflict', 'A token with this id already exists.');
    given(userStream, registered)
      .when(issueToken(token('t1', { label: ' ' })))
      .thenRefuses('invalid', 'A label is required');
    given(userStream, registered)
      .when(issueToken(token('t1', { expiresAt: monday })))
      .thenRefuses('invalid', 'A token expires after it is issued.');
    given(userStream, registered)
      .when(issueToken(token('t1', { expiresAt: tuesday })))
      .then(issued('t1', { expiresAt: tuesday }));
  });

  it('is one of ten at most, not counting those that are revoked or expired', () => {
    const others = Array.from({ length: mostValidTokens - 1 }, (_, i) => issued(`other-${i}`));
    given(userStream, registered, ...others, issued('last'))
      .when(issueToken(token('t1')))
      .thenRefuses('conflict', 'An application has at most 10 valid tokens. Revoke one that is not used any more.');
    given(userStream, registered, ...others, issued('last'), revoked('last'))
      .when(issueToken(token('t1')))
      .then(issued('t1'));
    const later = { issuedAt: wednesday };
    given(userStream, registered, ...others, issued('last', { expiresAt: tuesday }))
      .when(issueToken(token('t1', later)))
      .then(issued('t1', later));
  });

  it('is revoked once, also when its Application is deactivated', () => {
    given(userStream, registered, issued('t1')).when(revokeToken('t1', tuesday)).then(revoked('t1'));
    given(userStream, registered, issued('t1'), deactivated).when(revokeToken('t1', tuesday)).then(revoked('t1'));
    given(userStream, registered, issued('t1'), revoked('t1')).when(revokeToken('t1', wednesday)).then();
    given(userStream, registered, issued('t1'))
      .when(revokeToken('t2', tuesday))
      .thenRefuses('not-found', 'There is no such token.');
    given(userStream).when(revokeToken('t1', tuesday)).thenRefuses('not-found', 'There is no such user.');
  });

  it('stays valid when another token of its Application is revoked', () => {
    const state = stateAfter(registered, issued('t1'), issued('t2'), revoked('t1'));
    expect(validToken(state, 't1', wednesday)).toBeNull();
    expect(validToken(state, 't2', wednesday)).toMatchObject({ tokenId: 't2' });
  });

  it('is valid until it expires or is revoked', () => {
    const ending = { issuedAt: monday, expiresAt: tuesday, revokedAt: null };
    expect(tokenStateAt(ending, monday)).toBe('valid');
    expect(tokenStateAt(ending, tuesday)).toBe('expired');
    expect(tokenStateAt({ ...ending, revokedAt: monday }, wednesday)).toBe('revoked');
  });

  it('is issued for a year at most, and never without an end', () => {
    const later = '2027-03-02T00:00:00.001Z';
    for (const expiresAt of [null, later])
      given(userStream, registered)
        .when(issueToken(token('t1', { expiresAt })))
        .thenRefuses('invalid', 'A token expires within 365 days.');
    given(userStream, registered)
      .when(issueToken(token('t1', { expiresAt: inAYear })))
      .then(issued('t1', { expiresAt: inAYear }));
  });

  it('stored without an end, or with a later one, ends a year after it was issued', () => {
    for (const expiresAt of [null, '2036-01-01T00:00:00.000Z']) {
      const old = { issuedAt: monday, expiresAt, revokedAt: null };
      expect(tokenEnd(old)).toBe(inAYear);
      expect(tokenStateAt(old, '2027-03-01T23:59:59.999Z')).toBe('valid');
      expect(tokenStateAt(old, inAYear)).toBe('expired');
    }
  });

  it('is due for replacement in its last 30 days, while it is valid', () => {
    const ending = { issuedAt: monday, expiresAt: '2026-06-30T00:00:00.000Z', revokedAt: null };
    expect(lastDaysOf(ending, '2026-05-30T23:59:59.999Z')).toBeNull();
    expect(lastDaysOf(ending, '2026-05-31T00:00:00.000Z')).toBe(30);
    expect(lastDaysOf(ending, '2026-06-29T00:00:00.001Z')).toBe(1);
    expect(lastDaysOf(ending, '2026-06-30T00:00:00.000Z')).toBeNull();
    expect(lastDaysOf({ ...ending, revokedAt: monday }, '2026-06-29T00:00:00.000Z')).toBeNull();
  });

  it('authenticates nobody once it is invalid, or its user is deactivated or no longer an Application', () => {
    const valid = [registered, issued('t1'), issued('t2', { expiresAt: tuesday })] as const;
    expect(validToken(stateAfter(...valid), 't1', wednesday)).toMatchObject({ secretHash: 'hash of t1' });
    expect(validToken(stateAfter(...valid), 't3', monday)).toBeNull();
    expect(validToken(stateAfter(...valid), 't2', tuesday)).toBeNull();
    expect(validToken(stateAfter(...valid, revoked('t1')), 't1', wednesday)).toBeNull();
    expect(validToken(stateAfter(...valid, deactivated), 't1', monday)).toBeNull();
    const promoted: UserEvent = { type: 'UserDetailsRevised', data: { ...application, role: 'Admin', context: null } };
    expect(validToken(stateAfter(...valid, promoted), 't1', monday)).toBeNull();
    expect(validToken(userStream.initial, 't1', monday)).toBeNull();
  });
});

describe('a token of a browser client', () => {
  const client: UserRegistration = { ...application, role: 'BrowserClient', domain: 'super.example.com' };
  const begun: UserEvent = { type: 'UserRegistered', data: client };

  it('is issued and valid as one of an Application', () => {
    given(userStream, begun)
      .when(issueToken(token('t1')))
      .then(issued('t1'));
    expect(validToken(stateAfter(begun, issued('t1')), 't1', tuesday)).toMatchObject({ tokenId: 't1' });
  });

  it('is bound to its domain, and to no address', () =>
    given(userStream, begun)
      .when(issueToken(token('t1', { addresses: ['10.0.0.1'] })))
      .thenRefuses('invalid', 'A token of a browser client is bound to its domain, not to addresses.'));
});

describe('an Application', () => {
  it('may have tokens that only some addresses send', () =>
    given(userStream, registered)
      .when(issueToken(token('t1', { addresses: ['10.0.0.0/8'] })))
      .then(issued('t1', { addresses: ['10.0.0.0/8'] })));

  it('has no password', () =>
    given(userStream, registered)
      .when(setPassword('sealed'))
      .thenRefuses('invalid', 'An Application has no password.'));
});
