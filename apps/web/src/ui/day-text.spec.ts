import { expect, it } from 'vitest';
import { dayOf } from './day-text';

it.each([
  ['01/07/2024', '2024-07-01'],
  [' 1/7/2024 ', '2024-07-01'],
  ['29/02/2024', '2024-02-29'],
])('reads the day %s', (text, iso) => expect(dayOf(text)).toBe(iso));

it.each(['', '31/06/2024', '29/02/2023', '2024-07-01', '07/13/2024', '1/7/24'])('reads no day from %j', (text) =>
  expect(dayOf(text)).toBeNull(),
);
