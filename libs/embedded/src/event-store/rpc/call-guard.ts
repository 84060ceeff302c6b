import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metadata } from '@grpc/grpc-js';
import { noCredentials, notAuthenticated, shuttingDown, type Refusal } from './refusals.js';

/** The only user there is: one process owns the store, and its secret opens everything. */
export const USER = 'admin';

/** Lets calls in while the server is open and they know the secret, and knows which long calls to end when it closes. */
export class CallGuard {
  private readonly expected: Buffer | null;
  private readonly running = new Map<object, (refusal: Refusal) => void>();
  /** New appends and reads are no longer taken. */
  isClosing = false;

  /** Without a secret everybody may in: for tools only. */
  constructor(secret: string | null) {
    this.expected = secret === null ? null : digest(`Basic ${Buffer.from(`${USER}:${secret}`).toString('base64')}`);
  }

  /** Throws the refusal for a call that may not go on. */
  check(metadata: Metadata): void {
    if (this.isClosing) throw shuttingDown();
    if (this.expected === null) return;
    const [given] = metadata.get('authorization');
    if (given === undefined) throw noCredentials();
    // Digests have one length, which timingSafeEqual asks for.
    if (!timingSafeEqual(digest(String(given)), this.expected)) throw notAuthenticated();
  }

  /** `end` is called when the server closes; the returned function says that the call is over. */
  enter(call: object, end: (refusal: Refusal) => void): () => void {
    this.running.set(call, end);
    return () => this.running.delete(call);
  }

  /** Turns new calls away. */
  close(): void {
    this.isClosing = true;
  }

  endRunningCalls(): void {
    for (const end of this.running.values()) end(shuttingDown());
    this.running.clear();
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest();
