import type { AsfaDocument, StandardField } from '@superscope/contracts/asfa';
import { describe, expect, it } from 'vitest';
import { asfaFigures } from '../../test/server';
import {
  NO_ENTRIES,
  placesOf,
  pdfUrlsOf,
  requestOf,
  valueOf,
  valuesOf,
  type Entries,
  type LoadedDocument,
} from './figure-entries';
import { effectText, readText } from './figure-text';

const document = (id: string, ...found: readonly (readonly [StandardField, number, number])[]): LoadedDocument => ({
  id,
  pdfUrl: `https://www.asfa.example/${id}.pdf`,
  loadedAt: '2026-11-26T01:00:00.000Z',
  document: {
    name: `${id}.pdf`,
    pages: 3,
    found: found.map(([field, amount, line]) => ({ field, amount, page: 1, line })),
    rentersPages: [],
    weekly: {},
    sheets: [],
  },
});

describe('the new amount of a figure', () => {
  const first = document('first', ['savingsModestSingle', 110_000, 4], ['pensionSingle', 30_000, 9]);
  const of = (entries: Partial<Entries>) =>
    valueOf('savingsModestSingle', { ...NO_ENTRIES, documents: [first], ...entries }, asfaFigures);

  it('is what the documents say, unless it is typed or kept', () => {
    expect(of({})).toBe(110_000);
    expect(of({ kept: new Set(['savingsModestSingle']) })).toBe(100_000);
    expect(of({ typed: { savingsModestSingle: ' $111,500.50 ' } })).toBe(111_500.5);
    expect(of({ documents: [] })).toBeNull();
  });

  it.each(['', '0', '-1', 'ten', '1.005', '1e5', '99999999'])('is missing while %j is typed', (text) =>
    expect(of({ typed: { savingsModestSingle: text } })).toBeNull(),
  );

  it('is missing while documents differ, until one amount is picked; equal amounts are one', () => {
    const documents = [first, document('second', ['savingsModestSingle', 112_000, 5], ['pensionSingle', 30_000, 1])];
    expect(of({ documents })).toBeNull();
    expect(of({ documents, picked: { savingsModestSingle: 112_000 } })).toBe(112_000);
    expect(of({ documents, picked: { savingsModestSingle: 113_000 } })).toBeNull();
    expect(placesOf('pensionSingle', documents).map(({ of: { id }, line }) => [id, line])).toEqual([['first', 9]]);
  });

  it('keeps the address of the document that it was read from, and that of today where it is kept', () => {
    const file = { ...document('file', ['pensionCouple', 45_000, 2]), pdfUrl: null };
    const before = { savingsModestSingle: 'https://www.asfa.example/before.pdf' };
    const now = {
      ...asfaFigures,
      sets: [{ ...asfaFigures, at: asfaFigures.at!, inUse: true, complete: true, revision: 1, pdfUrls: before }],
    };
    const entries: Entries = { ...NO_ENTRIES, documents: [first, file] };
    const read = 'https://www.asfa.example/first.pdf';
    expect(pdfUrlsOf(entries, now)).toEqual({ savingsModestSingle: read, pensionSingle: read });
    expect(pdfUrlsOf({ ...entries, typed: { pensionSingle: '31,000' } }, now)).toEqual({ savingsModestSingle: read });
    expect(pdfUrlsOf({ ...entries, kept: new Set(['savingsModestSingle', 'pensionSingle']) }, now)).toEqual(before);
  });

  it('is left out of the request while it is missing', () => {
    const values = valuesOf({ ...NO_ENTRIES, documents: [first] }, asfaFigures);
    expect(requestOf('2026-04-01', values)).toEqual({
      at: '2026-04-01',
      savings: { savingsModestSingle: 110_000 },
      pension: { pensionSingle: 30_000 },
      budgets: {},
    });
  });
});

it('what was read, and what saving would change, are said in a sentence', () => {
  const read = (pages: number, ...on: number[]): AsfaDocument => ({
    name: 'a.pdf',
    pages,
    rentersPages: [],
    weekly: {},
    sheets: [],
    found: on.map((page, at) => ({ field: at === 0 ? 'pensionSingle' : 'pensionCouple', amount: 1, page, line: 1 })),
  });
  expect(readText(read(3, 2))).toBe('1 figure, page 2 of 3');
  expect(readText(read(3, 2, 1))).toBe('2 figures, pages 1, 2 of 3');
  expect(readText(read(1))).toBe('no figure found on 1 page');
  const effect = { plans: 12, members: 3500, from: '2026-04', before: null, replaces: false, seconds: null };
  expect(effectText(effect, '2026-04-01')).toBe('Saving changes 12 plans and 3,500 members from 01/04/2026.');
  expect(effectText({ ...effect, plans: 0, replaces: true }, '2026-04-01')).toBe(
    'No month of any plan is scored by this set yet. It replaces the set of 01/04/2026.',
  );
});
