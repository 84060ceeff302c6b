import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  removeAuthenticator,
  requireSecondFactor,
  secondFactorOf,
  secondFactorStream,
  setAuthenticator,
  type SecondFactorEvent,
} from './second-factor.js';
import { userStream } from './user.js';
import type { Role, UserEvent, UserRegistration } from './user.events.js';

const staff: UserRegistration = {
  userId: 'u1',
  role: 'Staff',
  context: null,
  emailCode: false,
  personal: { username: 'helen', name: null, email: 'helen@example.com' },
};
const registered: UserEvent = { type: 'UserRegistered', data: staff };
const withPassword: UserEvent = { type: 'UserPasswordSet', data: { userId: 'u1', sealedHash: 'sealed' } };
const set: UserEvent = { type: 'UserAuthenticatorSet', data: { userId: 'u1', sealedSecret: 'secret' } };
const removed: UserEvent = { type: 'UserAuthenticatorRemoved', data: { userId: 'u1' } };
const required = (...of: Role[]): SecondFactorEvent => ({ type: 'SecondFactorRequired', data: { roles: of } });

describe('the second factor', () => {
  it('is required of the roles that were chosen last, in any order', () => {
    given(secondFactorStream)
      .when(requireSecondFactor(['Admin', 'Staff']))
      .then(required('Staff', 'Admin'));
    given(secondFactorStream, required('Staff', 'Admin'))
      .when(requireSecondFactor(['Admin', 'Staff']))
      .then();
    given(secondFactorStream, required('Staff')).when(requireSecondFactor([])).then(required());
  });

  it('is not required of programs', () =>
    given(secondFactorStream)
      .when(requireSecondFactor(['Application']))
      .thenRefuses('invalid', 'Programs have tokens instead of a second factor.'));

  it('is the app if there is one, or else a code by e-mail if the role or account requires it', () => {
    expect(secondFactorOf(staff, true, [])).toBe('app');
    expect(secondFactorOf(staff, false, ['Staff'])).toBe('email');
    expect(secondFactorOf({ ...staff, emailCode: true }, false, [])).toBe('email');
    expect(secondFactorOf(staff, false, ['Admin'])).toBeNull();
  });
});

describe('an authenticator app', () => {
  it('is set up by users with a password, replaced, and removed once', () => {
    given(userStream, registered, withPassword).when(setAuthenticator('secret')).then(set);
    given(userStream, registered, withPassword, set).when(removeAuthenticator([])).then(removed);
    given(userStream, registered, withPassword, set, removed).when(removeAuthenticator([])).then();
    given(userStream, registered)
      .when(setAuthenticator('secret'))
      .thenRefuses('conflict', 'Only an account with a password has an authenticator app.');
  });

  it('cannot be removed if its owner could not sign in without it', () => {
    const personal = { ...staff.personal, email: null };
    const unreachable: UserEvent = { type: 'UserRegistered', data: { ...staff, personal } };
    given(userStream, unreachable, withPassword, set)
      .when(removeAuthenticator(['Staff']))
      .thenRefuses('conflict', 'Without an e-mail address the app is the only second step of this account.');
    given(userStream, unreachable, withPassword, set)
      .when(removeAuthenticator(['Admin']))
      .then(removed);
  });
});
