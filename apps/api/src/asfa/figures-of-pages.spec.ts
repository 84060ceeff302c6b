import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figuresOfPages } from './figures-of-pages.js';
import type { DocumentPage, TextItem } from './page-lines.js';

const SIZE = 10;
const LETTER = 5;

/** A page of rows from its top; each text of a row begins at the given x. */
const page = (rows: readonly (readonly [x: number, text: string][])[], number = 1): DocumentPage => ({
  page: number,
  width: 595,
  height: 842,
  items: rows.flatMap((row, at) =>
    row.map(([x, text]): TextItem => ({ text, x, y: 60 + at * 16, width: text.length * LETTER, size: SIZE })),
  ),
});
const read = (...pages: DocumentPage[]) =>
  figuresOfPages(pages).found.map(({ field, amount, page: on, line }) => `${field} ${amount} p${on} l${line}`);

/** The layout of the quarterly budgets: items as rows, households below standards. */
const budgets = (title = 'Budgets for various households and living standards for those aged around 65') =>
  page([
    [[50, title]],
    [
      [230, 'Modest lifestyle'],
      [400, 'Comfortable lifestyle'],
    ],
    [
      [210, 'Single'],
      [290, 'Couple'],
      [390, 'Single'],
      [470, 'Couple'],
    ],
    [
      [50, 'Housing - ongoing only'],
      [210, '$130.90'],
      [290, '$153.20'],
      [390, '$145.10'],
      [470, '$165.80'],
    ],
    [
      [50, 'Total per week'],
      [210, '$682.75'],
      [290, '$986.52'],
      [390, '$1,054.62'],
      [470, '$1,487.98'],
    ],
    [
      [50, 'Total per year'],
      [210, '$35,503'],
      [290, '$51,299'],
      [390, '$54,840'],
      [470, '$77,375'],
    ],
  ]);

const lumpSums = page([
  [[50, 'How much do you need at 67?']],
  [[50, 'Savings required at retirement to support the standards of the March 2026 quarter, for people']],
  [[50, 'who own their home and draw the Age Pension as they qualify.']],
  [
    [50, 'Standard'],
    [300, 'Single'],
    [400, 'Couple'],
  ],
  [
    [50, 'Modest lifestyle'],
    [300, '110,000'],
    [400, '120,000'],
  ],
  [
    [50, 'Comfortable lifestyle'],
    [300, '630,000'],
    [400, '730,000'],
  ],
  [[50, 'Figures assume retirement at 67, drawing down all capital, and a part Age Pension.']],
]);

