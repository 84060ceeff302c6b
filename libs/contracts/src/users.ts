import { id } from '@superscope/domain/shape';
import { roles, type Role } from '@superscope/domain/user/user.events';
import { z } from 'zod';
import { basedOnRevision } from './changed-since.js';
import { cleanField } from './clean-field.js';
import { writeAnswer } from './csv-import.js';

/** Roles of people, whom an Admin registers here. Programs have tokens, not an invitation. */
export const personRoles = roles.filter(
  (role): role is Exclude<Role, 'Application' | 'BrowserClient'> => role !== 'Application' && role !== 'BrowserClient',
);

/** The context id of an AuthorizedRep who reaches every plan. */
export const allPlansContext = 'allPlans';

/** One entry of the answer to GET /api/authentication/users, which is sorted by username. */
export const userRow = z.object({
  userId: z.string(),
  /** Which an edit names. */
  revision: z.number(),
  username: z.string(),
  /** A person's address, or a BrowserClient's domain. */
  emailOrDomain: z.string().nullable(),
  role: z.enum(roles),
  name: z.string().nullable(),
  /** Id of a company, provider, plan or platform, or `allPlans`. */
  contextId: z.string().nullable(),
  contextName: z.string().nullable(),
  oneCentral: z.boolean(),
  /** The second factor that sign-in asks for. */
  secondFactor: z.enum(['app', 'email']).nullable(),
  /** Number of the person's passkeys. */
  passkeys: z.number().int(),
  active: z.boolean(),
  /** Whether the user has accepted the invitation, or signs in through the staff identity provider. Programs need no invitation. */
  verified: z.boolean(),
  /** Failed attempts within the last hour and since the last successful sign-in. */
  failedAuthenticationAttempts: z.number().int(),
  /** Until when some network or device has to wait before its next attempt (instant, UTC); null if none has to. */
  slowedUntil: z.string().nullable(),
});
export type UserRow = z.infer<typeof userRow>;

/** A company, provider or platform to which a user may belong. */
export const contextOption = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['company', 'provider', 'platform']),
});
export type ContextOption = z.infer<typeof contextOption>;

/** Answer to GET /api/authentication/contexts. `defaultId` is the fund's provider if it has only one. */
export const userContexts = z.object({ contexts: z.array(contextOption), defaultId: z.string().nullable() });
export type UserContexts = z.infer<typeof userContexts>;

export const contextIdRequired = 'Dealer/Adviser/Provider/Plan Id is required';
const contextId = cleanField()
  .max(100)
  .refine((text) => text === '' || id(text), 'This is not an id.');
const name = cleanField().max(200).nullable().default(null);

/** Body of POST /api/authentication/register. Roles that reach all plans, or none, have no context. */
export const registerUserRequest = z.strictObject({
  email: cleanField('Username/Email is required')
    .min(1, { error: 'Username/Email is required', abort: true })
    .max(254)
    .pipe(z.email('Invalid email address')),
  role: z.enum(personRoles, 'Role is required'),
  contextId: contextId.nullable().default(null),
  name,
  oneCentral: z.boolean().default(false),
});
export type RegisterUserRequest = z.input<typeof registerUserRequest>;

/** Body of PATCH /api/authentication/users/{userId}: an Admin's edit of a person, or of a BrowserClient, whose role stays. */
export const reviseUserRequest = z.strictObject({
  role: z.enum(personRoles, 'Role is required').optional(),
  contextId: contextId.nullable().default(null),
  name,
  domain: cleanField().max(253).optional(),
  revision: basedOnRevision,
});
export type ReviseUserRequest = z.input<typeof reviseUserRequest>;

/** Body of POST /api/authentication/registerBrowserClient. */
export const registerBrowserClientRequest = z.strictObject({
  username: cleanField('Username is required')
    .min(1, { error: 'Username is required', abort: true })
    .regex(/^[\w.@+-]{1,100}$/, 'A username has 1 to 100 letters, digits and . _ - @ +'),
  domain: cleanField('Domain is required').min(1, { error: 'Domain is required', abort: true }).max(253),
  contextId: cleanField(contextIdRequired).min(1, contextIdRequired).refine(id, 'This is not an id.'),
});
export type RegisterBrowserClientRequest = z.input<typeof registerBrowserClientRequest>;

/** Body of PATCH /api/authentication/activation. `active` is the user's new state. */
export const activationRequest = z.strictObject({ username: z.string().trim().min(1).max(254), active: z.boolean() });
export type ActivationRequest = z.infer<typeof activationRequest>;

/** `message` is shown to the Admin unchanged. */
export const writtenMessage = writeAnswer.extend({ message: z.string() });
export type WrittenMessage = z.infer<typeof writtenMessage>;

export const userWritten = writtenMessage.extend({ userId: z.string() });
export type UserWritten = z.infer<typeof userWritten>;

/** Answer to POST /api/authentication/users/{userId}/invitation. */
export const invitationSent = z.object({ message: z.string() });
export type InvitationSent = z.infer<typeof invitationSent>;

/** A network from which too many sign-ins failed. */
const slowedNetwork = z.object({ network: z.string(), failures: z.number().int(), until: z.string() });

/** Answer to GET /api/authentication/slowdowns, the last to end first. */
export const slowdowns = z.object({ networks: z.array(slowedNetwork) });
export type Slowdowns = z.infer<typeof slowdowns>;

/** Answer to GET /api/authentication/failedSignIns: minutes with failed sign-ins within a week, the newest first. */
export const failedSignIns = z.object({
  minutes: z.array(
    z.object({
      /** When the minute began (instant, UTC). */
      at: z.string(),
      /** Attempts with a wrong password or code, and attempts that were refused unchecked. */
      wrong: z.number(),
      refused: z.number(),
      /** At most ten that were tried most, the most tried first. The username is null for a login that no account has. */
      accounts: z.array(z.object({ username: z.string().nullable(), count: z.number() })),
      networks: z.array(z.object({ network: z.string(), count: z.number() })),
    }),
  ),
});
export type FailedSignIns = z.infer<typeof failedSignIns>;

/** Body of POST /api/authentication/slowdowns/clear: whose failed attempts are cleared, a user's or a network's. */
export const clearSlowdownRequest = z
  .strictObject({
    userId: z.string().refine(id, 'This is not an id.').optional(),
    network: z.string().min(1).max(60).optional(),
  })
  .refine(
    ({ userId, network }) => (userId === undefined) !== (network === undefined),
    'This takes a userId or a network.',
  );
export type ClearSlowdownRequest = z.infer<typeof clearSlowdownRequest>;
