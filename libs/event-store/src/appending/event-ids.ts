import { hash } from 'node:crypto';
import type { CommandContext } from '../events/recorded-event.js';

/** 16 bytes of a digest as a UUID of version 8, which leaves the contents to the application. */
export const uuidFrom = (digest: Buffer): string => {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/**
 * The id of a command's event. Repeating a command gives the same ids, so the store keeps the first events. Another request with the same
 * command id is a different command.
 */
export const eventIdOf = (
  { commandId, bodyDigest }: Pick<CommandContext, 'commandId' | 'bodyDigest'>,
  stream: string,
  index: number,
): string => {
  const named = [commandId, stream, index, ...(bodyDigest === undefined ? [] : [bodyDigest])];
  return uuidFrom(hash('sha256', JSON.stringify(named), 'buffer'));
};
