import type { RawEvent } from '@superscope/event-store/events/codec';
import { partitionOf } from '@superscope/event-store/events/partition';
import { decodePosition, encodePosition } from '@superscope/event-store/events/position';
import type { IHeaders, Message } from 'kafkajs';

/** A record as a consumer receives it. */
export interface ReceivedRecord {
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: IHeaders | undefined;
}

/** Marks data that was stored as bytes rather than JSON, so that relay and consumer treat the event alike. */
const binary = 'application/octet-stream';

/** An event as a record of its stream's partition. The stored data is sent unchanged, so personal fields stay sealed. */
export function messageOf(event: RawEvent, partitions: number): Message & { partition: number } {
  const { data, metadata } = event;
  const known = (typeof metadata === 'object' && metadata !== null ? metadata : {}) as Record<string, unknown>;
  return {
    key: event.streamId,
    partition: partitionOf(event.streamId, partitions),
    value: data instanceof Uint8Array ? Buffer.from(data) : JSON.stringify(data),
    headers: {
      id: event.id,
      type: event.type,
      stream: event.streamId,
      revision: String(event.revision),
      position: encodePosition(event.position),
      created: event.created.toISOString(),
      schemaVersion: typeof known['schemaVersion'] === 'number' ? String(known['schemaVersion']) : '',
      correlationId: typeof known['correlationId'] === 'string' ? known['correlationId'] : '',
      ...(data instanceof Uint8Array && { contentType: binary }),
      ...(metadata !== undefined && {
        metadata: metadata instanceof Uint8Array ? Buffer.from(metadata) : JSON.stringify(metadata),
      }),
    },
  };
}

/** The event of a record, as the event store would return it; null for a record that no relay wrote. */
export function rawEventOf({ value, headers = {} }: ReceivedRecord): RawEvent | null {
  const text = (name: string) => bytesOf(headers[name])?.toString('utf8');
  const [id, type, streamId, revision] = [text('id'), text('type'), text('stream'), text('revision')];
  const position = decodePosition(text('position') ?? '');
  const created = new Date(text('created') ?? '');
  if (!id || !type || !streamId || position === null || value === null) return null;
  if (revision === undefined || !/^\d{1,20}$/.test(revision) || Number.isNaN(created.getTime())) return null;
  const metadata = bytesOf(headers['metadata']);
  return {
    id,
    type,
    streamId,
    revision: BigInt(revision),
    position,
    created,
    data: text('contentType') === binary ? new Uint8Array(value) : parsed(value),
    metadata: metadata === undefined ? undefined : parsed(metadata),
  };
}

/** JSON; or the bytes if they are not JSON, which makes the event undecodable for the codec. */
const parsed = (bytes: Buffer): unknown => {
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return new Uint8Array(bytes);
  }
};

const bytesOf = (header: IHeaders[string]): Buffer | undefined => {
  const one = Array.isArray(header) ? header[0] : header;
  return one === undefined ? undefined : Buffer.from(one);
};