describe('the figures of a document', () => {
  it('are the totals a year of the budgets, by standard and household above them', () => {
    expect(read(budgets())).toEqual([
      'modestSingleYearTotal 35503 p1 l6',
      'modestCoupleYearTotal 51299 p1 l6',
      'comfortableSingleYearTotal 54840 p1 l6',
      'comfortableCoupleYearTotal 77375 p1 l6',
    ]);
    expect(figuresOfPages([budgets()]).weekly).toEqual({
      modestSingleYearTotal: 682.75,
      modestCoupleYearTotal: 986.52,
      comfortableSingleYearTotal: 1054.62,
      comfortableCoupleYearTotal: 1487.98,
    });
  });

  it('are not the budgets of people over 85', () => {
    expect(read(budgets('Budgets for those aged around 85'))).toEqual([]);
    expect(read(budgets('Budgets for those aged 65 to 85'))).toHaveLength(4);
  });

  it('are lump sums where a sentence above says so, by the standard of the row', () => {
    expect(read(lumpSums)).toEqual([
      'savingsModestSingle 110000 p1 l5',
      'savingsModestCouple 120000 p1 l5',
      'savingsComfortableSingle 630000 p1 l6',
      'savingsComfortableCouple 730000 p1 l6',
    ]);
  });

  it('are read from rows that name standard and household, with the kind in the heading', () => {
    const rows = page([
      [
        [50, 'Category'],
        [320, 'Savings required at retirement'],
      ],
      [
        [50, 'Comfortable lifestyle for a couple'],
        [350, '$690,000'],
      ],
      [
        [50, 'Comfortable lifestyle for a single person'],
        [350, '$595,000'],
      ],
      [
        [50, 'Modest lifestyle for a couple'],
        [350, '$100,000'],
      ],
    ]);
    expect(read(rows)).toEqual([
      'savingsComfortableCouple 690000 p1 l2',
      'savingsComfortableSingle 595000 p1 l3',
      'savingsModestCouple 100000 p1 l4',
    ]);
  });

  it('are read from sections, with weeks and years in columns', () => {
    const sections = page([
      [
        [300, 'Weekly'],
        [400, 'Annual'],
      ],
      [[50, 'Comfortable lifestyle']],
      [
        [50, 'Single'],
        [300, '$1,001.63'],
        [400, '$52,085'],
      ],
      [
        [50, 'Couple'],
        [300, '$1,410.33'],
        [400, '$73,337'],
      ],
      [[50, 'Modest lifestyle']],
      [
        [50, 'Single'],
        [300, '$637.19'],
        [400, '$33,134'],
      ],
    ]);
    expect(read(sections)).toEqual([
      'comfortableSingleYearTotal 52085 p1 l3',
      'comfortableCoupleYearTotal 73337 p1 l4',
      'modestSingleYearTotal 33134 p1 l6',
    ]);
    expect(figuresOfPages([sections]).weekly.modestSingleYearTotal).toBe(637.19);
  });

  it('are read from a line that is one text, and from dollar signs that stand apart', () => {
    const one = page([
      [[50, 'Lump sums                    Single      Couple']],
      [[50, 'Modest lifestyle             110,000     120,000']],
      [
        [50, 'Comfortable lifestyle'],
        [190, '$'],
        [200, '630,000'],
        [250, '$'],
        [260, '730,000'],
      ],
    ]);
    expect(read(one)).toEqual([
      'savingsModestSingle 110000 p1 l2',
      'savingsModestCouple 120000 p1 l2',
      'savingsComfortableSingle 630000 p1 l3',
      'savingsComfortableCouple 730000 p1 l3',
    ]);
  });

  it('are found at each place that names them, on every page', () => {
    const again = { ...lumpSums, page: 3 };
    expect(read(lumpSums, again).filter((figure) => figure.startsWith('savingsModestSingle'))).toEqual([
      'savingsModestSingle 110000 p1 l5',
      'savingsModestSingle 110000 p3 l5',
    ]);
  });

  it('are Age Pensions a year, but not those of a fortnight', () => {
    const pensions = page([
      [[50, 'Age Pension a year']],
      [
        [50, 'Single'],
        [300, '$29,024'],
      ],
      [
        [50, 'Couple, combined'],
        [300, '$43,753'],
      ],
    ]);
    expect(read(pensions)).toEqual(['pensionSingle 29024 p1 l2', 'pensionCouple 43753 p1 l3']);
    const fortnight = page([
      [[50, 'Maximum rates']],
      [
        [50, 'Age Pension, single, per fortnight'],
        [300, '$11,116.30'],
      ],
    ]);
    expect(read(fortnight)).toEqual([]);
  });

  it('are not amounts in sentences, of items, or of what no heading names', () => {
    const prose = page([
      [[50, 'A couple needs savings of $730,000 for a comfortable lifestyle, ASFA says.']],
      [
        [50, 'Transport'],
        [300, '$110,000'],
      ],
      [
        [50, 'Modest lifestyle'],
        [300, '$35,503'],
      ],
    ]);
    expect(read(prose)).toEqual([]);
    expect(read(page([]))).toEqual([]);
  });

  it('are amounts grouped by spaces, whether they are plain, hard or thin', () => {
    const spaced = page([
      [
        [50, 'Lump sums'],
        [300, 'Single'],
        [400, 'Couple'],
      ],
      [
        [50, 'Modest lifestyle'],
        [300, '110 000'],
        [400, '$120\u00a0000'],
      ],
      [
        [50, 'Comfortable lifestyle'],
        [300, '630\u2009000'],
        [400, '730\u202f000.00'],
      ],
    ]);
    expect(read(spaced)).toEqual([
      'savingsModestSingle 110000 p1 l2',
      'savingsModestCouple 120000 p1 l2',
      'savingsComfortableSingle 630000 p1 l3',
      'savingsComfortableCouple 730000 p1 l3',
    ]);
    // Numbers that run together are none of them, and a year is no part of an amount.
    expect(read(page([[[50, 'Lump sum, modest lifestyle, single 110 000 120 000']]]))).toEqual([]);
    expect(read(page([[[50, 'Lump sum, modest lifestyle, single, June 2026 110 000']]]))).toEqual([
      'savingsModestSingle 110000 p1 l1',
    ]);
  });

  it('are those of each name on a line, and never those of another', () => {
    const line = (text: string) => read(page([[[50, text]]]));
    expect(line('Age Pension a year: single $29,024, couple $43,753')).toEqual([
      'pensionSingle 29024 p1 l1',
      'pensionCouple 43753 p1 l1',
    ]);
    expect(line('Modest lifestyle, lump sum: single $110,000 couple $120,000')).toEqual([
      'savingsModestSingle 110000 p1 l1',
      'savingsModestCouple 120000 p1 l1',
    ]);
    expect(line('Single, lump sum: modest $110,000 comfortable $630,000')).toEqual([
      'savingsModestSingle 110000 p1 l1',
      'savingsComfortableSingle 630000 p1 l1',
    ]);
    // What stands behind an amount without a name of its own is not the first name's.
    expect(line('Modest lifestyle, single, lump sum $110,000 to $120,000')).not.toContain(
      'savingsModestSingle 120000 p1 l1',
    );
    expect(line('Age Pension, single $29,024 a year, per fortnight $11,116.30')).toEqual(['pensionSingle 29024 p1 l1']);
  });
});

