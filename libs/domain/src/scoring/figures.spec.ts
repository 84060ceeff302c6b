import { describe, expect, it } from 'vitest';
import { incomeFrom } from './drawdown.js';
import { figuresAt, peerAverageCents } from './figures-at.js';
import { figuresFrom } from './figures-from-rows.js';
import { interpolate } from './figures.js';
import { nearest } from './fraction.js';
import { referenceBenchmarks, referenceRetirementStandards, referenceSuperParameters } from './reference-figures.js';
import { isComplete, retirementStandardRows } from './retirement-standard.js';
import { referenceFigures } from './typical-member.js';

describe('a dated figure', () => {
  it.each([
    ['2010-01-31', 25_000],
    ['2021-06-30', 25_000],
    ['2021-07-01', 27_500],
    ['2024-06-30', 27_500],
    ['2026-06-30', 30_000],
    ['2030-01-31', 32_500],
  ])('at %s is the newest valid by then, before the first the first: cap $%d', (asAt, cap) =>
    expect(figuresAt(referenceFigures, asAt).concessionalCapCents).toBe(cap * 100),
  );

  it('of a later import revises one age only', () => {
    const { figures } = figuresFrom({
      benchmarks: [
        ...referenceBenchmarks,
        { kind: 'PEER', birthYearOrAge: 40, gender: 'Female', amountCents: 110_000_00, validFrom: '2023-07-01' },
      ],
      superParameters: [],
    });
    const women = (asAt: string) => [35, 40].map((age) => peerAverageCents(figuresAt(figures, asAt), 'Female', age));
    expect(women('2023-06-30')).toEqual([72_000_00, 99_000_00]);
    expect(women('2023-07-31')).toEqual([72_000_00, 110_000_00]);
  });
});

it('figures do not depend on the order of their rows', () => {
  const { figures } = figuresFrom({
    benchmarks: [...referenceBenchmarks].reverse(),
    superParameters: [...referenceSuperParameters].reverse(),
  });
  for (const asAt of ['2019-06-30', '2020-07-31', '2021-06-30', '2024-06-30', '2026-06-30']) {
    const [turned, usual] = [figuresAt(figures, asAt), figuresAt(referenceFigures, asAt)];
    const told = ({ concessionalCapCents, projection, standard, deathNeedMultiples }: typeof turned) =>
      ({ concessionalCapCents, projection, standard, deathNeedMultiples }) as const;
    expect(told(turned)).toEqual(told(usual));
    for (const age of [16, 31, 44, 70])
      expect(peerAverageCents(turned, 'Male', age)).toBe(peerAverageCents(usual, 'Male', age));
  }
});

describe('a peer average', () => {
  it('of zero is no figure, so that no member is compared with it', () => {
    const { figures } = figuresFrom({
      benchmarks: [{ kind: 'PEER', birthYearOrAge: 20, gender: 'Male', amountCents: 0, validFrom: '2020-07-01' }],
      superParameters: [],
    });
    expect(peerAverageCents(figuresAt(figures, '2024-06-30'), 'Male', 20)).toBeNull();
  });

  it.each([
    ['Male', 16, 9_500],
    ['Male', 24, 9_500],
    ['Male', 25, 28_000],
    ['Female', 39, 72_000],
    ['Female', 40, 99_000],
    ['Female', 64, 251_000],
    ['Female', 80, 251_000],
  ])('steps between bands and is flat beyond their ends: %s of %i has $%d', (gender, age, dollars) =>
    expect(peerAverageCents(figuresAt(referenceFigures, '2024-06-30'), gender, age)).toBe(dollars * 100),
  );

  it('does not exist for another gender or an unknown age', () => {
    const figures = figuresAt(referenceFigures, '2024-06-30');
    expect(peerAverageCents(figures, null, 40)).toBeNull();
    expect(peerAverageCents(figures, 'Other', 40)).toBeNull();
    expect(peerAverageCents(figures, 'Male', null)).toBeNull();
  });
});

