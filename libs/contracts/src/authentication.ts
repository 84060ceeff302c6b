import { roles } from '@superscope/domain/user/user.events';
import { z } from 'zod';
import { cleanField } from './clean-field.js';
import { leastPasswordLength } from './password-rule.js';
import { rights } from './rights.js';

export const signInRequest = z.strictObject({
  /** Username or e-mail. */
  username: z.string().trim().min(1, 'Username/Email is required').max(200),
  password: z.string().min(1, 'Password is required').max(1000),
  mfaCode: z.string().trim().max(20).optional(),
});
export type SignInRequest = z.infer<typeof signInRequest>;

export const signedInUser = z.object({
  username: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  /** What the user may do. The portal shows what these allow; the server checks each request by itself. */
  rights: z.array(z.enum(rights)),
  /** The plan of a CompanyRep, which the portal opens by itself. */
  planId: z.string().nullable(),
});
export type SignedInUser = z.infer<typeof signedInUser>;

/** Answer to GET and POST /api/authentication. */
export const authenticationAnswer = z.object({ user: signedInUser });
export type AuthenticationAnswer = z.infer<typeof authenticationAnswer>;

/** The code that was sent for a sign-in. */
export const sentCode = z.object({
  /** The address, mostly masked. */
  sentTo: z.string(),
  worksForMinutes: z.number().int(),
  /** Seconds until another code may be sent; 0 if one may be sent now. */
  nextInSeconds: z.number().int(),
});
export type SentCode = z.infer<typeof sentCode>;

/** Body of a sign-in's 401. `mfaRequired` reveals the code field. */
export const signInRefusal = z.object({
  message: z.string(),
  mfaRequired: z.boolean().optional(),
  /** `app`: the code comes from the person's authenticator app, and nothing was mailed. */
  method: z.enum(['email', 'app']).optional(),
  code: sentCode.optional(),
});
export type SignInRefusal = z.infer<typeof signInRefusal>;

const newPassword = (whiteSpaceMessage: string) =>
  z
    .string()
    .min(1, { error: 'All fields must be completed', abort: true })
    .min(leastPasswordLength, `At least ${leastPasswordLength} characters`)
    .max(1000)
    .regex(/^\S*$/, whiteSpaceMessage);

export const passwordUpdateRequest = z.strictObject({
  oldPassword: z.string().min(1, 'All fields must be completed').max(1000),
  newPassword: newPassword('Password can not contain any whit space'),
});

export const passwordResetLinkRequest = z.strictObject({
  email: cleanField().max(254).pipe(z.email('Invalid email address')),
});

/** `username` is what the person typed to sign in: a username or an e-mail address. */
export const activationLinkRequest = z.strictObject({ username: signInRequest.shape.username });
export type ActivationLinkRequest = z.infer<typeof activationLinkRequest>;

export const passwordResetRequest = z
  .strictObject({
    password: newPassword('Password can not contain any white space'),
    confirmPassword: z.string().max(1000),
    token: z.string().min(1).max(500),
  })
  .refine((r) => r.password === r.confirmPassword, "New password doesn't match");

/** Answer to GET /api/authentication/passwordRule: what the caller's next password has to keep to. */
export const passwordRule = z.object({
  leastLength: z.number().int(),
  /** The likeliest first. */
  words: z.array(z.string()),
});
export type PasswordRuleAnswer = z.infer<typeof passwordRule>;

/** Answer to GET /api/authentication/validateToken. An invalid link is answered with 400. */
export const validTokenAnswer = z.object({ valid: z.literal(true), rule: passwordRule });
export type ValidTokenAnswer = z.infer<typeof validTokenAnswer>;
