import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { listOf, oneOf } from '../shape.js';
import { registrationOf, withoutPasskeys, type User } from './user.js';
import { roles, type Role, type UserEvent, type UserRegistration } from './user.events.js';

/** Which roles must give a second proof at sign-in, in addition to the password. */
export type SecondFactorEvent = DomainEvent<'SecondFactorRequired', { roles: readonly Role[] }>;

export const secondFactorStream: StreamDefinition<readonly Role[], SecondFactorEvent> = {
  category: 'secondFactor',
  initial: [],
  shapes: { SecondFactorRequired: { roles: listOf(oneOf(roles)) } },
  evolve: (required, event) => (event.type === 'SecondFactorRequired' ? event.data.roles : required),
};

/** Requires a second factor of these roles and of no other. */
export const requireSecondFactor =
  (wanted: readonly Role[]): Decision<readonly Role[], SecondFactorEvent> =>
  (required) => {
    if (wanted.some((role) => role === 'Application' || role === 'BrowserClient'))
      throw new RuleViolation('invalid', 'Programs have tokens instead of a second factor.');
    const ordered = roles.filter((role) => wanted.includes(role));
    return ordered.join() === required.join() ? [] : [{ type: 'SecondFactorRequired', data: { roles: ordered } }];
  };

/** The second proof that sign-in asks for after the password; null for none. An app that is set up is always asked for. */
export type SecondFactor = 'app' | 'email' | null;

export const secondFactorOf = (
  { role, emailCode }: Pick<UserRegistration, 'role' | 'emailCode'>,
  hasAuthenticator: boolean,
  required: readonly Role[],
): SecondFactor => {
  if (hasAuthenticator) return 'app';
  return emailCode || required.includes(role) ? 'email' : null;
};

/**
 * Sets up or replaces an authenticator app. Only an account with a password may have one, because the identity provider asks for its own
 * proofs.
 */
export const setAuthenticator =
  (sealedSecret: string): Decision<User, UserEvent> =>
  (user) => {
    const { userId } = registrationOf(user);
    if (user.sealedHash === null)
      throw new RuleViolation('conflict', 'Only an account with a password has an authenticator app.');
    return [{ type: 'UserAuthenticatorSet', data: { userId, sealedSecret } }];
  };

/** Removes the app. Throws RuleViolation if its owner could not sign in without it. */
export const removeAuthenticator =
  (required: readonly Role[]): Decision<User, UserEvent> =>
  (user) => {
    const registration = registrationOf(user);
    if (user.authenticator === null) return [];
    const { userId, personal } = registration;
    if (personal.email === null && secondFactorOf(registration, false, required) !== null)
      throw new RuleViolation('conflict', 'Without an e-mail address the app is the only second step of this account.');
    return [{ type: 'UserAuthenticatorRemoved', data: { userId } }];
  };

/**
 * Removes the app and the passkeys of a person who has lost them. Throws RuleViolation, and removes neither, if the person could not sign
 * in without the app.
 */
export const clearSecondFactor =
  (required: readonly Role[]): Decision<User, UserEvent> =>
  (user) => [...removeAuthenticator(required)(user), ...withoutPasskeys(user)];
