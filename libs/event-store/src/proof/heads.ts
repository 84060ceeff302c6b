import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { mostEventsOfBlock, tagBytes } from './chain.js';
import { fingerprintOf, isSigned, type SigningKey } from './signing-key.js';

const number = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const link = z.string().regex(/^[0-9a-f]{64}$/);
const tags = new RegExp(`^([0-9a-f]{${tagBytes * 2}}){1,${mostEventsOfBlock}}$`);

/** A block of the chain. Events and blocks are counted from 1. */
const block = z.strictObject({
  block: number,
  /** Number of events in the block. */
  events: number.max(mostEventsOfBlock),
  /** Link of the chain up to this block, in hexadecimal. */
  link,
  /** Tags of the block's events in order, in hexadecimal. */
  tags: z.string().regex(tags),
});
export type Block = z.infer<typeof block>;

/** A signed head. It covers all events so far by the link of the last block. */
const head = z.strictObject({
  head: number,
  events: number,
  link,
  /** When it was signed; instant, UTC. */
  at: z.iso.datetime(),
  /** Fingerprint of the public key. */
  key: z.string().regex(/^[0-9a-f]{16}$/),
  /** Signature of the head's other fields, in base64. */
  signature: z.base64(),
});
export type Head = z.infer<typeof head>;

export const isHead = (entry: Block | Head): entry is Head => 'head' in entry;

/** Parses a line of a file of heads; null for anything else. */
export function entryOf(line: Buffer | string): Block | Head | null {
  try {
    const found: unknown = JSON.parse(line.toString());
    return block.safeParse(found).data ?? head.safeParse(found).data ?? null;
  } catch {
    return null;
  }
}

/** The signed text of a head: its line without the signature. */
const signedText = ({ head, events, link, at, key }: Omit<Head, 'signature'>): string =>
  JSON.stringify({ head, events, link, at, key });

export function signedHead(unsigned: Omit<Head, 'key' | 'signature'>, key: SigningKey): Head {
  const named = { ...unsigned, key: key.fingerprint };
  return { ...named, signature: key.sign(signedText(named)) };
}

export const isSignedBy = (head: Head, publicKey: KeyObject): boolean =>
  head.key === fingerprintOf(publicKey) && isSigned(signedText(head), head.signature, publicKey);

export const tagList = ({ tags }: Block): string[] => tags.match(new RegExp(`.{${tagBytes * 2}}`, 'g')) ?? [];
