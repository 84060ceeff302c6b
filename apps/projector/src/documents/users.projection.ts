import { usersView } from '@superscope/contracts/read-models/users';
import { userStream } from '@superscope/domain/user/user';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf } from '../runtime/writing/stream-projection.js';

/** Sets fields and keeps the change in the history, because access is also queried for past days. */
const kept = <Changed extends object>({ revision, metadata }: RecordedEvent, changed: Changed) => ({
  ...changed,
  [`history.r${revision}`]: { ...changed, at: metadata.at },
});

/** Accounts. Sign-in reads the user's stream instead, because no view holds the hash of a password or of a token. */
export const users = documentsOf(
  usersView,
  userStream,
  { id: 'userId', ignores: ['UserPasswordRehashed', 'UserSignInLocked'] },
  {
    UserRegistered: (event) => kept(event, { ...event.data, active: true }),
    UserDetailsRevised: (event) => kept(event, { ...event.data }),
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
    UserPasskeyAdded: ({ data }) => ({ [`passkeys.${data.passkeyId}`]: true }),
    UserPasskeyRemoved: ({ data }) => ({ [`passkeys.${data.passkeyId}`]: false }),
    UserActivated: (event) => kept(event, { active: true }),
    UserDeactivated: (event) => kept(event, { active: false }),
    ApplicationTokenIssued: ({ data }) => {
      const { tokenId, label, issuedAt, expiresAt, addresses = [] } = data;
      return { [`tokens.${tokenId}`]: { label, issuedAt, expiresAt, addresses, revokedAt: null } };
    },
    ApplicationTokenRevoked: ({ data }) => ({
      [`tokens.${data.tokenId}.revokedAt`]: data.revokedAt,
    }),
  },
);