describe('the standard for people who rent', () => {
  const renters = (title: string) => budgets(title);
  const rentersOf = (...pages: DocumentPage[]) => figuresOfPages(pages).rentersPages;

  it('is named by its pages, and none of its figures is taken', () => {
    for (const title of [
      'Budgets of renters',
      'Budgets for retirees who rent',
      'For non-homeowners',
      'Renting households',
    ])
      expect([title, read(renters(title)), rentersOf(renters(title))]).toEqual([title, [], [1]]);
    expect(figuresOfPages([renters('Budgets of renters')]).weekly).toEqual({});
    expect(rentersOf(budgets(), lumpSums)).toEqual([]);
    const both = [budgets('Budgets of homeowners'), { ...renters('Budgets of renters'), page: 2 }];
    expect(read(...both)).toEqual(read(budgets()));
    expect(rentersOf(...both)).toEqual([2]);
  });

  it('goes on on a page that does not say for whom it is, until one does', () => {
    const untold = { ...budgets('Budgets'), page: 2 };
    const owners = { ...budgets('Budgets of homeowners'), page: 3 };
    expect(rentersOf(renters('Budgets of renters'), untold, owners)).toEqual([1, 2]);
    expect(read(renters('Budgets of renters'), untold, owners)).toHaveLength(4);
  });

  it('is not guessed at under a heading that names both', () => {
    expect(read(budgets('Budgets of homeowners and renters'))).toEqual([]);
    const columns = page([
      [[50, 'Lump sums of homeowners and renters']],
      [
        [250, 'Homeowners'],
        [400, 'Renters'],
      ],
      [
        [50, 'Comfortable lifestyle, single'],
        [250, '$630,000'],
        [400, '$890,000'],
      ],
    ]);
    expect(read(columns)).toEqual(['savingsComfortableSingle 630000 p1 l3']);
    expect(rentersOf(columns)).toEqual([1]);
  });
});

describe('two tables side by side', () => {
  const truth = {
    modestSingleYearTotal: 35_503,
    modestCoupleYearTotal: 51_299,
    comfortableSingleYearTotal: 54_840,
    comfortableCoupleYearTotal: 77_375,
  } as const;
  const amount = (dollars: number) => `$${dollars.toLocaleString('en-AU')}`;

  it('are read each under its own title, where rows run through both', () => {
    const aligned = page([
      [[50, 'Budgets per year']],
      [
        [50, 'Modest lifestyle'],
        [320, 'Comfortable lifestyle'],
      ],
      [
        [150, 'Single'],
        [230, 'Couple'],
        [420, 'Single'],
        [500, 'Couple'],
      ],
      [
        [50, 'Total'],
        [150, '$35,503'],
        [230, '$51,299'],
        [320, 'Total'],
        [420, '$54,840'],
        [500, '$77,375'],
      ],
    ]);
    expect(read(aligned)).toEqual(Object.entries(truth).map(([field, dollars]) => `${field} ${dollars} p1 l4`));
  });

  it('are read rightly or not at all, however they stand', () => {
    const anyTable = fc.record({
      /** Whether households are columns or rows. */
      byColumns: fc.boolean(),
      label: fc.constantFrom('Total', 'Total per year', 'Total a year'),
      titleIndent: fc.constantFrom(0, 40, 90),
      columnGap: fc.integer({ min: 50, max: 80 }),
      labelWidth: fc.integer({ min: 80, max: 110 }),
      /** In points, how much lower the table stands. */
      down: fc.integer({ min: 0, max: 40 }),
    });
    const textsOf = (
      {
        byColumns,
        label,
        titleIndent,
        columnGap,
        labelWidth,
        down,
      }: typeof anyTable extends fc.Arbitrary<infer T> ? T : never,
      left: number,
      standard: 'Modest' | 'Comfortable',
    ): TextItem[] => {
      const [single, couple] =
        standard === 'Modest'
          ? [truth.modestSingleYearTotal, truth.modestCoupleYearTotal]
          : [truth.comfortableSingleYearTotal, truth.comfortableCoupleYearTotal];
      const at = (line: number, x: number, text: string): TextItem => ({
        text,
        x: left + x,
        y: 100 + down + line * 16,
        width: text.length * LETTER,
        size: SIZE,
      });
      const title = at(0, titleIndent, `${standard} lifestyle`);
      if (byColumns)
        return [
          title,
          at(1, labelWidth, 'Single'),
          at(1, labelWidth + columnGap, 'Couple'),
          at(2, 0, label),
          at(2, labelWidth, amount(single)),
          at(2, labelWidth + columnGap, amount(couple)),
        ];
      return [
        title,
        at(1, 0, 'Single'),
        at(1, labelWidth, amount(single)),
        at(2, 0, 'Couple'),
        at(2, labelWidth, amount(couple)),
      ];
    };
    fc.assert(
      fc.property(anyTable, anyTable, fc.integer({ min: 240, max: 300 }), (one, other, right) => {
        const head: TextItem = { text: 'Budgets per year', x: 50, y: 60, width: 80, size: SIZE };
        const items = [head, ...textsOf(one, 50, 'Modest'), ...textsOf(other, 50 + right, 'Comfortable')];
        const { found } = figuresOfPages([{ page: 1, width: 595, height: 842, items }]);
        for (const { field, amount: dollars } of found)
          expect([field, dollars]).toEqual([field, truth[field as keyof typeof truth]]);
      }),
      { numRuns: 2_000 },
    );
  });
});
