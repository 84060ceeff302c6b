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
    /** By token id. */
    tokens: z.record(z.string(), token).optional(),
  }),
  indexes: [{ role: 1 }],
});
