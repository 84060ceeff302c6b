import { usersView } from '@superscope/contracts/read-models/users';
import type { IssuedToken, UserRegistration } from '@superscope/domain/user/user.events';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { documentsOf, whole } from '../runtime/writing/document-projection.js';

/** Who has an account. Sign-in reads the user's stream instead: no view holds the hash of a password or of a token. */
export const users = documentsOf(usersView, 'userId', {
  UserRegistered: ({ data }: RecordedEvent<UserRegistration>) => ({ ...data, active: true }),
  UserDetailsRevised: whole<UserRegistration>,
  UserPasswordSet: ({ created }) => ({ passwordSetAt: created }),
  UserSignOnLinked: () => ({ signedOn: true }),
  UserAuthenticatorSet: () => ({ authenticator: true }),
  UserAuthenticatorRemoved: () => ({ authenticator: false }),
  UserActivated: () => ({ active: true }),
  UserDeactivated: () => ({ active: false }),
  ApplicationTokenIssued: ({ data }: RecordedEvent<IssuedToken>) => {
    const { tokenId, label, issuedAt, expiresAt, addresses = [] } = data;
    return { [`tokens.${tokenId}`]: { label, issuedAt, expiresAt, addresses, revokedAt: null } };
  },
  ApplicationTokenRevoked: ({ data }: RecordedEvent<{ tokenId: string; revokedAt: string }>) => ({
    [`tokens.${data.tokenId}.revokedAt`]: data.revokedAt,
  }),
});
