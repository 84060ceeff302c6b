import { contextKinds, roles, type UserRegistration } from '@superscope/domain/user/user.events';
import { z } from 'zod';
import { documentView } from './document-view.js';

const registration = z.object({
  userId: z.string(),
  role: z.enum(roles),
  context: z.object({ kind: z.enum(contextKinds), id: z.string().nullable() }).nullable(),
  emailCode: z.boolean(),
  oneCentral: z.boolean().optional(),
  domain: z.string().optional(),
  personal: z.object({ username: z.string(), name: z.string().nullable(), email: z.string().nullable() }),
});

/** An Application's token without its secret. If the event that issued the token was set aside, only the revocation is known. */
const token = z.object({
  label: z.string().optional(),
  issuedAt: z.string().optional(),
  expiresAt: z.string().nullable().optional(),
  revokedAt: z.string().nullable().optional(),
  addresses: z.array(z.string()).readonly().optional(),
});

/** The fields of a user's access that an event changed. Missing fields did not change. */
const accessChange = registration
  .partial()
  .extend({ at: z.string(), active: z.boolean(), verified: z.boolean(), authenticator: z.boolean() })
  .partial()
  .required({ at: true });

export const usersView = documentView({
  collection: 'users',
  announces: 'users',
  shape: (registration satisfies z.ZodType<UserRegistration>).extend({
    active: z.boolean(),
    passwordSetAt: z.date().optional(),
    /** Whether the user signs in through the staff identity provider. */
    signedOn: z.boolean().optional(),
    /** Whether the user has set up an authenticator app. */
    authenticator: z.boolean().optional(),
    /** Passkeys by id; false for a removed one. */
    passkeys: z.record(z.string(), z.boolean()).optional(),
    /** Every change of the user's details and access, by `r{revision}`. */
    history: z.record(z.string(), accessChange).optional(),
    /** Tokens by id. */
    tokens: z.record(z.string(), token).optional(),
  }),
  indexes: [{ role: 1 }],
});

/** Each user's last sign-in on each day in Sydney: one document for each day. */
export const signInsView = documentView({
  collection: 'sign_ins',
  announces: 'signIns',
  shape: z.object({
    /** Instants by user id. Dots in user ids are escaped by `signInField`. */
    users: z.record(z.string(), z.string()).optional(),
  }),
  indexes: [],
});

/** A user id as a field name. MongoDB would read a dot as a path. */
export const signInField = (userId: string): string => userId.replaceAll('.', '%2E');
