import streams from '@eventstore/db-client/generated/streams_pb.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventEncoder, type StoredEvent } from './event-encoder.js';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });
const bytes = (maxLength: number, minLength = 0) =>
  fc.uint8Array({ minLength, maxLength }).map((array) => Buffer.from(array));
const storedEvent: fc.Arbitrary<StoredEvent> = fc.record({
  position: fc.maxSafeNat(),
  stream: text,
  revision: fc.maxSafeNat(),
  id: bytes(16, 16),
  type: text,
  isJson: fc.boolean(),
  created: fc.nat(),
  metadata: bytes(300),
  data: bytes(5000),
});

describe('the encoder of events', () => {
  it("writes what the client's own generated classes read", () => {
    fc.assert(
      fc.property(fc.array(storedEvent, { minLength: 1, maxLength: 4 }), (events) => {
        const encoder = new EventEncoder();
        const ends = events.map((event) => {
          encoder.write(event);
          return encoder.size;
        });
        const all = encoder.take();
        expect(encoder.size).toBe(0);
        const read = ends.map((end, index) => decode(all.subarray(ends[index - 1] ?? 0, end)));
        expect(read).toEqual(events.map(({ id, ...event }) => ({ ...event, id: id.toString('hex') })));
      }),
    );
  });

  it('grows for an event of the largest size', () => {
    const encoder = new EventEncoder();
    const data = Buffer.alloc(1024 * 1024, 7);
    const rest = { id: Buffer.alloc(16), stream: 's', type: 'T', isJson: false, metadata: Buffer.alloc(0) };
    encoder.write({ ...rest, position: 1, revision: 0, created: 0, data });
    expect(decode(encoder.take()).data.equals(data)).toBe(true);
  });
});

function decode(message: Uint8Array) {
  const read = streams.ReadResp.deserializeBinary(message).getEvent()!;
  const event = read.getEvent()!;
  const properties = event.getMetadataMap();
  const positions = [read.getCommitPosition(), event.getCommitPosition(), event.getPreparePosition()].map(Number);
  expect(new Set(positions).size).toBe(1);
  expect(properties.get('created')).toMatch(/0000$/);
  return {
    position: positions[0],
    stream: Buffer.from(event.getStreamIdentifier()!.getStreamName_asU8()).toString('utf8'),
    revision: Number(event.getStreamRevision()),
    id: event.getId()!.getString().replaceAll('-', ''),
    type: properties.get('type'),
    isJson: properties.get('content-type') === 'application/json',
    created: Number(properties.get('created')!.slice(0, -4)),
    metadata: Buffer.from(event.getCustomMetadata_asU8()),
    data: Buffer.from(event.getData_asU8()),
  };
}
