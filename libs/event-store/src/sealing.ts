import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

// A sealed value is: format (1 byte), nonce (12), ciphertext, tag (16). The format byte lets a later cipher follow.
const format = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Key length in bytes. */
export const keyBytes = 32;

// One call to the system's generator for many nonces: a member has seven fields, an import a hundred thousand members.
const pool = Buffer.allocUnsafe(nonceBytes * 1024);
let used = pool.length;
const nextNonce = (): Buffer => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += nonceBytes;
  return Buffer.from(pool.subarray(used - nonceBytes, used));
};

/** Encrypts with AES-256-GCM. `aad` ties the value to its place: it opens only with the same one. */
export const seal = (plain: Buffer | string, key: Buffer, aad: string): Buffer => {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad));
  const head = cipher.update(typeof plain === 'string' ? Buffer.from(plain) : plain);
  const tail = cipher.final();
  return Buffer.concat([Buffer.of(format), nonce, head, tail, cipher.getAuthTag()]);
};

/** Decrypts what `seal` made; throws when key, place or bytes differ. */
export const open = (sealed: Buffer, key: Buffer, aad: string): Buffer => {
  if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== format) throw new Error('This is not a sealed value.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]);
};

/** `seal` for text that stands in JSON. */
export const sealText = (plain: string, key: Buffer, aad: string): string => seal(plain, key, aad).toString('base64');

export const openText = (sealed: string, key: Buffer, aad: string): string =>
  open(Buffer.from(sealed, 'base64'), key, aad).toString('utf8');
