import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { id } from '@superscope/domain/shape';

/** A bearer token, taken apart. Its user and id say where to look for it, so nothing has to be searched. */
export interface BearerToken {
  userId: string;
  tokenId: string;
  secret: string;
}

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** 32 bytes as base64url. The prefix lets tools that look for secrets in code and logs know one. */
const pattern = new RegExp(`^ssa_(.{1,100})\\.(${uuid})\\.([\\w-]{43})$`);
const longest = 200;

/** 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The token as its holder sends it. `userId` is an id as `shape.ts` has it, `tokenId` a UUID. */
export const tokenText = ({ userId, tokenId, secret }: BearerToken): string => `ssa_${userId}.${tokenId}.${secret}`;

/** Null for what this product never issued. */
export function tokenFrom(text: string): BearerToken | null {
  if (text.length > longest) return null;
  const [, userId, tokenId, secret] = pattern.exec(text) ?? [];
  return userId !== undefined && tokenId !== undefined && secret !== undefined && id(userId)
    ? { userId, tokenId, secret }
    : null;
}

/** The digest of a secret that an event keeps. */
export const secretHashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Takes as long whichever of its characters is wrong. */
export function hasHash(secret: string, secretHash: string): boolean {
  const [given, kept] = [Buffer.from(secretHashOf(secret)), Buffer.from(secretHash)];
  return given.length === kept.length && timingSafeEqual(given, kept);
}

/**
 * What an Authorization header brings, with or without the word Bearer; null for nothing. The analytics client without a token
 * sends the word `undefined`: then the session counts.
 */
export function bearerOf(header: string | undefined): string | null {
  const given = (header ?? '')
    .trim()
    .replace(/^bearer(?=\s|$)/i, '')
    .trim();
  return given === '' || given === 'undefined' ? null : given;
}
