import { isUtf8 } from 'node:buffer';
import type { StoredEvent } from '../reading/stored-events.js';

/**
 * An event as one line of an export of the history, without its line end. The chain is made over these lines, so that
 * a third party needs only an export and SHA-256. Data and metadata are the stored text, with personal fields
 * encrypted; bytes that are not text are base64. The position is left out, because it changes when a backup is
 * restored.
 */
export function historyLine({ stream, revision, id, type, isJson, data, metadata }: StoredEvent): string {
  return JSON.stringify({
    stream,
    revision,
    id,
    type,
    ...(isJson ? {} : { isJson }),
    ...textOf('data', data),
    ...textOf('metadata', metadata),
  });
}

const textOf = (name: string, bytes: Uint8Array): Record<string, string> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer) ? { [name]: buffer.toString('utf8') } : { [`${name}Base64`]: buffer.toString('base64') };
};

/** The event that a line names; null if it is not a line of an event. */
export function eventOfLine(line: string | Uint8Array): { stream: string; revision: number; type: string } | null {
  try {
    const { stream, revision, type } = JSON.parse(line.toString()) as Record<string, unknown>;
    if (typeof stream !== 'string' || typeof revision !== 'number' || typeof type !== 'string') return null;
    return { stream, revision, type };
  } catch {
    return null;
  }
}
