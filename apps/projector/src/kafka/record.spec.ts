import type { RawEvent } from '@superscope/event-store/events/codec';
import { partitionOf } from '@superscope/event-store/events/partition';
import { describe, expect, it } from 'vitest';
import { messageOf, rawEventOf, type ReceivedRecord } from './record.js';

const event: RawEvent = {
  id: '5f3b7a9e-3c1d-4e57-9d5e-0d9a7c2b1f00',
  streamId: 'member-müller',
  type: 'MemberRegistered',
  revision: 18_446_744_073_709_551_615n,
  position: { commit: 9_223_372_036_854_775_807n, prepare: 9_223_372_036_854_775_806n },
  created: new Date('2026-03-15T01:02:03.456Z'),
  data: { memberId: 'm1', gender: 'Female', personal: { surname: 'sealed text' } },
  metadata: { actor: 'u1', correlationId: 'r1', schemaVersion: 2, note: '→' },
};

/** The record as it arrives, all in bytes. */
const delivered = (sent: RawEvent): ReceivedRecord => {
  const { key, value, headers = {} } = messageOf(sent, 12);
  return {
    key: Buffer.from(key!),
    value: Buffer.from(value!),
    headers: Object.fromEntries(Object.entries(headers).map(([name, each]) => [name, Buffer.from(each as string)])),
  };
};

describe('an event through Kafka', () => {
  it('arrives as the event store returned it, including the largest numbers', () => {
    expect(rawEventOf(delivered(event))).toEqual(event);
  });

  it.each<[string, Partial<RawEvent>]>([
    ['data that is not JSON', { data: '{"half' }],
    ['data that is a JSON text', { data: '{}' }],
    ['data that is bytes, though they look like JSON', { data: new Uint8Array(Buffer.from('{"a":1}')) }],
    ['metadata that is not JSON', { metadata: new Uint8Array([123, 255, 0]) }],
    ['metadata that is a text', { metadata: 'none' }],
    ['no metadata', { metadata: undefined }],
  ])('with %s stays what it is, for the consumer to set aside', (_, broken) => {
    expect(rawEventOf(delivered({ ...event, ...broken }))).toEqual({ ...event, ...broken });
  });

  it('has the partition and the key of its stream', () => {
    expect(messageOf(event, 12)).toMatchObject({ key: 'member-müller', partition: partitionOf('member-müller', 12) });
  });

  it('is described in headers, for consumers that do not read the value', () => {
    expect(messageOf(event, 12).headers).toMatchObject({
      type: 'MemberRegistered',
      stream: 'member-müller',
      position: '9223372036854775807/9223372036854775806',
      created: '2026-03-15T01:02:03.456Z',
      schemaVersion: '2',
      correlationId: 'r1',
    });
  });

  it('is not read from a record of another program', () => {
    const { key, value, headers } = delivered(event);
    expect(rawEventOf({ key, value })).toBeNull();
    expect(rawEventOf({ key, value: null, headers })).toBeNull();
    expect(rawEventOf({ key, value, headers: { ...headers, position: Buffer.from('1') } })).toBeNull();
    expect(rawEventOf({ key, value, headers: { ...headers, revision: Buffer.from('-1') } })).toBeNull();
    expect(rawEventOf({ key, value, headers: { ...headers, created: Buffer.from('then') } })).toBeNull();
  });
});
