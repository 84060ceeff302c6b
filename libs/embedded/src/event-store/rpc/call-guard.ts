import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { noCredentials, notAuthenticated, shuttingDown, type Refusal } from './refusals.js';

/** The only user. One process owns the store, and its secret grants full access. */
export const USER = 'admin';

/** Admits calls with the secret while the server is open, and tracks long calls to end them when it closes. */
export class CallGuard {
  private readonly expected: Buffer | null;
  private readonly running = new Map<object, (refusal: Refusal) => void>();
  /** Whether new appends and reads are refused. */
  isClosing = false;

  /** Without a secret every call is admitted, for tools only. */
  constructor(secret: string | null) {
    this.expected = secret === null ? null : digest(`Basic ${Buffer.from(`${USER}:${secret}`).toString('base64')}`);
  }

  /** Throws a Refusal for a call that is not admitted. */
  check(metadata: Metadata): void {
    if (this.isClosing) throw shuttingDown();
    if (this.expected === null) return;
    const [given] = metadata.get('authorization');
    if (given === undefined) throw noCredentials();
    // timingSafeEqual needs equal lengths, which digests have.
    if (!timingSafeEqual(digest(String(given)), this.expected)) throw notAuthenticated();
  }

  /** Registers a long call. `end` is called when the server closes; the returned function unregisters the call. */
  enter(call: object, end: (refusal: Refusal) => void): () => void {
    this.running.set(call, end);
    return () => this.running.delete(call);
  }

  /** Refuses new calls from now on. Running calls continue until `endRunningCalls`. */
  close(): void {
    this.isClosing = true;
  }

  endRunningCalls(): void {
    for (const end of this.running.values()) end(shuttingDown());
    this.running.clear();
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
