import { id } from '@superscope/domain/shape';
import { roles, type Role } from '@superscope/domain/user/user.events';
import { z } from 'zod';
import { writeAnswer } from './csv-import.js';

/** Roles of people, whom an Admin registers here. Programs have tokens instead of an invitation. */
export const personRoles = roles.filter(
  (role): role is Exclude<Role, 'Application' | 'BrowserClient'> => role !== 'Application' && role !== 'BrowserClient',
);

/** The context id of an AuthorizedRep who reaches every plan. */
export const allPlansContext = 'allPlans';

/** One of those that GET /api/authentication/users answers, by username. */
export const userRow = z.object({
  userId: z.string(),
  username: z.string(),
  /** The address of a person; the domain of a BrowserClient. */
  emailOrDomain: z.string().nullable(),
  role: z.enum(roles),
  name: z.string().nullable(),
  /** Id of a company, provider, plan or platform, or `allPlans`. */
  contextId: z.string().nullable(),
  contextName: z.string().nullable(),
  oneCentral: z.boolean(),
  /** What sign-in asks for beside the password. */
  secondFactor: z.enum(['app', 'email']).nullable(),
  /** How many passkeys the person signs in with. */
  passkeys: z.number().int(),
  active: z.boolean(),
  /** Has accepted the invitation, or signs in through the staff identity provider. Programs need no invitation. */
  verified: z.boolean(),
  /** Within the last hour, and since the last sign-in that was right. */
  failedAuthenticationAttempts: z.number().int(),
  /** Until when the next attempt from some network or device has to wait; null where none does. Instant, UTC. */
  slowedUntil: z.string().nullable(),
});
export type UserRow = z.infer<typeof userRow>;

/** Companies, providers or platforms that a user may be tied to. */
export const contextOption = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['company', 'provider', 'platform']),
});
export type ContextOption = z.infer<typeof contextOption>;

/** Answer to GET /api/authentication/contexts. `defaultId` is the fund's only provider, where there is only one. */
export const userContexts = z.object({ contexts: z.array(contextOption), defaultId: z.string().nullable() });
export type UserContexts = z.infer<typeof userContexts>;

const contextIdRequired = 'Dealer/Adviser/Provider/Plan Id is required';
const contextId = z
  .string()
  .trim()
  .max(100)
  .refine((text) => text === '' || id(text), 'This is not an id.');
const name = z.string().trim().max(200).nullable().default(null);

/** Body of POST /api/authentication/register. Roles that reach all plans, or none, have no context. */
export const registerUserRequest = z.strictObject({
  email: z
    .string('Username/Email is required')
    .trim()
    .min(1, { error: 'Username/Email is required', abort: true })
    .max(254)
    .pipe(z.email('Invalid email address')),
  role: z.enum(personRoles, 'Role is required'),
  contextId: contextId.nullable().default(null),
  name,
  oneCentral: z.boolean().default(false),
});
export type RegisterUserRequest = z.input<typeof registerUserRequest>;

/** Body of PATCH /api/authentication/users/{userId}: what an Admin edits of a person, or of a BrowserClient without a role. */
export const reviseUserRequest = z.strictObject({
  role: z.enum(personRoles, 'Role is required').optional(),
  contextId: contextId.nullable().default(null),
  name,
  domain: z.string().trim().max(253).optional(),
});
export type ReviseUserRequest = z.input<typeof reviseUserRequest>;

/** Body of POST /api/authentication/registerBrowserClient. */
export const registerBrowserClientRequest = z.strictObject({
  username: z
    .string('Username is required')
    .trim()
    .min(1, { error: 'Username is required', abort: true })
    .regex(/^[\w.@+-]{1,100}$/, 'A username has 1 to 100 letters, digits and . _ - @ +'),
  domain: z.string('Domain is required').trim().min(1, { error: 'Domain is required', abort: true }).max(253),
  contextId: z.string(contextIdRequired).trim().min(1, contextIdRequired).refine(id, 'This is not an id.'),
});
export type RegisterBrowserClientRequest = z.input<typeof registerBrowserClientRequest>;

/** Body of PATCH /api/authentication/activation. `active` is what the user shall be. */
export const activationRequest = z.strictObject({ username: z.string().trim().min(1).max(254), active: z.boolean() });
export type ActivationRequest = z.infer<typeof activationRequest>;

/** `message` is shown to the Admin as it is. */
export const writtenMessage = writeAnswer.extend({ message: z.string() });
export type WrittenMessage = z.infer<typeof writtenMessage>;

export const userWritten = writtenMessage.extend({ userId: z.string() });
export type UserWritten = z.infer<typeof userWritten>;

/** Answer to POST /api/authentication/users/{userId}/invitation. */
export const invitationSent = z.object({ message: z.string() });
export type InvitationSent = z.infer<typeof invitationSent>;

/** A network from which too many sign-ins failed. */
export const slowedNetwork = z.object({ network: z.string(), failures: z.number().int(), until: z.string() });

/** Answer to GET /api/authentication/slowdowns, the last to end first. */
export const slowdowns = z.object({ networks: z.array(slowedNetwork) });
export type Slowdowns = z.infer<typeof slowdowns>;

/** Body of POST /api/authentication/slowdowns/clear: the failed attempts of a user, or of a network. */
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
