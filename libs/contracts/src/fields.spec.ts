import { describe, expect, it } from 'vitest';
import { planMomentsQuery } from './as-of-changes.js';
import { day } from './fields.js';

const messageOf = (schema: typeof day | typeof planMomentsQuery, value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message;

describe('a date of a request', () => {
  it('that does not exist is named', () => {
    expect(messageOf(day, '2026-02-31')).toBe('2026-02-31 is not a date.');
    expect(messageOf(planMomentsQuery, { at: '2026-02-31T10:00:00Z' })).toBe('2026-02-31 is not a date.');
  });

  it('that is written otherwise is told how to be written', () => {
    expect(messageOf(day, '31/02/2026')).toBe('A day is written yyyy-MM-dd.');
    expect(messageOf(day, '2026-02-28')).toBeUndefined();
    expect(messageOf(planMomentsQuery, { at: '2026-02-28' })).toBe('Please give a date and a time.');
  });
});
