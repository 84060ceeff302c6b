import type { Decision } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { registrationOf, type ApplicationToken, type User } from './user.js';
import type { IssuedToken, Role, UserEvent } from './user.events.js';

export const tokenStates = ['valid', 'expired', 'revoked'] as const;
export type TokenState = (typeof tokenStates)[number];

/** Roles of programs, which have tokens instead of a password. */
export const programRoles = ['Application', 'BrowserClient'] as const satisfies readonly Role[];
const isProgram = (role: Role | undefined) => (programRoles as readonly (Role | undefined)[]).includes(role);

/** Enough for several installations and for replacing tokens; few enough to keep track of. */
export const mostValidTokens = 10;

/** Limits how long a forgotten token stays valid. */
export const mostTokenDays = 365;
/** Days before its end from which a token's expiry is announced. */
const reminderDays = 30;
const dayMilliseconds = 24 * 60 * 60 * 1000;

type Dated = Pick<ApplicationToken, 'issuedAt' | 'expiresAt'>;
type Revocable = Dated & Pick<ApplicationToken, 'revokedAt'>;

/** The latest possible end of a token issued at an instant. */
const latestEnd = (issuedAt: string): string =>
  new Date(Date.parse(issuedAt) + mostTokenDays * dayMilliseconds).toISOString();

/** When a token ends (ISO, UTC). A stored event without an end, or with a later one, ends within a year too. */
export const tokenEnd = ({ issuedAt, expiresAt }: Dated): string => {
  const latest = latestEnd(issuedAt);
  return expiresAt === null || expiresAt > latest ? latest : expiresAt;
};

/** The state of a token at an instant (ISO, UTC). */
export const tokenStateAt = (token: Revocable, at: string): TokenState => {
  if (token.revokedAt !== null) return 'revoked';
  return tokenEnd(token) <= at ? 'expired' : 'valid';
};

/** Days left of a valid token that is due for replacement, rounded up; null otherwise. */
export const lastDaysOf = (token: Revocable, at: string): number | null => {
  if (tokenStateAt(token, at) !== 'valid') return null;
  const days = Math.ceil((Date.parse(tokenEnd(token)) - Date.parse(at)) / dayMilliseconds);
  return days <= reminderDays ? days : null;
};

/** The token with this id if it authenticates the user at an instant, or null. */
export const validToken = (user: User, tokenId: string, at: string): ApplicationToken | null => {
  if (!user.active || !isProgram(user.registration?.role)) return null;
  return user.tokens.find((each) => each.tokenId === tokenId && tokenStateAt(each, at) === 'valid') ?? null;
};

/** Issues a token to an active Application, or to a BrowserClient, whose domain it is bound to. */
export const issueToken =
  (token: Omit<IssuedToken, 'userId'>): Decision<User, UserEvent> =>
  (user) => {
    const { userId, role } = registrationOf(user);
    const program = role === 'BrowserClient' ? 'browser client' : 'application';
    if (!isProgram(role)) throw new RuleViolation('invalid', 'Only an Application or a BrowserClient may have tokens.');
    if (!user.active) throw new RuleViolation('conflict', `This ${program} is deactivated.`);
    if (role === 'BrowserClient' && (token.addresses ?? []).length > 0)
      throw new RuleViolation('invalid', 'A token of a browser client is bound to its domain, not to addresses.');
    if (token.label.trim() === '') throw new RuleViolation('invalid', 'A label is required');
    if (token.expiresAt === null || token.expiresAt > latestEnd(token.issuedAt))
      throw new RuleViolation('invalid', `A token expires within ${mostTokenDays} days.`);
    if (token.expiresAt <= token.issuedAt) throw new RuleViolation('invalid', 'A token expires after it is issued.');
    if (user.tokens.some(({ tokenId }) => tokenId === token.tokenId))
      throw new RuleViolation('conflict', 'A token with this id already exists.');
    const valid = user.tokens.filter((each) => tokenStateAt(each, token.issuedAt) === 'valid');
    if (valid.length >= mostValidTokens)
      throw new RuleViolation(
        'conflict',
        `${role === 'BrowserClient' ? 'A' : 'An'} ${program} has at most ${mostValidTokens} valid tokens. Revoke one that is not used any more.`,
      );
    return [{ type: 'ApplicationTokenIssued', data: { userId, ...token } }];
  };

/** Revokes a token permanently, also of a deactivated Application. */
export const revokeToken =
  (tokenId: string, revokedAt: string): Decision<User, UserEvent> =>
  (user) => {
    const { userId } = registrationOf(user);
    const token = user.tokens.find((each) => each.tokenId === tokenId);
    if (token === undefined) throw new RuleViolation('not-found', 'There is no such token.');
    return token.revokedAt === null ? [{ type: 'ApplicationTokenRevoked', data: { userId, tokenId, revokedAt } }] : [];
  };
