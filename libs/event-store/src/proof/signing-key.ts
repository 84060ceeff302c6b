import { createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';

/** A public key's name in heads and folder names. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'hex').slice(0, 16);

/** An Ed25519 private key that signs heads of the history. */
export class SigningKey {
  readonly publicKey: KeyObject;
  readonly fingerprint: string;

  private constructor(private readonly key: KeyObject) {
    this.publicKey = createPublicKey(key);
    this.fingerprint = fingerprintOf(this.publicKey);
  }

  /** Parses a PEM (PKCS #8). Throws one sentence for anything else and never quotes it. */
  static of(pem: string): SigningKey {
    return new SigningKey(ed25519(pem, createPrivateKey, 'private'));
  }

  get publicPem(): string {
    return this.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  }

  /** Returns the signature in base64. */
  sign(text: string): string {
    return sign(null, Buffer.from(text), this.key).toString('base64');
  }
}

/** Parses a public key's PEM. Throws one sentence for anything else. */
export const publicKeyOf = (pem: string): KeyObject => ed25519(pem, createPublicKey, 'public');

/** Whether the signature (base64) of this text was made with the private key of this public key. */
export const isSigned = (text: string, signature: string, publicKey: KeyObject): boolean =>
  verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64'));

function ed25519(pem: string, read: (pem: string) => KeyObject, kind: 'private' | 'public'): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = read(pem);
  } catch {
    // Reported below in our own words, because this error may quote the key.
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Error(`The ${kind} key of the history is not an Ed25519 key in PEM.`);
  return key;
}
