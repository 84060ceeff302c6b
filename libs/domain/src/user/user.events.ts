import type { DomainEvent, EventShapes } from '../event.js';
import { count, flag, id, instant, listOf, oneOf, optional, orNull, record, text, type FieldShapes } from '../shape.js';

export const roles = [
  'CompanyRep',
  'ProviderRep',
  'AuthorizedRep',
  'Staff',
  'Admin',
  'DevOps',
  'Auditor',
  'Application',
  'BrowserClient',
] as const;
export type Role = (typeof roles)[number];

export const contextKinds = ['company', 'provider', 'plan', 'platform', 'allPlans'] as const;

/** The company, provider, plan or platform that a user is tied to, which determines the plans in reach. */
export interface UserContext {
  kind: (typeof contextKinds)[number];
  /** Company, provider, plan or platform id; null for allPlans. */
  id: string | null;
}

export interface UserRegistration {
  userId: string;
  role: Role;
  context: UserContext | null;
  /** Whether sign-in also asks for a code sent by e-mail. */
  emailCode: boolean;
  /** Whether the person also works in OneCentral. */
  oneCentral?: boolean;
  /** Host name of the microsite whose pages send a BrowserClient's tokens, such as `super.example.com`. */
  domain?: string;
  personal: { username: string; name: string | null; email: string | null };
}

/** A bearer token of an Application or a BrowserClient, as stored. It cannot be used to authenticate. */
export interface IssuedToken {
  userId: string;
  tokenId: string;
  /** SHA-256 of the token's secret, base64url. The secret is 256 random bits, so the hash cannot be reversed by guessing. */
  secretHash: string;
  /** The token's purpose, as entered by the Admin. */
  label: string;
  /** Instant, UTC. */
  issuedAt: string;
  /** Instant, UTC. Issuing a token without an end is refused. */
  expiresAt: string | null;
  /** Addresses (`10.1.2.3`) and networks (`10.1.2.0/24`) that an Application may ask from; none: any. */
  addresses?: readonly string[];
}

/** A passkey of a person as stored: the public half. */
export interface AddedPasskey {
  userId: string;
  /** Digest of the credential's id, safe in addresses and field names. */
  passkeyId: string;
  /** The credential's id, as authenticators know it: base64url. */
  credentialId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** The authenticator's counter when it was added; 0 for one without a counter. */
  counter: number;
  /** How a browser reaches the authenticator, such as `internal` or `usb`. */
  transports: readonly string[];
  /** Instant, UTC. */
  addedAt: string;
  /** The name that the person gave it. */
  personal: { name: string };
}

export type UserEvent =
  | DomainEvent<'UserRegistered', UserRegistration>
  | DomainEvent<'UserDetailsRevised', UserRegistration>
  /** The argon2id hash, encrypted with a server key; events never hold it in the clear. */
  | DomainEvent<'UserPasswordSet', { userId: string; sealedHash: string }>
  /** The same password, hashed in another form of its text. */
  | DomainEvent<'UserPasswordRehashed', { userId: string; sealedHash: string }>
  | DomainEvent<'UserActivated', { userId: string }>
  | DomainEvent<'UserDeactivated', { userId: string }>
  | DomainEvent<'UserSignInLocked', { userId: string; /** Instant, UTC. */ until: string }>
  /** `signOnId` is the HMAC of issuer and subject, so that the identity provider's own id of the person never reaches an event. */
  | DomainEvent<'UserSignOnLinked', { userId: string; signOnId: string }>
  /** The secret of an authenticator app, encrypted with a server key; events never hold it in the clear. */
  | DomainEvent<'UserAuthenticatorSet', { userId: string; sealedSecret: string }>
  | DomainEvent<'UserAuthenticatorRemoved', { userId: string }>
  | DomainEvent<'UserPasskeyAdded', AddedPasskey>
  | DomainEvent<'UserPasskeyRemoved', { userId: string; passkeyId: string }>
  | DomainEvent<'ApplicationTokenIssued', IssuedToken>
  | DomainEvent<'ApplicationTokenRevoked', { userId: string; tokenId: string; /** Instant, UTC. */ revokedAt: string }>;

/** Reserves a login for one user, across all users: `login-{HMAC(login in the form in which look-alikes are equal, lower-cased)}`. */
export type LoginEvent =
  DomainEvent<'LoginReserved', { userId: string }> | DomainEvent<'LoginReleased', { userId: string }>;

/** The list of Admins, which must never become empty. */
export type AdministratorsEvent =
  DomainEvent<'AdministratorAdded', { userId: string }> | DomainEvent<'AdministratorRemoved', { userId: string }>;

const registrationShapes: FieldShapes<UserRegistration> = {
  userId: text,
  role: oneOf(roles),
  context: orNull(record({ kind: oneOf(contextKinds), id: orNull(text) })),
  emailCode: flag,
  oneCentral: optional(flag),
  domain: optional(text),
  personal: record({ username: text, name: orNull(text), email: orNull(text) }),
};
export const userShapes: EventShapes<UserEvent> = {
  UserRegistered: registrationShapes,
  UserDetailsRevised: registrationShapes,
  UserPasswordSet: { userId: text, sealedHash: text },
  UserPasswordRehashed: { userId: text, sealedHash: text },
  UserActivated: { userId: text },
  UserDeactivated: { userId: text },
  UserSignInLocked: { userId: text, until: instant },
  UserSignOnLinked: { userId: text, signOnId: text },
  UserAuthenticatorSet: { userId: text, sealedSecret: text },
  UserAuthenticatorRemoved: { userId: text },
  UserPasskeyAdded: {
    userId: text,
    passkeyId: id,
    credentialId: text,
    publicKey: text,
    counter: count,
    transports: listOf(text),
    addedAt: instant,
    personal: record({ name: text }),
  },
  UserPasskeyRemoved: { userId: text, passkeyId: id },
  ApplicationTokenIssued: {
    userId: text,
    tokenId: id,
    secretHash: text,
    label: text,
    issuedAt: instant,
    expiresAt: orNull(instant),
    addresses: optional(listOf(text)),
  },
  ApplicationTokenRevoked: { userId: text, tokenId: id, revokedAt: instant },
};
