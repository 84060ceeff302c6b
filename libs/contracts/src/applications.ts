import { id } from '@superscope/domain/shape';
import { contextKinds } from '@superscope/domain/user/user.events';
import { mostTokenDays, programRoles, tokenStates } from '@superscope/domain/user/application-token';
import { z } from 'zod';
import { writeAnswer } from './csv-import.js';

const contextId = z.string().refine(id, 'This is not an id.');

/** Which plans an application reaches. All of them only where that is said; null, or none given: no plan. */
export const applicationContext = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.enum(['company', 'provider', 'plan']), id: contextId }),
    z.strictObject({ kind: z.literal('allPlans'), id: z.null().default(null) }),
  ],
  'A context is {kind, id} with kind company, provider or plan, or {kind: "allPlans"}.',
);

/** Body of POST /api/applications. */
export const registerApplicationRequest = z.strictObject({
  /** Unique across all users, as it stands where people's do. */
  username: z
    .string('Username is required')
    .trim()
    .min(1, 'Username is required')
    .regex(/^[\w.@+-]{1,100}$/, 'A username has 1 to 100 letters, digits and . _ - @ +'),
  name: z.string().trim().min(1).max(200).nullable().default(null),
  context: applicationContext.nullable().default(null),
});
export type RegisterApplicationRequest = z.infer<typeof registerApplicationRequest>;

/** Answer to POST /api/applications. */
export const registeredApplication = writeAnswer.extend({ userId: z.string() });
export type RegisteredApplication = z.infer<typeof registeredApplication>;

const notAnAddress = 'An address is like 10.1.2.3, a network like 10.1.2.0/24.';

/** Body of POST /api/applications/{userId}/tokens. */
export const issueTokenRequest = z.strictObject({
  /** What it is for. Stored as it is: nothing personal. */
  label: z.string('A label is required').trim().min(1, 'A label is required').max(100),
  /** A year unless told, and at most. */
  expiresInDays: z
    .number()
    .int()
    .min(1)
    .max(mostTokenDays, `A token expires within ${mostTokenDays} days.`)
    .default(mostTokenDays),
  /** Where an Application may ask from: addresses such as 10.1.2.3, and networks such as 10.1.2.0/24. None: anywhere. */
  addresses: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], notAnAddress))
    .max(20)
    .default([]),
});
export type IssueTokenRequest = z.input<typeof issueTokenRequest>;

/** The one answer that holds a token. */
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
  /** When and where it was last used, within a minute; null: not yet. */
  lastUse: z.object({ at: z.string(), address: z.string().nullable(), uses: z.number().int() }).nullable(),
  /** A sentence in its last 30 days: that it ends, and what to do. */
  reminder: z.string().nullable(),
});
export type ApplicationTokenInfo = z.infer<typeof applicationTokenInfo>;

/** One of those that GET /api/applications answers. */
export const application = z.object({
  userId: z.string(),
  username: z.string(),
  name: z.string().nullable(),
  role: z.enum(programRoles),
  /** Of a BrowserClient: the host name whose pages send its tokens. */
  domain: z.string().nullable(),
  contextName: z.string().nullable(),
  context: z.object({ kind: z.enum(contextKinds), id: z.string().nullable() }).nullable(),
  active: z.boolean(),
  /** Newest first. */
  tokens: z.array(applicationTokenInfo),
});
export type Application = z.infer<typeof application>;
