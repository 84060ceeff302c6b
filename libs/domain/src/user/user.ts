import type { Decision, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { sameFields } from '../same-fields.js';
import { text } from '../shape.js';
import {
  userShapes,
  type AddedPasskey,
  type AdministratorsEvent,
  type IssuedToken,
  type LoginEvent,
  type Role,
  type UserContext,
  type UserEvent,
  type UserRegistration,
} from './user.events.js';

export interface ApplicationToken extends IssuedToken {
  /** Instant, UTC; null unless the token was revoked. */
  revokedAt: string | null;
}

export interface User {
  registration: UserRegistration | null;
  active: boolean;
  sealedHash: string | null;
  /** HMAC that identifies the person at the staff identity provider who signs in as this user; null if there is none. */
  signOnId: string | null;
  /** The encrypted secret of the person's authenticator app; null without an app. */
  authenticator: string | null;
  /** In the order in which they were added. */
  passkeys: readonly AddedPasskey[];
  /** All tokens ever issued to an Application, in order of issue. */
  tokens: readonly ApplicationToken[];
}

export const userStream: StreamDefinition<User, UserEvent> = {
  category: 'user',
  initial: {
    registration: null,
    active: false,
    sealedHash: null,
    signOnId: null,
    authenticator: null,
    passkeys: [],
    tokens: [],
  },
  shapes: userShapes,
  idOf: ({ userId }) => userId,
  personOf: { UserRegistered: (d) => d.userId, UserDetailsRevised: (d) => d.userId, UserPasskeyAdded: (d) => d.userId },
  evolve: (user, event) => {
    switch (event.type) {
      case 'UserRegistered':
        return { ...user, registration: event.data, active: true };
      case 'UserDetailsRevised':
        return { ...user, registration: event.data };
      case 'UserPasswordSet':
      case 'UserPasswordRehashed':
        return { ...user, sealedHash: event.data.sealedHash };
      case 'UserSignOnLinked':
        return { ...user, signOnId: event.data.signOnId };
      case 'UserAuthenticatorSet':
        return { ...user, authenticator: event.data.sealedSecret };
      case 'UserAuthenticatorRemoved':
        return { ...user, authenticator: null };
      case 'UserPasskeyAdded':
        return { ...user, passkeys: [...user.passkeys, event.data] };
      case 'UserPasskeyRemoved':
        return { ...user, passkeys: user.passkeys.filter(({ passkeyId }) => passkeyId !== event.data.passkeyId) };
      case 'UserActivated':
        return { ...user, active: true };
      case 'UserDeactivated':
        return { ...user, active: false };
      case 'ApplicationTokenIssued':
        return { ...user, tokens: [...user.tokens, { ...event.data, revokedAt: null }] };
      case 'ApplicationTokenRevoked': {
        const { tokenId, revokedAt } = event.data;
        return {
          ...user,
          tokens: user.tokens.map((each) => (each.tokenId === tokenId ? { ...each, revokedAt } : each)),
        };
      }
      default:
        return user;
    }
  },
};

type UserDecision = Decision<User, UserEvent>;

/** The kinds of context allowed for each role; null for a role without a context. */
const contextsOf: Record<Role, readonly UserContext['kind'][] | null> = {
  CompanyRep: ['company'],
  ProviderRep: ['provider'],
  AuthorizedRep: ['provider', 'allPlans'],
  Staff: null,
  Admin: null,
  DevOps: null,
  Auditor: null,
  Application: ['company', 'provider', 'plan', 'allPlans'],
  BrowserClient: ['company', 'platform', 'plan'],
};

const checkContext = ({ role, context }: UserRegistration) => {
  const allowed = contextsOf[role];
  if (context !== null && (allowed === null || !allowed.includes(context.kind)))
    throw new RuleViolation('invalid', `A ${role} cannot have the context ${context.kind}.`);
  if (context !== null && context.kind !== 'allPlans' && !context.id)
    throw new RuleViolation('invalid', 'Dealer/Adviser/Provider/Plan Id is required');
  if (context === null && (role === 'CompanyRep' || role === 'BrowserClient'))
    throw new RuleViolation('invalid', 'Dealer/Adviser/Provider/Plan Id is required');
};

/** Registers a user. A ProviderRep or AuthorizedRep without a context reaches no plan. */
export const registerUser =
  (registration: UserRegistration): UserDecision =>
  (user) => {
    if (user.registration !== null) throw new RuleViolation('conflict', 'This user is registered already.');
    if (registration.personal.username.trim() === '') throw new RuleViolation('invalid', 'Username/Email is required');
    checkContext(registration);
    return [{ type: 'UserRegistered', data: registration }];
  };

/** Throws RuleViolation when the user does not exist. */
export const registrationOf = (user: User): UserRegistration => {
  if (user.registration === null) throw new RuleViolation('not-found', 'There is no such user.');
  return user.registration;
};

/** Revises role, context, name or e-mail; the username stays. */
export const reviseUser =
  (registration: UserRegistration): UserDecision =>
  (user) => {
    const before = registrationOf(user);
    if (before.personal.username !== registration.personal.username)
      throw new RuleViolation('invalid', 'A username cannot be changed.');
    checkContext(registration);
    return sameFields(before, registration) ? [] : [{ type: 'UserDetailsRevised', data: registration }];
  };

/** Whether an active person has a password or signs in through the staff identity provider. */
export const maySignIn = ({ registration, active, sealedHash, signOnId }: User): boolean =>
  registration !== null && active && (sealedHash !== null || signOnId !== null);

/** Sets the encrypted password hash. Programs have tokens instead, so their credentials cannot be guessed at the sign-in screen. */
export const setPassword =
  (sealedHash: string): UserDecision =>
  (user) => {
    const { userId, role } = registrationOf(user);
    if (role === 'Application' || role === 'BrowserClient')
      throw new RuleViolation('invalid', `${role === 'Application' ? 'An' : 'A'} ${role} has no password.`);
    return [{ type: 'UserPasswordSet', data: { userId, sealedHash } }];
  };

/** Replaces the encrypted hash of the same password; writes nothing if the hash is no longer the one that was checked. */
export const rehashPassword =
  (checked: string, sealedHash: string): UserDecision =>
  (user) =>
    user.sealedHash === checked
      ? [{ type: 'UserPasswordRehashed', data: { userId: registrationOf(user).userId, sealedHash } }]
      : [];

/**
 * Whether a person has yet to choose a first password by a mailed link. Programs have tokens, and people who sign in
 * through the staff identity provider need no password.
 */
export const awaitsActivation = ({ registration, active, sealedHash, signOnId }: User): boolean =>
  registration !== null &&
  active &&
  sealedHash === null &&
  signOnId === null &&
  registration.personal.email !== null &&
  registration.role !== 'Application' &&
  registration.role !== 'BrowserClient';

/** The roles of people who may use staff single sign-on. */
export const signOnRoles = ['AuthorizedRep', 'Staff', 'Admin', 'DevOps', 'Auditor'] as const satisfies readonly Role[];
export type SignOnRole = (typeof signOnRoles)[number];

/**
 * Ties a user permanently to one person at the staff identity provider, so that an address that is given to another
 * person opens no old account.
 */
export const linkSignOn =
  (signOnId: string): UserDecision =>
  (user) => {
    const { userId, role } = registrationOf(user);
    if (user.signOnId === signOnId) return [];
    if (user.signOnId !== null || !(signOnRoles as readonly Role[]).includes(role))
      throw new RuleViolation('conflict', 'This account belongs to somebody else.');
    return [{ type: 'UserSignOnLinked', data: { userId, signOnId } }];
  };

export const activateUser: UserDecision = (user) => {
  const { userId } = registrationOf(user);
  return user.active ? [] : [{ type: 'UserActivated', data: { userId } }];
};

/** Removes the passkeys too, so that an account that is activated again must first sign in by its password. */
export const deactivateUser: UserDecision = (user) => {
  const { userId } = registrationOf(user);
  return user.active ? [...withoutPasskeys(user), { type: 'UserDeactivated', data: { userId } }] : [];
};

/** The events that remove every passkey. */
export const withoutPasskeys = ({ passkeys }: User): UserEvent[] =>
  passkeys.map(({ userId, passkeyId }) => ({ type: 'UserPasskeyRemoved', data: { userId, passkeyId } }));

/** Locks sign-in until an instant (ISO, UTC), after too many failures. */
export const lockSignIn =
  (until: string): UserDecision =>
  (user) => [{ type: 'UserSignInLocked', data: { userId: registrationOf(user).userId, until } }];

export const loginStream: StreamDefinition<string | null, LoginEvent> = {
  category: 'login',
  initial: null,
  shapes: { LoginReserved: { userId: text }, LoginReleased: { userId: text } },
  evolve: (holder, event) => {
    switch (event.type) {
      case 'LoginReserved':
        return event.data.userId;
      case 'LoginReleased':
        return null;
      default:
        return holder;
    }
  },
};

/** Reserves a login, which belongs to one user at a time. */
export const reserveLogin =
  (userId: string): Decision<string | null, LoginEvent> =>
  (holder) => {
    if (holder === userId) return [];
    if (holder !== null) throw new RuleViolation('conflict', 'This username is taken.');
    return [{ type: 'LoginReserved', data: { userId } }];
  };

/** Releases a login for other users; writes nothing when it belongs to another user. */
export const releaseLogin =
  (userId: string): Decision<string | null, LoginEvent> =>
  (holder) =>
    holder === userId ? [{ type: 'LoginReleased', data: { userId } }] : [];

export const administratorsStream: StreamDefinition<readonly string[], AdministratorsEvent> = {
  category: 'administrators',
  initial: [],
  shapes: { AdministratorAdded: { userId: text }, AdministratorRemoved: { userId: text } },
  evolve: (ids, event) => {
    switch (event.type) {
      case 'AdministratorAdded':
        return [...ids, event.data.userId];
      case 'AdministratorRemoved':
        return ids.filter((userId) => userId !== event.data.userId);
      default:
        return ids;
    }
  },
};

export const addAdministrator =
  (userId: string): Decision<readonly string[], AdministratorsEvent> =>
  (ids) =>
    ids.includes(userId) ? [] : [{ type: 'AdministratorAdded', data: { userId } }];

/**
 * Removes an Admin from the list, but never the last one who `maySignIn`: an Admin who is only invited could not let
 * anybody in.
 */
export const removeAdministrator =
  (userId: string, maySignIn: (userId: string) => boolean): Decision<readonly string[], AdministratorsEvent> =>
  (ids) => {
    if (!ids.includes(userId)) return [];
    if (!ids.some((each) => each !== userId && maySignIn(each)))
      throw new RuleViolation('conflict', 'The last Admin cannot be removed.');
    return [{ type: 'AdministratorRemoved', data: { userId } }];
  };
