import { usersView } from '@superscope/contracts/read-models/users';
import type { AddedPasskey, IssuedToken, UserRegistration } from '@superscope/domain/user/user.events';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/document-projection.js';

/** Sets fields and keeps the change in the history, because access is also queried for past days. */
const kept = <Changed extends object>({ revision, metadata }: RecordedEvent<never>, changed: Changed) => ({
  ...changed,
  [`history.r${revision}`]: { ...changed, at: metadata.at },
});

/** Accounts. Sign-in reads the user's stream instead, because no view holds the hash of a password or of a token. */
export const users = documentsOf(usersView, 'userId', {
  UserRegistered: (event: RecordedEvent<UserRegistration>) => kept(event as never, { ...event.data, active: true }),
  UserDetailsRevised: (event: RecordedEvent<UserRegistration>) => kept(event as never, { ...event.data }),
  UserPasswordSet: ({ created, revision, metadata }) => ({
    passwordSetAt: created,
    [`history.r${revision}`]: { verified: true, at: metadata.at },
  }),
  UserSignOnLinked: ({ revision, metadata }) => ({
    signedOn: true,
    [`history.r${revision}`]: { verified: true, at: metadata.at },
  }),
  UserAuthenticatorSet: (event) => kept(event, { authenticator: true }),
  UserAuthenticatorRemoved: (event) => kept(event, { authenticator: false }),
  UserPasskeyAdded: ({ data }: RecordedEvent<AddedPasskey>) => ({ [`passkeys.${data.passkeyId}`]: true }),
  UserPasskeyRemoved: ({ data }: RecordedEvent<{ passkeyId: string }>) => ({ [`passkeys.${data.passkeyId}`]: false }),
  UserActivated: (event) => kept(event, { active: true }),
  UserDeactivated: (event) => kept(event, { active: false }),
  ApplicationTokenIssued: ({ data }: RecordedEvent<IssuedToken>) => {
    const { tokenId, label, issuedAt, expiresAt, addresses = [] } = data;
    return { [`tokens.${tokenId}`]: { label, issuedAt, expiresAt, addresses, revokedAt: null } };
  },
  ApplicationTokenRevoked: ({ data }: RecordedEvent<{ tokenId: string; revokedAt: string }>) => ({
    [`tokens.${data.tokenId}.revokedAt`]: data.revokedAt,
  }),
});
