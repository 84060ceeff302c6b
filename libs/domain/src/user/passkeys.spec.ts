import { describe, it } from 'vitest';
import { given } from '../given.js';
import { addPasskey, mostPasskeys, removePasskey } from './passkeys.js';
import { clearSecondFactor } from './second-factor.js';
import { deactivateUser, userStream } from './user.js';
import type { AddedPasskey, Role, UserEvent } from './user.events.js';

const registered = (role: Role): UserEvent => ({
  type: 'UserRegistered',
  data: {
    userId: 'u1',
    role,
    context: null,
    emailCode: false,
    personal: { username: 'helen', name: null, email: 'helen@example.com' },
  },
});
const withPassword: UserEvent = { type: 'UserPasswordSet', data: { userId: 'u1', sealedHash: 'sealed' } };
const staff = [registered('Staff'), withPassword];
const passkey = (passkeyId: string): Omit<AddedPasskey, 'userId'> => ({
  passkeyId,
  credentialId: `c-${passkeyId}`,
  publicKey: 'key',
  counter: 0,
  transports: ['internal'],
  addedAt: '2026-03-01T00:00:00.000Z',
  personal: { name: 'Laptop' },
});
const added = (passkeyId: string): UserEvent => ({
  type: 'UserPasskeyAdded',
  data: { userId: 'u1', ...passkey(passkeyId) },
});
const removed = (passkeyId: string): UserEvent => ({ type: 'UserPasskeyRemoved', data: { userId: 'u1', passkeyId } });

describe('a passkey', () => {
  it('is added once by people of the fund who have a password, and removed once', () => {
    given(userStream, ...staff)
      .when(addPasskey(passkey('a')))
      .then(added('a'));
    given(userStream, ...staff, added('a'))
      .when(addPasskey(passkey('a')))
      .thenRefuses('conflict', 'This passkey is in use already.');
    given(userStream, ...staff, added('a'), added('b'))
      .when(removePasskey('a'))
      .then(removed('a'));
    given(userStream, ...staff, added('a'), removed('a'))
      .when(removePasskey('a'))
      .then();
  });

  it('is not for employers or users without a password', () => {
    const refusal = 'Passkeys are for people of the fund who sign in by password.';
    const company = given(userStream, registered('CompanyRep'), withPassword);
    company.when(addPasskey(passkey('a'))).thenRefuses('conflict', refusal);
    given(userStream, registered('Staff'))
      .when(addPasskey(passkey('a')))
      .thenRefuses('conflict', refusal);
  });

  it('is one of ten at most', () => {
    const ten = Array.from({ length: mostPasskeys }, (_, i) => added(`k${i}`));
    given(userStream, ...staff, ...ten)
      .when(addPasskey(passkey('a')))
      .thenRefuses('conflict', 'An account has at most 10 passkeys. Please remove one first.');
  });

  it('is removed when an Admin clears the second factor, and when the account is deactivated', () => {
    const user = given(userStream, ...staff, added('a'), added('b'));
    user.when(clearSecondFactor([])).then(removed('a'), removed('b'));
    user.when(deactivateUser).then(removed('a'), removed('b'), { type: 'UserDeactivated', data: { userId: 'u1' } });
  });
});
