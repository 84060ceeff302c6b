import { id } from '@superscope/domain/shape';
import { contextKinds } from '@superscope/domain/user/user.events';
import { mostTokenDays, programRoles, tokenStates } from '@superscope/domain/user/application-token';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { writeAnswer } from './csv-import.js';
import { contextIdRequired } from './users.js';

const contextId = cleanField(contextIdRequired).refine(id, 'This is not an id.');

/** Which plans an application reaches. Kind `allPlans` must be given explicitly; null, or no context, reaches no plan. */
const applicationContext = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.enum(['company', 'provider', 'plan']), id: contextId }),
    z.strictObject({ kind: z.literal('allPlans'), id: z.null().default(null) }),
  ],
  'A context is {kind, id} with kind company, provider or plan, or {kind: "allPlans"}.',
);

/** Body of POST /api/applications. */
export const registerApplicationRequest = z.strictObject({
  /** Unique among the usernames of all users, people included. */
  username: cleanField('Username is required')
    .min(1, 'Username is required')
    .regex(/^[\w.@+-]{1,100}$/, 'A username has 1 to 100 letters, digits and . _ - @ +'),
  name: cleanField().min(1).max(200).nullable().default(null),
  context: applicationContext.nullable().default(null),
});
export type RegisterApplicationRequest = z.infer<typeof registerApplicationRequest>;

/** Answer to POST /api/applications. */
export const registeredApplication = writeAnswer.extend({ userId: z.string() });
export type RegisteredApplication = z.infer<typeof registeredApplication>;

export { mostTokenDays };
const daysInRange = `Enter 1 to ${mostTokenDays} days`;
const notAnAddress = 'An address is like 10.1.2.3, a network like 10.1.2.0/24.';

/** Body of POST /api/applications/{userId}/tokens. */
export const issueTokenRequest = z.strictObject({
  /** What the token is for. The label is stored as it is, so it must hold nothing personal. */
  label: cleanField('A label is required').min(1, 'A label is required').max(100),
  /** Days until the token expires: at most a year, which is the default. */
  expiresInDays: z
    .number(daysInRange)
    .int(daysInRange)
    .min(1, daysInRange)
    .max(mostTokenDays, `A token expires within ${mostTokenDays} days.`)
    .default(mostTokenDays),
  /** Addresses (10.1.2.3) and networks (10.1.2.0/24) from which an Application may use the token. An empty list allows every address. */
  addresses: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], notAnAddress))
    .max(20)
    .default([]),
});
export type IssueTokenRequest = z.input<typeof issueTokenRequest>;

/** The only answer that holds a token. */
export const issuedTokenAnswer = writeAnswer.extend({
  tokenId: z.string(),
  token: z.string(),
  /** Instant, UTC. */
  expiresAt: z.string(),
});
export type IssuedTokenAnswer = z.infer<typeof issuedTokenAnswer>;

export const applicationTokenInfo = z.object({
  tokenId: z.string(),
  label: z.string(),
  /** Instants, UTC. */
  issuedAt: z.string(),
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
  state: z.enum(tokenStates),
  addresses: z.array(z.string()).readonly(),
  /** When and where the token was last used, to the minute; null before its first use. */
  lastUse: z.object({ at: z.string(), address: z.string().nullable(), uses: z.number().int() }).nullable(),
  /** In the token's last 30 days, a sentence saying that it expires and what to do. */
  reminder: z.string().nullable(),
});
export type ApplicationTokenInfo = z.infer<typeof applicationTokenInfo>;

/** One entry of the answer to GET /api/applications. */
export const application = z.object({
  userId: z.string(),
  username: z.string(),
  name: z.string().nullable(),
  role: z.enum(programRoles),
  /** The host name whose pages send the tokens of a BrowserClient. */
  domain: z.string().nullable(),
  contextName: z.string().nullable(),
  context: z.object({ kind: z.enum(contextKinds), id: z.string().nullable() }).nullable(),
  active: z.boolean(),
  /** Newest first. */
  tokens: z.array(applicationTokenInfo),
});
export type Application = z.infer<typeof application>;
