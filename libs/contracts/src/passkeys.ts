import { z } from 'zod';
import { cleanField } from './clean-field.js';

export const passkeyIdField = z.string().regex(/^[0-9a-f]{32}$/, 'This is not an id.');

/** Answer to GET /api/authentication/passkeys: the caller's passkeys, oldest first. */
export const ownPasskeys = z.array(
  z.object({
    passkeyId: z.string(),
    name: z.string(),
    /** Instants, UTC. */
    addedAt: z.string(),
    /** Null if no use was recorded. */
    lastUsedAt: z.string().nullable(),
  }),
);
export type OwnPasskeys = z.infer<typeof ownPasskeys>;

export const beginPasskeyRequest = z.strictObject({
  password: z.string().min(1, 'Password is required').max(1000),
});
export type BeginPasskeyRequest = z.infer<typeof beginPasskeyRequest>;

/** Bytes in base64url, as WebAuthn exchanges them. */
const bytes = z
  .string()
  .min(1)
  .max(16_000)
  .regex(/^[\w-]+$/);
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(8);

/** The argument of the browser's call to `navigator.credentials.create`. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number().optional(),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

/** POST /api/authentication/passkeys: the authenticator's answer, and the person's name for the passkey. */
export const addPasskeyRequest = z.strictObject({
  name: cleanField().min(1, 'Name is required').max(60),
  id: bytes.max(1_400),
  clientDataJSON: bytes,
  attestationObject: bytes,
  transports,
});
export type AddPasskeyRequest = z.infer<typeof addPasskeyRequest>;

/** The argument of the browser's call to `navigator.credentials.get`. It accepts any passkey of this portal. */
export const passkeyQuestion = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type PasskeyQuestion = z.infer<typeof passkeyQuestion>;

/** Body of POST /api/authentication/passkey: the authenticator's answer. `userHandle` identifies the person. */
export const passkeySignInRequest = z.strictObject({
  id: bytes.max(1_400),
  userHandle: bytes.max(200),
  clientDataJSON: bytes,
  authenticatorData: bytes,
  signature: bytes.max(4_000),
});
export type PasskeySignInRequest = z.infer<typeof passkeySignInRequest>;
