import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { PasskeyCreation, PasskeyQuestion } from '@superscope/contracts/passkeys';

interface Behaviour {
  origin: string;
  /** The relying party id; by default that of the challenge. */
  site: string;
  verifiesUser: boolean;
  /** The signature counter; 0 for an authenticator without one. */
  counter: number;
  type: string;
}

/** A WebAuthn authenticator with one ES256 key, whose behaviour tests can change. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32);
  private readonly key: KeyObject;
  private readonly publicKey: KeyObject;
  private userHandle = '';

  constructor(private readonly origin = 'http://localhost:3000') {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = pair.privateKey;
    this.publicKey = pair.publicKey;
  }

  create({ challenge, rp, user }: PasskeyCreation, more: Partial<Behaviour> = {}) {
    this.userHandle = user.id;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.coseKey()]);
    const data = this.authenticatorData(rp.id!, 0x40, credential, more);
    return {
      name: 'Laptop',
      id: base64url(this.id),
      clientDataJSON: this.clientData('webauthn.create', challenge, more),
      attestationObject: base64url(map(['fmt', text('none')], ['attStmt', map()], ['authData', bytes(data)])),
      transports: ['internal'],
    };
  }

  answer({ challenge, rpId }: PasskeyQuestion, more: Partial<Behaviour> = {}) {
    const data = this.authenticatorData(rpId, 0, Buffer.alloc(0), more);
    const clientDataJSON = this.clientData('webauthn.get', challenge, more);
    const signed = Buffer.concat([data, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: base64url(this.id),
      userHandle: this.userHandle,
      clientDataJSON,
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', signed, this.key)),
    };
  }

  private clientData(type: string, challenge: string, more: Partial<Behaviour>): string {
    return base64url(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false, ...only(more) }));
  }

  private authenticatorData(site: string, flags: number, credential: Buffer, more: Partial<Behaviour>): Buffer {
    const [userPresent, userVerified] = [0x01, (more.verifiesUser ?? true) ? 0x04 : 0];
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(more.counter ?? 0);
    const flagged = Buffer.of(flags | userPresent | userVerified);
    return Buffer.concat([sha256(more.site ?? site), flagged, counter, credential]);
  }

  private coseKey(): Buffer {
    const { x, y } = this.publicKey.export({ format: 'jwk' });
    const point = (of: string | undefined) => bytes(Buffer.from(of!, 'base64url'));
    return map([1, integer(2)], [3, integer(-7)], [-1, integer(1)], [-2, point(x)], [-3, point(y)]);
  }
}

const only = ({ origin, type }: Partial<Behaviour>) => ({ ...(origin && { origin }), ...(type && { type }) });
const sha256 = (of: string | Buffer) => createHash('sha256').update(of).digest();
const base64url = (of: string | Buffer) => Buffer.from(of).toString('base64url');

// The part of CBOR that an authenticator needs.
const head = (major: number, value: number): Buffer =>
  value < 24
    ? Buffer.of((major << 5) | value)
    : value < 256
      ? Buffer.of((major << 5) | 24, value)
      : Buffer.of((major << 5) | 25, value >> 8, value & 255);
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
const map = (...entries: [string | number, Buffer][]) =>
  Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap(([name, value]) => [typeof name === 'string' ? text(name) : integer(name), value]),
  ]);
