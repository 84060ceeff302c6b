import { z } from 'zod';
import { personRoles } from './users.js';

/** Answer to GET /api/authentication/secondFactor: the second step of who is signed in. */
export const ownSecondFactor = z.object({
  /** An authenticator app is set up. */
  app: z.boolean(),
  /** A code is asked for at sign-in, by the app or by e-mail. */
  asked: z.boolean(),
  /** The role asks for it. */
  required: z.boolean(),
  /** The account has a password; people who sign in through the identity provider identify themselves there. */
  hasPassword: z.boolean(),
  /** Passkeys are for people of the fund who have a password. */
  mayHavePasskeys: z.boolean(),
});
export type OwnSecondFactor = z.infer<typeof ownSecondFactor>;

export const beginAuthenticatorRequest = z.strictObject({
  password: z.string().min(1, 'Password is required').max(1000),
});
export type BeginAuthenticatorRequest = z.infer<typeof beginAuthenticatorRequest>;

/** What an authenticator app reads: as text, and as the address that a picture of it holds. */
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

/** GET and PUT /api/authentication/secondFactorRule: the roles that must give a second proof. */
export const secondFactorRule = z.strictObject({ roles: z.array(z.enum(personRoles)).max(personRoles.length) });
export type SecondFactorRule = z.infer<typeof secondFactorRule>;
