import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { referenceRetirementStandards } from '../scoring/reference-figures.js';
import { retirementStandardsIn, retirementStandardRows } from '../scoring/retirement-standard.js';
import { missingText, monthsServedBy, plausibility, saveRetirementStandard } from './asfa-figures.js';
import { superParametersStream, type SuperParametersEvent } from './dated-figures.js';

const newest = referenceRetirementStandards.at(-1)!;
const march = {
  ...newest,
  at: '2026-04-01',
  modestSingleYearTotal: 35_503,
  modestCoupleYearTotal: 51_299,
  comfortableSingleYearTotal: 54_840,
  comfortableCoupleYearTotal: 77_375,
  savingsModestSingle: 110_000,
  savingsModestCouple: 120_000,
  savingsComfortableSingle: 630_000,
  savingsComfortableCouple: 730_000,
};
const saved = (set: typeof newest): SuperParametersEvent => ({
  type: 'SuperParametersSet',
  data: { rows: retirementStandardRows(set) },
});

describe('a set of ASFA figures', () => {
  it('is saved whole as parameters of its date, once', () => {
    given(superParametersStream).when(saveRetirementStandard(march)).then(saved(march));
    given(superParametersStream, saved(march)).when(saveRetirementStandard(march)).then();
    const corrected = { ...march, pensionSingle: 30_000 };
    given(superParametersStream, saved(march))
      .when(saveRetirementStandard(corrected))
      .then({
        type: 'SuperParametersSet',
        data: { rows: [{ name: 'retirementStandard.pensionSingle', value: 30_000, validFrom: '2026-04-01' }] },
      });
  });

  it('keeps the documents that it was read from, and those that repeat a value without one', () => {
    const pdfUrls = { pensionSingle: 'https://a.example/p.pdf', savingsModestSingle: 'https://a.example/l.pdf' };
    const read = { ...march, pdfUrls };
    given(superParametersStream)
      .when(saveRetirementStandard(read))
      .then({ type: 'SuperParametersSet', data: { rows: retirementStandardRows(read) } });
    const isSaved = { type: 'SuperParametersSet', data: { rows: retirementStandardRows(read) } } as const;
    expect(retirementStandardsIn(isSaved.data.rows)).toEqual([read]);
    // As a set that was saved before documents were kept.
    expect(retirementStandardsIn(retirementStandardRows(march))).toEqual([march]);
    given(superParametersStream, isSaved).when(saveRetirementStandard(march)).then();
    const pensionSingle = { name: 'retirementStandard.pensionSingle', validFrom: march.at };
    given(superParametersStream, isSaved)
      .when(saveRetirementStandard({ ...march, pensionSingle: 30_000 }))
      .then({ type: 'SuperParametersSet', data: { rows: [{ ...pensionSingle, value: 30_000 }] } });
    const row = { ...pensionSingle, value: march.pensionSingle, pdfUrl: pdfUrls.pensionSingle };
    given(superParametersStream, saved(march))
      .when(saveRetirementStandard({ ...march, pdfUrls: { pensionSingle: pdfUrls.pensionSingle } }))
      .then({ type: 'SuperParametersSet', data: { rows: [row] } });
    const later = { ...row, value: 30_000, pdfUrl: undefined };
    expect(retirementStandardsIn([...isSaved.data.rows, later])[0]!.pdfUrls).toEqual({
      savingsModestSingle: pdfUrls.savingsModestSingle,
    });
  });

  it('is refused while a figure is missing or not above 0, and the figure is named', () => {
    given(superParametersStream)
      .when(saveRetirementStandard({ ...march, pensionSingle: null, pensionCouple: 0 }))
      .thenRefuses('invalid', '2 figures are missing. Age Pension a year: single; couple.');
    given(superParametersStream)
      .when(saveRetirementStandard({ ...march, modestCoupleYearTotal: -1 }))
      .thenRefuses('invalid', '1 figure is missing. Budgets a year: modest, couple.');
    expect(missingText({})).toMatch(/^11 figures are missing\. Lump sums at 67: modest, single; .* Budgets a year: /);
    expect(missingText(march)).toBeNull();
  });

  it('is found again by its date, incomplete ones too', () => {
    const rows = [...retirementStandardRows(march), ...retirementStandardRows(newest).slice(1)];
    expect(retirementStandardsIn(rows)).toEqual([{ ...newest, modestSingleYearTotal: undefined }, march]);
  });

  it('serves the months from its own until that of the next set; the first set also those before it', () => {
    const sets = referenceRetirementStandards;
    expect(monthsServedBy('2026-04-01', sets)).toEqual({ from: '2026-04', before: null });
    expect(monthsServedBy('2020-10-15', sets)).toEqual({ from: '2020-10', before: '2021-07' });
    expect(monthsServedBy('2020-07-01', sets)).toEqual({ from: null, before: '2020-10' });
    expect(monthsServedBy('2020-01-01', [])).toEqual({ from: null, before: null });
  });
});

describe('the rules of plausibility', () => {
  const told = (...asked: Parameters<typeof plausibility>) =>
    Object.fromEntries(plausibility(...asked).map(({ rule, holds, fields }) => [rule, [holds, ...fields]]));

  it('accept each set that was published, against the one before', () => {
    const [first, second] = referenceRetirementStandards;
    expect(told(second!, first!, { modestSingleYearTotal: 538.2 })).toEqual({
      'Modest below comfortable': ['yes'],
      'Single not above couple': ['yes'],
      'Weekly x 52 near the annual total': ['yes'],
      'Within 15 % of the last set': ['yes'],
    });
  });

  it('name the figures that are out of order, off their weeks, or far from the last set', () => {
    const wrong = { ...march, savingsModestCouple: 800_000, pensionCouple: 20_000 };
    expect(told(wrong, newest, { modestSingleYearTotal: 6827.5 })).toEqual({
      'Modest below comfortable': ['no', 'savingsModestCouple', 'savingsComfortableCouple'],
      'Single not above couple': ['no', 'pensionSingle', 'pensionCouple'],
      'Weekly x 52 near the annual total': ['no', 'modestSingleYearTotal'],
      'Within 15 % of the last set': ['no', 'savingsModestCouple', 'pensionCouple'],
    });
  });

  it('count a change of exactly 15 % as within, and say nothing of what cannot be compared', () => {
    expect(told({ savingsModestSingle: 115_000 }, newest, {})['Within 15 % of the last set']).toEqual(['yes']);
    expect(told({ savingsModestSingle: 115_001 }, newest, {})['Within 15 % of the last set']).toEqual([
      'no',
      'savingsModestSingle',
    ]);
    expect(Object.values(told({}, null, {}))).toEqual([['unknown'], ['unknown'], ['unknown'], ['unknown']]);
  });
});
