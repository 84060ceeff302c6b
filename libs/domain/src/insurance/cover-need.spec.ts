import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withDecimals } from '../exact-amount.js';
import { annuity, coverGaps, coverNeed, neededBy, type NeedInput } from './cover-need.js';

const nothing: NeedInput = {
  debtsCents: null,
  dependants: null,
  incomePercent: null,
  incomeYears: null,
  funeralCents: null,
  careCents: null,
  partnerIncomeCents: null,
};
/** 42 years old, on $86,400 a year, with $98,640 in super. */
const ananya = { age: 42, salaryCents: 8_640_000, balanceCents: 9_864_000 };
const dollars = (parts: readonly { part: string; cents: number }[]) =>
  parts.map(({ part, cents }) => `${part} ${cents / 100}`);

describe('the need for cover', () => {
  it('is debts, income for some years less the partner’s share, and funeral or care, less super', () => {
    const need = coverNeed(
      { ...nothing, debtsCents: 31_000_000, dependants: 2, incomeYears: 8, partnerIncomeCents: 5_800_000 },
      ananya,
    );
    // 60 % of $86,400 is $51,840, and 8 years at 2.5 % are worth 7.1701; the partner keeps 60 % of $58,000, and 40 % is left.
    expect(dollars(need.parts.Death)).toEqual([
      'debts 310000',
      'income 371700',
      'partner -166347',
      'funeral 20000',
      'super -98640',
    ]);
    expect(dollars(need.parts.TPD)).toEqual([
      'debts 310000',
      'income 371700',
      'partner -166347',
      'care 120000',
      'super -98640',
    ]);
    expect(need.needCents).toEqual({ Death: 43_671_300, TPD: 53_671_300, SCI: 540_000 });
  });

  it('without dependants replaces no income after a death, and that of somebody disabled to 67', () => {
    const need = coverNeed(nothing, ananya);
    expect(need.given).toEqual({
      debtsCents: 0,
      dependants: 0,
      incomePercent: 60,
      incomeYears: 25,
      funeralCents: 2_000_000,
      careCents: 12_000_000,
      partnerIncomeCents: 0,
    });
    expect(dollars(need.parts.Death)).toEqual(['debts 0', 'funeral 20000', 'super -98640']);
    expect(need.needCents.Death).toBe(0);
    expect(dollars(need.parts.TPD)[1]).toBe('income 955120');
    expect(neededBy(nothing, 70).incomeYears).toBe(0);
    expect(
      coverNeed({ ...nothing, debtsCents: 0, incomePercent: 0 }, { ...ananya, balanceCents: null }).needCents.TPD,
    ).toBe(12_000_000);
  });

  it('is compared with cover, of which nothing is known where the files say nothing', () => {
    const need = { Death: 30_000_000, TPD: 10_000_000, SCI: 540_000 };
    expect(coverGaps(need, { Death: 28_756_000, TPD: 28_756_000, SCI: null }).map(({ gapCents }) => gapCents)).toEqual([
      1_244_000,
      0,
      null,
    ]);
  });
});

/** The value of a dollar a year by whole numbers: the sum of 40^k 41^(n-k) over 41^n. */
const byIntegers = (years: number) => {
  let numerator = 0n;
  for (let k = 1; k <= years; k += 1) numerator += 40n ** BigInt(k) * 41n ** BigInt(years - k);
  return { numerator, denominator: 41n ** BigInt(years) };
};
const halfUpOf = (numerator: bigint, denominator: bigint) =>
  Number((2n * numerator + denominator) / (2n * denominator));

describe('of any household', () => {
  const cents = fc.option(fc.nat(200_000_000));
  const anyInput: fc.Arbitrary<NeedInput> = fc.record({
    debtsCents: cents,
    dependants: fc.option(fc.nat(9)),
    incomePercent: fc.option(fc.nat(100)),
    incomeYears: fc.option(fc.nat(60)),
    funeralCents: cents,
    careCents: cents,
    partnerIncomeCents: cents,
  });
  const anyPerson = fc.record({
    age: fc.integer({ min: 15, max: 75 }),
    salaryCents: fc.integer({ min: 1, max: 100_000_000 }),
    balanceCents: fc.option(fc.integer({ min: -10_000, max: 300_000_000 })),
  });

  it('some years are worth what integers say', () => {
    fc.assert(
      fc.property(fc.nat(60), (years) => {
        const [found, exact] = [annuity(years), byIntegers(years)];
        expect(found.numerator * exact.denominator).toBe(exact.numerator * found.denominator);
      }),
    );
    expect(withDecimals(annuity(8), 4)).toBe(7.1701);
  });

  it('parts are what exact fractions say, to the dollar, and a need is their sum or nothing', () => {
    fc.assert(
      fc.property(anyInput, anyPerson, (input, person) => {
        const { given, parts, needCents } = coverNeed(input, person);
        const percent = BigInt(given.incomePercent);
        const own = BigInt(person.salaryCents) * percent;
        const left = BigInt(given.partnerIncomeCents) * (100n - percent);
        const years = byIntegers(given.incomeYears);
        const ofYears = (hundredths: bigint) =>
          halfUpOf(hundredths * years.numerator, 10_000n * years.denominator) * 100;
        const of = (cover: 'Death' | 'TPD', part: string) => parts[cover].find((each) => each.part === part)?.cents;
        expect(of('TPD', 'income')).toBe(ofYears(own));
        expect(of('TPD', 'partner')).toBe(0 - ofYears(left < own ? left : own));
        expect(of('Death', 'income')).toBe(given.dependants > 0 ? ofYears(own) : undefined);
        for (const cover of ['Death', 'TPD'] as const)
          expect(needCents[cover]).toBe(
            Math.max(
              0,
              parts[cover].reduce((sum, part) => sum + part.cents, 0),
            ),
          );
        expect(needCents.SCI).toBe(halfUpOf(BigInt(person.salaryCents) * 75n, 120_000n) * 100);
      }),
    );
  });

  it('more debts never need less, and more super never more', () => {
    fc.assert(
      fc.property(anyInput, anyPerson, fc.nat(50_000_000), (input, person, more) => {
        const need = coverNeed(input, person).needCents;
        const indebted = coverNeed({ ...input, debtsCents: (input.debtsCents ?? 0) + more }, person).needCents;
        const richer = coverNeed(input, { ...person, balanceCents: Math.max(0, person.balanceCents ?? 0) + more });
        for (const cover of ['Death', 'TPD'] as const) {
          expect(indebted[cover]).toBeGreaterThanOrEqual(need[cover]);
          expect(richer.needCents[cover]).toBeLessThanOrEqual(need[cover]);
        }
      }),
    );
  });

  it('a gap closes exactly', () => {
    const covers = fc.record({ Death: cents, TPD: cents, SCI: cents });
    fc.assert(
      fc.property(anyInput, anyPerson, covers, (input, person, held) => {
        const need = coverNeed(input, person).needCents;
        for (const { coverType, coverCents, gapCents } of coverGaps(need, held)) {
          if (coverCents === null || gapCents === null) expect([coverCents, gapCents]).toEqual([null, null]);
          else expect(Math.max(coverCents, need[coverType])).toBe(coverCents + gapCents);
        }
      }),
    );
  });
});
