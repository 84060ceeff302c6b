import type { EventToRestore } from '@superscope/embedded/event-store/log/restored-log';
import type { RawEvent } from '@superscope/event-store/events/codec';

/** One event as one line of JSON, which any tool can read. Data that is not JSON is base64. */
interface EventLine {
  stream: string;
  revision: number;
  id: string;
  type: string;
  /** Unix ms. */
  created: number;
  data?: unknown;
  metadata?: unknown;
  /** In place of `data` and `metadata` where those are not JSON objects. */
  dataBytes?: string;
  metadataBytes?: string;
  isJson?: false;
}

const bytesOf = (value: unknown) => (typeof value === 'string' ? Buffer.from(value) : (value as Uint8Array));
const isBytes = (value: unknown) => typeof value === 'string' || value instanceof Uint8Array;
const base64 = (value: unknown) => Buffer.from(bytesOf(value)).toString('base64');

/** Writes an event as stored, with personal fields still encrypted. */
export function eventLine(event: RawEvent & { isJson?: boolean }): string {
  const { data, metadata, isJson } = event;
  const line: EventLine = {
    stream: event.streamId,
    revision: Number(event.revision),
    id: event.id,
    type: event.type,
    created: event.created.getTime(),
    ...(isJson === false && { isJson }),
    ...(data !== undefined && (isBytes(data) ? { dataBytes: base64(data) } : { data })),
    ...(metadata !== undefined && (isBytes(metadata) ? { metadataBytes: base64(metadata) } : { metadata })),
  };
  return JSON.stringify(line);
}

/** Reads a line of `eventLine`. JSON gets its original bytes, because the product also writes it with JSON.stringify. */
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
