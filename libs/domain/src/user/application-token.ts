import type { Decision } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { registrationOf, type ApplicationToken, type User } from './user.js';
import type { IssuedToken, UserEvent } from './user.events.js';

export const tokenStates = ['valid', 'expired', 'revoked'] as const;
export type TokenState = (typeof tokenStates)[number];

/** Enough for each place where an application runs and for replacing them; few enough to know what each is for. */
export const mostValidTokens = 10;

/** Nobody knows any more, after a year, where a token went. */
export const mostTokenDays = 365;
/** From how many days before its end a token is reminded of. */
const reminderDays = 30;
const dayMilliseconds = 24 * 60 * 60 * 1000;

type Dated = Pick<ApplicationToken, 'issuedAt' | 'expiresAt'>;
type Revocable = Dated & Pick<ApplicationToken, 'revokedAt'>;

/** The latest end of a token that is issued at an instant. */
const latestEnd = (issuedAt: string): string =>
  new Date(Date.parse(issuedAt) + mostTokenDays * dayMilliseconds).toISOString();

/** When a token ends (ISO, UTC). Those of earlier versions may say no end, or a later one: they end within a year all the same. */
export const tokenEnd = ({ issuedAt, expiresAt }: Dated): string => {
  const latest = latestEnd(issuedAt);
  return expiresAt === null || expiresAt > latest ? latest : expiresAt;
};

/** What a token is worth at an instant (ISO, UTC). */
export const tokenStateAt = (token: Revocable, at: string): TokenState => {
  if (token.revokedAt !== null) return 'revoked';
  return tokenEnd(token) <= at ? 'expired' : 'valid';
};

/** Days that a valid token still has at an instant, rounded up, where it is time to replace it; null otherwise. */
export const lastDaysOf = (token: Revocable, at: string): number | null => {
  if (tokenStateAt(token, at) !== 'valid') return null;
  const days = Math.ceil((Date.parse(tokenEnd(token)) - Date.parse(at)) / dayMilliseconds);
  return days <= reminderDays ? days : null;
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
    if (token.expiresAt === null || token.expiresAt > latestEnd(token.issuedAt))
      throw new RuleViolation('invalid', `A token expires within ${mostTokenDays} days.`);
    if (token.expiresAt <= token.issuedAt) throw new RuleViolation('invalid', 'A token expires after it is issued.');
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
