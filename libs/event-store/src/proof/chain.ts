import { hash } from 'node:crypto';

/** A line of the history, as text or as bytes of an export. */
export type Line = string | Buffer;

/** The link before the first block. */
export const firstLink = Buffer.alloc(32);

/** Maximum number of events in a block. */
export const mostEventsOfBlock = 256;
/** A block also ends with the event that takes it past this size, so that any block fits into memory. */
export const mostBytesOfBlock = 4 * 1024 * 1024;

/** Bytes of each event's digest that a block keeps in addition to its link. They prove nothing; they locate the event that differs. */
export const tagBytes = 4;

/** SHA-256 of an event's line. */
export const digestOf = (line: Line): Buffer => hash('sha256', line, 'buffer');

/** SHA-256 of the previous link and the digests of a block's events in order. It covers everything up to the block. */
export const linkAfter = (link: Buffer, digests: readonly Buffer[]): Buffer =>
  hash('sha256', Buffer.concat([link, ...digests]), 'buffer');

const tagOf = (digest: Buffer): string => digest.subarray(0, tagBytes).toString('hex');

export const tagsOf = (digests: readonly Buffer[]): string[] => digests.map(tagOf);
