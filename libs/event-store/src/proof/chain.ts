import { hash } from 'node:crypto';

/** A line of an event, as text or as the bytes of an export. */
export type Line = string | Buffer;

/** The link before the first block. */
export const firstLink = Buffer.alloc(32);

/** A block ends with this many events… */
export const mostEventsOfBlock = 256;
/** …or with the event that takes it past this size, so that a block fits into memory whatever it holds. */
export const mostBytesOfBlock = 4 * 1024 * 1024;

/** Bytes of each event's digest that a block keeps beside its link. They prove nothing; they find the event that differs. */
export const tagBytes = 4;

/** SHA-256 of an event's line. */
export const digestOf = (line: Line): Buffer => hash('sha256', line, 'buffer');

/** SHA-256 of the link before and the digests of a block's events in order: it covers everything up to its block. */
export const linkAfter = (link: Buffer, digests: readonly Buffer[]): Buffer =>
  hash('sha256', Buffer.concat([link, ...digests]), 'buffer');

export const tagOf = (digest: Buffer): string => digest.subarray(0, tagBytes).toString('hex');

export const tagsOf = (digests: readonly Buffer[]): string[] => digests.map(tagOf);