describe('a multiple or target balance', () => {
  const { deathNeedMultiples, asfaTargets } = figuresAt(referenceFigures, '2024-06-30');

  it.each([
    [15, 9.3],
    [20, 9.3],
    [22, 8.76],
    [35, 6],
    [47, 3.86],
    [65, 0.8],
    [90, 0.8],
  ])('is interpolated between ages and flat beyond them: at %i the need is %f salaries', (age, multiple) =>
    expect(nearest(interpolate(deathNeedMultiples!, age))).toBe(multiple),
  );

  it('of ASFA at 24 lies half way between 23 and 25', () => {
    const target = (age: number) => nearest(interpolate(asfaTargets!, age));
    expect(target(24)).toBe(11_000_00);
    // Peer averages begin at 20, but are not targets.
    expect(target(20)).toBe(5_000_00);
    expect(target(70)).toBe(535_000_00);
  });

  it('given by birth year applies to the age in the year of its validity date', () => {
    const { figures } = figuresFrom({
      benchmarks: [
        { kind: 'ASFA', birthYearOrAge: 1980, gender: null, amountCents: 143_000_00, validFrom: '2020-07-01' },
      ],
      superParameters: [],
    });
    expect(figures.asfaTargets.has(40)).toBe(true);
  });
});

describe('a retirement standard', () => {
  const [first, second, third, fourth] = referenceRetirementStandards;

  it('is the newest complete set on or before the date', () => {
    const at = (asAt: string) => figuresAt(referenceFigures, asAt).standard;
    expect(at('2019-06-30')).toEqual(first);
    expect(at('2020-09-30')).toEqual(first);
    expect(at('2020-10-31')).toEqual(second);
    expect(at('2024-06-30')).toEqual(third);
    expect(at('2026-06-30')).toEqual(fourth);
  });

  it('with a missing figure is not used, and is named as a problem', () => {
    const rows = retirementStandardRows(second!).filter((row) => !row.name.endsWith('pensionCouple'));
    const { figures, problems } = figuresFrom({
      benchmarks: referenceBenchmarks,
      superParameters: [
        ...referenceSuperParameters.filter((row) => !row.name.startsWith('retirementStandard.')),
        ...retirementStandardRows(first!),
        ...rows,
      ],
    });
    expect(figuresAt(figures, '2021-06-30').standard).toEqual(first);
    expect(problems).toEqual([
      'The retirement standard of 2020-10-01 lacks pensionCouple, so it is not used for scoring.',
    ]);
  });

  it('saved as a set replaces the rows of its date, and zero counts as missing', () => {
    const saved = { ...first!, modestSingleYearTotal: 28_000 };
    const { figures } = figuresFrom({
      benchmarks: [],
      superParameters: [...referenceSuperParameters, ...retirementStandardRows(saved)],
    });
    expect(figuresAt(figures, '2020-07-31').standard).toEqual(saved);
    expect(isComplete({ ...first!, pensionSingle: 0 })).toBe(false);
  });
});

describe('retirement income at a date', () => {
  const [first] = referenceRetirementStandards;
  const changing = (name: string, value: number) => ({ name, value, validFrom: '2021-07-01' });

  it.each([
    ['full pension', { pensionSingle: first!.pensionSingle + 1_000 }, []],
    ['assets limit', { assetsLimitSingleHomeOwner: first!.assetsLimitSingleHomeOwner + 50_000 }, []],
    ['taper', {}, [changing('agePensionTaperPerThousand', 39)]],
    ['return in retirement', {}, [changing('drawdownReturnPercent', 7)]],
  ])('follows a new %s, and no other figure has to change with it', (_, of, more) => {
    const { figures } = figuresFrom({
      benchmarks: [],
      superParameters: [
        ...referenceSuperParameters.filter(({ name }) => !name.startsWith('retirement')),
        ...retirementStandardRows(first!),
        ...retirementStandardRows({ ...first!, ...of, at: '2021-07-01' }),
        ...more,
      ],
    });
    const at = (asAt: string) => incomeFrom(figuresAt(figures, asAt).incomeGrid(25)!, 400_000);
    expect(at('2021-07-31')).toBeGreaterThan(at('2021-06-30') + 100);
    expect(at('2022-06-30')).toBe(at('2021-07-31'));
  });
});

describe('without any import', () => {
  it('every missing figure is named, and scoring finds none rather than a wrong one', () => {
    const { figures, problems } = figuresFrom({ benchmarks: [], superParameters: [] });
    expect(problems).toEqual([
      'concessionalCap is missing, so retirement adequacy is not scored.',
      'sgRatePercent is missing, so retirement adequacy is not scored.',
      'deathNeedMultiple:{age} is missing, so cover is not compared with need.',
      'PEER benchmarks of men are missing, so their balances are not scored.',
      'PEER benchmarks of women are missing, so their balances are not scored.',
      'There is no complete retirement standard, so retirement adequacy is not scored.',
    ]);
    const known = figuresAt(figures, '2024-06-30');
    expect([known.standard, known.projection, known.concessionalCapCents, known.deathNeedMultiples]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(known.incomeGrid(25)).toBeNull();
  });
});
