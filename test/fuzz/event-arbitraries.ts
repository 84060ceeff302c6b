import type { RawEvent } from '@superscope/event-store/events/codec';
import { productStreams } from '@superscope/domain/product-streams';
import fc from 'fast-check';
import { mutated, oddJson, oddText } from './odd-values.js';

/** An event that was not written by the product. */
export interface StoredOddly {
  stream: string;
  type: string;
  /** JSON text or arbitrary bytes. */
  data: string;
  metadata: string;
}

const text = (value: unknown): string => JSON.stringify(value) ?? '';

const whole = { actor: 'a', role: 'Admin', at: '2026-01-01T00:00:00.000Z', correlationId: 'c', causationId: null };
const sound = { ...whole, commandId: 'k', schemaVersion: 1, index: 0, of: 1 };

const metadata: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constant(text(sound)) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[2, 0, -1, 1.5, 1e9, '1', null, {}].map((schemaVersion) => text({ ...sound, schemaVersion })),
      ...['', '{}', 'null', '[]', '"x"', '{"schemaVersion":1}', '{', '\u00ff\u00fe'],
    ),
  },
  { weight: 2, arbitrary: mutated(sound).map(text) },
  { weight: 1, arbitrary: oddJson.map(text) },
);

/** Stream names similar to the fund's, but different from all of them. */
const streamLike = (stream: string): fc.Arbitrary<string> => {
  const dash = stream.indexOf('-');
  if (dash === -1) return fc.constant(stream);
  const [category, id] = [stream.slice(0, dash), stream.slice(dash + 1)];
  return fc.nat(9).map((n) => `${category}-${id}${n}`);
};

/** Replaces the stream's id in the event's data. */
const renamed = (value: string, from: string, to: string): string => {
  const [old, own] = [from.slice(from.indexOf('-') + 1), to.slice(to.indexOf('-') + 1)];
  return value.replaceAll(text(old), text(own));
};

/** Events similar to stored ones, most of them with errors. */
export function oddEvents(samples: readonly RawEvent[]): fc.Arbitrary<StoredOddly> {
  const types = [...new Set(samples.map(({ type }) => type))];
  const likeOne = fc.constantFrom(...samples).chain(({ streamId, type, data }) =>
    fc.record({
      stream: streamLike(streamId),
      type: fc.oneof({ weight: 12, arbitrary: fc.constant(type) }, fc.constantFrom(...types), oddType),
      data: fc.oneof(
        { weight: 8, arbitrary: mutated(data).map(text) },
        { weight: 2, arbitrary: oddJson.map(text) },
        {
          weight: 1,
          arbitrary: fc.constantFrom('', '{', 'null', '[]', 'x'.repeat(300_000), '\u0000\u00ff', '{"a":1}x'),
        },
      ),
      metadata,
      from: fc.constant(streamId),
    }),
  );
  const like = likeOne.map(({ from, stream, data, ...rest }) => ({
    ...rest,
    stream,
    data: renamed(data, from, stream),
  }));
  const strange = fc.record({
    stream: fc
      .tuple(fc.constantFrom(...productStreams.map(({ category }) => category), 'invoice', '', '-', 'plan-'), oddText)
      // The event store refuses empty names, and reserves names that begin with '$'.
      .map(([category, id]) => `${category}-${id.slice(0, 100)}`),
    type: fc.oneof(fc.constantFrom(...types), oddType),
    data: oddJson.map(text),
    metadata,
  });
  return fc.oneof({ weight: 8, arbitrary: like }, { weight: 1, arbitrary: strange });
}

const oddType = fc.constantFrom(
  'PlanPaintedBlue',
  '__proto__',
  'constructor',
  'toString',
  'PlanRegistered2',
  'plan',
  '日本',
);
