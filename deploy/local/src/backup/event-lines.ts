import type { EventToRestore } from '@superscope/embedded/event-store/log/restored-log';
import type { StoredEvent } from '@superscope/event-store/reading/stored-events';

/** One event as one line of JSON, which any tool can read. Data that would not round-trip byte for byte is base64. */
interface EventLine {
  stream: string;
  revision: number;
  id: string;
  type: string;
  /** Unix ms. */
  created: number;
  data?: unknown;
  metadata?: unknown;
  /** Base64. Replaces `data` or `metadata` if it is not JSON as the product writes it. */
  dataBytes?: string;
  metadataBytes?: string;
  isJson?: false;
}

/** Writes an event as stored, with personal fields still encrypted. */
export function eventLine({ stream, revision, id, type, created, isJson, data, metadata }: StoredEvent): string {
  const line: EventLine = {
    stream,
    revision,
    id,
    type,
    created: created.getTime(),
    ...(isJson ? {} : { isJson }),
    ...contentOf('data', data),
    ...contentOf('metadata', metadata),
  };
  return JSON.stringify(line);
}

function contentOf(name: 'data' | 'metadata', bytes: Uint8Array): Partial<EventLine> {
  if (bytes.length === 0) return {};
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const value: unknown = JSON.parse(buffer.toString('utf8'));
    if (Buffer.from(JSON.stringify(value)).equals(buffer)) return { [name]: value };
  } catch {
    // Not JSON.
  }
  return { [`${name}Bytes`]: buffer.toString('base64') };
}

/** Reads a line of `eventLine` and restores the same bytes. */
export function eventOf(line: string): EventToRestore {
  const { stream, revision, id, type, created, isJson, ...content } = JSON.parse(line) as EventLine;
  const bytes = (value: unknown, encoded: string | undefined) =>
    encoded !== undefined
      ? Buffer.from(encoded, 'base64')
      : Buffer.from(value === undefined ? '' : JSON.stringify(value));
  return {
    stream,
    revision,
    id,
    type,
    created,
    isJson: isJson !== false,
    data: bytes(content.data, content.dataBytes),
    metadata: bytes(content.metadata, content.metadataBytes),
  };
}
