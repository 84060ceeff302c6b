import { expect, it } from 'vitest';
import { instantOf } from './instant-text';

it.each([
  ['2026-03-31T10:00:00Z', '2026-03-31T10:00:00.000Z'],
  ['2026-03-31T10:00:00.123+11:00', '2026-03-30T23:00:00.123Z'],
  ['2026-03-31T10:00', '2026-03-30T23:00:00.000Z'],
  ['2026-03-31', '2026-03-30T13:00:00.000Z'],
])('reads %j', (text, instant) => expect(instantOf(text)).toBe(instant));

it.each([
  '',
  '2026-02-31',
  '2026-02-31T10:00:00Z',
  '2026-13-01T10:00:00Z',
  '2026-02-03T24:30:00Z',
  '3 March 2026',
  '2026',
])('reads no instant from %j', (text) => expect(instantOf(text)).toBeNull());
