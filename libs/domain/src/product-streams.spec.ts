import { expect, it } from 'vitest';
import { streamName, type DomainEvent, type StreamDefinition } from './event.js';
import { productStreams } from './product-streams.js';

it('gives every stream a category of its own without a dash, which separates it from the id', () => {
  const categories = productStreams.map(({ category }) => category);
  expect(new Set(categories).size).toBe(categories.length);
  expect(categories.filter((category) => !/^[A-Za-z]+$/.test(category))).toEqual([]);
});

it('ignores events of later releases in every stream', () => {
  const unknown: DomainEvent = { type: 'SomethingNew', data: {} };
  for (const stream of productStreams as readonly StreamDefinition<unknown, DomainEvent>[])
    expect(stream.evolve(stream.initial, unknown), stream.category).toEqual(stream.initial);
});

it('names a stream by its category and id', () => {
  expect(streamName({ category: 'plan' }, 'NULL.ACME')).toBe('plan-NULL.ACME');
  expect(streamName({ category: 'calendar' }, '')).toBe('calendar');
});
