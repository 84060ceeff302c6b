import { describe, expect, it } from 'vitest';
import { Upcasters } from './upcasters.js';

const inCents = (data: unknown) => ({ amount: (data as { amount: number }).amount * 100 });
const withCurrency = (data: unknown) => ({ ...(data as object), currency: 'AUD' });
const upcasters = new Upcasters({ FeeCharged: [inCents, withCurrency] });

describe('data of an event', () => {
  it('takes once each step that was added after it was written, and no earlier one', () => {
    expect(upcasters.upcast('FeeCharged', 1, { amount: 5 })).toEqual({ amount: 500, currency: 'AUD' });
    expect(upcasters.upcast('FeeCharged', 2, { amount: 500 })).toEqual({ amount: 500, currency: 'AUD' });
    expect(upcasters.upcast('FeeCharged', 3, { amount: 500, currency: 'NZD' })).toEqual({
      amount: 500,
      currency: 'NZD',
    });
    expect(upcasters.upcast('PlanClosed', 1, { on: '2024-07-01' })).toEqual({ on: '2024-07-01' });
  });

  it('is written at the newest version, which is 1 for a type without steps', () => {
    expect(upcasters.currentVersion('FeeCharged')).toBe(3);
    expect(upcasters.currentVersion('PlanClosed')).toBe(1);
  });

  it.each([
    [0, '0'],
    [4, '4'],
    [1.5, '(none)'],
    [undefined, '(none)'],
  ])('of version %s is not guessed at: another build wrote it, or nobody', (version, named) =>
    expect(() => upcasters.upcast('FeeCharged', version as number, { amount: 5 })).toThrow(
      `schema version ${named} of FeeCharged is unknown (current: 3)`,
    ),
  );
});
