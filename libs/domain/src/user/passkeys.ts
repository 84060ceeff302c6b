import type { Decision } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { registrationOf, signOnRoles, type User } from './user.js';
import type { AddedPasskey, Role, UserEvent } from './user.events.js';

/** More devices than anybody has. */
export const mostPasskeys = 10;

/**
 * Whether a person may sign in by a passkey: active people of the fund who have a password. For people who sign in through the identity
 * provider, that provider decides what it asks for.
 */
export const maySignInByPasskey = ({ registration, active, sealedHash }: User): boolean =>
  registration !== null &&
  active &&
  sealedHash !== null &&
  (signOnRoles as readonly Role[]).includes(registration.role);

export const addPasskey =
  (passkey: Omit<AddedPasskey, 'userId'>): Decision<User, UserEvent> =>
  (user) => {
    const { userId } = registrationOf(user);
    if (!maySignInByPasskey(user))
      throw new RuleViolation('conflict', 'Passkeys are for people of the fund who sign in by password.');
    if (user.passkeys.some(({ passkeyId }) => passkeyId === passkey.passkeyId))
      throw new RuleViolation('conflict', 'This passkey is in use already.');
    if (user.passkeys.length >= mostPasskeys)
      throw new RuleViolation('conflict', `An account has at most ${mostPasskeys} passkeys. Please remove one first.`);
    return [{ type: 'UserPasskeyAdded', data: { userId, ...passkey } }];
  };

/** Records nothing if no passkey has this id. */
export const removePasskey =
  (passkeyId: string): Decision<User, UserEvent> =>
  (user) => {
    const { userId } = registrationOf(user);
    return user.passkeys.some((each) => each.passkeyId === passkeyId)
      ? [{ type: 'UserPasskeyRemoved', data: { userId, passkeyId } }]
      : [];
  };
