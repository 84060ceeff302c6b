import { expect, it } from 'vitest';
import type { Decision, DomainEvent, StreamDefinition } from './event.js';
import { given } from './given.js';
import { RuleViolation } from './rule-violation.js';
import { integer } from './shape.js';

type Counted = DomainEvent<'Counted', { by: number }>;

const counter: StreamDefinition<number, Counted> = {
  category: 'counter',
  initial: 0,
  shapes: { Counted: { by: integer } },
  evolve: (sum, event) => sum + event.data.by,
};
const counted = (by: number): Counted => ({ type: 'Counted', data: { by } });
const countTo =
  (target: number): Decision<number, Counted> =>
  (sum) => {
    if (target < sum) throw new RuleViolation('invalid', 'Never back.');
    return target === sum ? [] : [counted(target - sum)];
  };

it('compares all decided events, in order', () => {
  given(counter, counted(2)).when(countTo(5)).then(counted(3));
  given(counter, counted(2)).when(countTo(2)).then();
  expect(() => given(counter).when(countTo(5)).then(counted(4))).toThrow('instead of');
  expect(() => given(counter).when(countTo(5)).then()).toThrow('instead of');
});

it('distinguishes a refusal from a decision, and one refusal from another', () => {
  given(counter, counted(2)).when(countTo(1)).thenRefuses('invalid', 'Never back.');
  expect(() => given(counter).when(countTo(1)).thenRefuses('invalid', 'Never back.')).toThrow('it decided');
  expect(() => given(counter, counted(2)).when(countTo(1)).thenRefuses('conflict', 'Never back.')).toThrow(
    'it refused',
  );
  const broken = () => {
    throw new TypeError('a bug');
  };
  expect(() => given(counter).when(broken).thenRefuses('invalid', 'a bug')).toThrow(TypeError);
});
