import type { StreamIdentifier, UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { BatchAppendReq, AppendReq } from '@eventstore/db-client/generated/streams_pb.js';
import type { ProposedEvent } from '../log/log-messages.js';
import {
  appendTooLarge,
  badRequest,
  MAX_APPEND_BYTES,
  missingProperty,
  notImplemented,
  type Refusal,
} from './refusals.js';

type ProposedMessage = AppendReq.ProposedMessage | BatchAppendReq.ProposedMessage;

/** SQLite returns text only up to this character, so the event would be read from another stream. */
const nul = '\u0000';

const UUID_TEXT = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The events of one append, which arrive in pieces. A refused append keeps nothing, so a client cannot fill the memory. */
export class ProposedEvents {
  readonly events: ProposedEvent[] = [];
  refusal: Refusal | null = null;
  private bytes = 0;

  add(message: ProposedMessage): void {
    if (this.refusal) return;
    try {
      const event = read(message);
      this.bytes += sizeOf(event);
      if (this.bytes > MAX_APPEND_BYTES) throw appendTooLarge();
      this.events.push(event);
    } catch (error) {
      this.refuse(error as Refusal);
    }
  }

  refuse(refusal: Refusal): void {
    this.refusal ??= refusal;
    this.events.length = 0;
  }
}

/** A real server counts a type's characters as two bytes each. */
const sizeOf = ({ type, data, metadata }: ProposedEvent) => data.length + metadata.length + 2 * type.length;

function read(message: ProposedMessage): ProposedEvent {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  const contentType = properties.get('content-type');
  if (type === undefined) throw missingProperty('type');
  if (contentType === undefined) throw missingProperty('content-type');
  if (type === '$>') throw notImplemented('links');
  if (type.includes(nul)) throw badRequest('The type of an event holds no NUL character.');
  return {
    id: uuidBytes(message.getId()),
    type,
    isJson: contentType === 'application/json',
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

function uuidBytes(id: UUID | undefined): Uint8Array {
  // Copied into its own memory, because a slice would transfer its whole pool to the other thread.
  if (id?.hasString() && UUID_TEXT.test(id.getString()))
    return new Uint8Array(Buffer.from(id.getString().replaceAll('-', ''), 'hex'));
  const structured = id?.getStructured();
  if (!structured) throw badRequest('An event needs a UUID as its id.');
  const bytes = Buffer.alloc(16);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getMostSignificantBits())), 0);
  bytes.writeBigInt64BE(BigInt.asIntN(64, BigInt(structured.getLeastSignificantBits())), 8);
  return bytes;
}

/** The stream's name. A message may lack the identifier, although its type requires it. */
export function nameOf(identifier: StreamIdentifier | undefined): string {
  if (!identifier) throw badRequest('The name of a stream is missing.');
  return Buffer.from(identifier.getStreamName_asU8()).toString('utf8');
}

/** The stream's name. Throws for names whose semantics the embedded server does not implement. */
export function streamToAppendTo(name: string): string {
  if (name === '') throw badRequest('An append needs the name of a stream.');
  if (name.includes(nul)) throw badRequest('The name of a stream holds no NUL character.');
  if (name.startsWith('$$')) throw notImplemented('stream metadata ($maxAge, $maxCount, $tb, $acl)');
  return name;
}

/** A revision is an unsigned 64-bit number in the protocol. Those past 2^53 are beyond the end of any stream, so they are capped. */
export const revisionNumber = (text: string): number => Math.min(Number(text), Number.MAX_SAFE_INTEGER);
