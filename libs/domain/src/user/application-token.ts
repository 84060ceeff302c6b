import type { Decision } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { registrationOf, type ApplicationToken, type User } from './user.js';
import type { IssuedToken, UserEvent } from './user.events.js';

export const tokenStates = ['valid', 'expired', 'revoked'] as const;
export type TokenState = (typeof tokenStates)[number];

/** Enough for each place where an application runs and for replacing them; few enough to know what each is for. */
export const mostValidTokens = 10;

/** What a token is worth at an instant (ISO, UTC). */
export const tokenStateAt = (
  { expiresAt, revokedAt }: Pick<ApplicationToken, 'expiresAt' | 'revokedAt'>,
  at: string,
): TokenState => {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'valid';
};

/** The token by which somebody may ask as this user at an instant; null where there is none, or no longer. */
export const validToken = (user: User, tokenId: string, at: string): ApplicationToken | null => {
  if (!user.active || user.registration?.role !== 'Application') return null;
  return user.tokens.find((each) => each.tokenId === tokenId && tokenStateAt(each, at) === 'valid') ?? null;
};

/** Issues a token to an active Application. */
export const issueToken =
  (token: Omit<IssuedToken, 'userId'>): Decision<User, UserEvent> =>
  (user) => {
    const { userId, role } = registrationOf(user);
    if (role !== 'Application') throw new RuleViolation('invalid', 'Only an Application may have tokens.');
    if (!user.active) throw new RuleViolation('conflict', 'This application is deactivated.');
    if (token.label.trim() === '') throw new RuleViolation('invalid', 'A label is required');
    if (token.expiresAt !== null && token.expiresAt <= token.issuedAt)
      throw new RuleViolation('invalid', 'A token expires after it is issued.');
    if (user.tokens.some(({ tokenId }) => tokenId === token.tokenId))
      throw new RuleViolation('conflict', 'There is such a token already.');
    const valid = user.tokens.filter((each) => tokenStateAt(each, token.issuedAt) === 'valid');
    if (valid.length >= mostValidTokens)
      throw new RuleViolation(
        'conflict',
        `An application has at most ${mostValidTokens} valid tokens. Revoke one that is not used any more.`,
      );
    return [{ type: 'ApplicationTokenIssued', data: { userId, ...token } }];
  };

/** Revokes a token for good; of a deactivated Application too. */
export const revokeToken =
  (tokenId: string, revokedAt: string): Decision<User, UserEvent> =>
  (user) => {
    const { userId } = registrationOf(user);
    const token = user.tokens.find((each) => each.tokenId === tokenId);
    if (token === undefined) throw new RuleViolation('not-found', 'There is no such token.');
    return token.revokedAt === null ? [{ type: 'ApplicationTokenRevoked', data: { userId, tokenId, revokedAt } }] : [];
  };
