import { z } from 'zod';
import { basedOnRevision } from './changed-since.js';
import { personRoles } from './users.js';

/** Answer to GET /api/authentication/secondFactor: the caller's second factor. */
export const ownSecondFactor = z.object({
  /** Whether an authenticator app is set up. */
  app: z.boolean(),
  /** Whether sign-in asks for a code, from the app or by e-mail. */
  asked: z.boolean(),
  /** Whether the role requires a second factor. */
  required: z.boolean(),
  /** Whether the account has a password. People who sign in through the identity provider have none here. */
  hasPassword: z.boolean(),
  /** Whether the person may have passkeys: people of the fund who have a password may. */
  mayHavePasskeys: z.boolean(),
});
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;

export const beginAuthenticatorRequest = z.strictObject({
  password: z.string().min(1, 'Password is required').max(1000),
});
export type BeginAuthenticatorRequest = z.infer<typeof beginAuthenticatorRequest>;

/** The secret of an authenticator app: as text, and as the address for a QR code. */
export const begunAuthenticator = z.object({
  secret: z.string(),
  address: z.string(),
  worksForMinutes: z.number().int(),
});
export type BegunAuthenticator = z.infer<typeof begunAuthenticator>;

export const authenticatorCodeRequest = z.strictObject({
  code: z.string().trim().min(1, 'Verification code is required').max(20),
});
export type AuthenticatorCodeRequest = z.infer<typeof authenticatorCodeRequest>;

/** Answer to GET and body of PUT /api/authentication/secondFactorRule: the roles that require a second factor. */
export const secondFactorRule = z.strictObject({
  roles: z.array(z.enum(personRoles)).max(personRoles.length),
  revision: basedOnRevision,
});
export type SecondFactorRule = z.infer<typeof secondFactorRule>;
