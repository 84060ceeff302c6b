import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';

// A sealed value is: format (1 byte), nonce (12), ciphertext, tag (16). The format byte allows another cipher later.
const format = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Key length in bytes. */
export const keyBytes = 32;

// One call to the system's generator gives many nonces, because an import seals one value for each of a hundred thousand members.
const pool = Buffer.allocUnsafe(nonceBytes * 1024);
let used = pool.length;
/** A view of the pool, valid until the next call. */
const nextNonce = (): Buffer => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += nonceBytes;
  return pool.subarray(used - nonceBytes, used);
};

/** Encrypts with AES-256-GCM. `aad` ties the value to its place: it can only be opened with the same `aad`. */
export const seal = (plain: Buffer | string, key: Buffer, aad: string): Buffer => {
  const nonce = nextNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(aad));
  const text = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  // This cipher has no more output; the call computes the tag.
  cipher.final();
  const sealed = Buffer.allocUnsafe(1 + nonceBytes + text.length + tagBytes);
  sealed[0] = format;
  sealed.set(nonce, 1);
  sealed.set(text, 1 + nonceBytes);
  sealed.set(cipher.getAuthTag(), 1 + nonceBytes + text.length);
  return sealed;
};

/** Decrypts a result of `seal`. Throws if the key, the place or any byte differs. */
export const open = (sealed: Buffer, key: Buffer, aad: string): Buffer => {
  if (sealed.length < 1 + nonceBytes + tagBytes || sealed[0] !== format) throw new Error('This is not a sealed value.');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]);
};

/** `seal` for text inside JSON. */
export const sealText = (plain: string, key: Buffer, aad: string): string => seal(plain, key, aad).toString('base64');

export const openText = (sealed: string, key: Buffer, aad: string): string =>
  open(Buffer.from(sealed, 'base64'), key, aad).toString('utf8');
