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

/** An Application's token without its secret. A token whose issue was set aside only says when it was revoked. */
const token = z.object({
  label: z.string().optional(),
  issuedAt: z.string().optional(),
  expiresAt: z.string().nullable().optional(),
  revokedAt: z.string().nullable().optional(),
  addresses: z.array(z.string()).readonly().optional(),
});

/** What an event said of a user's access; what is left out stayed. */
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
    /** Signs in through the staff identity provider. */
    signedOn: z.boolean().optional(),
    /** Has set an authenticator app up. */
    authenticator: z.boolean().optional(),
    /** Passkeys by id; false for one that was removed. */
    passkeys: z.record(z.string(), z.boolean()).optional(),
    /** Every change of who they are and what they may see, by `r{revision}`. */
    history: z.record(z.string(), accessChange).optional(),
    /** By token id. */
    tokens: z.record(z.string(), token).optional(),
  }),
  indexes: [{ role: 1 }],
});

/** Each Sydney day's last sign-in of each user: a document a day. */
export const signInsView = documentView({
  collection: 'sign_ins',
  announces: 'signIns',
  shape: z.object({
    /** Instants by user id, whose dots are written as `signInField` does. */
    users: z.record(z.string(), z.string()).optional(),
  }),
  indexes: [],
});

/** A user id as the name of a field: a dot would be taken for a path. */
export const signInField = (userId: string): string => userId.replaceAll('.', '%2E');
