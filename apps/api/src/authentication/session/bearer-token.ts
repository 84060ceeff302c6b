import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { id } from '@superscope/domain/shape';

/** The parts of a bearer token. The user and token ids say where it is stored, so that nothing has to be searched. */
export interface BearerToken {
  userId: string;
  tokenId: string;
  secret: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** The secret is 32 bytes in base64url. The prefix lets secret scanners recognise a token in code and logs. */
const pattern = new RegExp(`^ssa_(.{1,100})\\.(${uuid})\\.([\\w-]{43})$`);
const longest = 200;

/** A new secret of 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The token in the form that its holder sends. `userId` is an id as defined in `shape.ts`, `tokenId` a UUID. */
export const tokenText = ({ userId, tokenId, secret }: BearerToken): string => `ssa_${userId}.${tokenId}.${secret}`;

/** Parses a token; null if it is not in the form that this product issues. */
export function tokenFrom(text: string): BearerToken | null {
  if (text.length > longest) return null;
  const [, userId, tokenId, secret] = pattern.exec(text) ?? [];
  return userId !== undefined && tokenId !== undefined && secret !== undefined && id(userId)
    ? { userId, tokenId, secret }
    : null;
}

/** The digest of a secret, which is what events store. */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Whether a secret has this digest. Compares in constant time. */
export function hasHash(secret: string, secretHash: string): boolean {
  const [given, kept] = [Buffer.from(secretHashOf(secret)), Buffer.from(secretHash)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/**
 * The token of an Authorization header, with or without the word Bearer; null if there is none. Without a token, the analytics client sends
 * the word `undefined`, and the session is used instead.
 */
export function bearerOf(header: string | undefined): string | null {
  const given = (header ?? '')
    .trim()
    .replace(/^bearer(?=\s|$)/i, '')
    .trim();
  return given === '' || given === 'undefined' ? null : given;
}
