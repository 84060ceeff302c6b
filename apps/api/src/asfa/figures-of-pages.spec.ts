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
      'Non-home-owners',
      'Budgets of non home owners',
      'Budgets of non-owners',
      'People who do not own their home',
      'Retirees who don’t own a home',
      'Households that are not homeowners',
      'Without a home of their own',
      'Living in rented homes',
      'Leaseholders',
      'Tenancies',
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

  it('is not guessed at where two titles leave open which of them is meant', () => {
    const apart = page([
      [[50, 'Lump sums']],
      [
        [50, 'Homeowners'],
        [240, 'Renters'],
      ],
      [
        [50, 'Comfortable lifestyle, single'],
        [230, '$890,000'],
      ],
    ]);
    expect([read(apart), rentersOf(apart)]).toEqual([[], [1]]);
    const ages = page([
      [[50, 'Lump sums']],
      [
        [50, 'Aged 65'],
        [240, 'Aged 85'],
      ],
      [
        [50, 'Comfortable lifestyle, single'],
        [230, '$890,000'],
      ],
    ]);
    expect(read(ages)).toEqual([]);
  });

  it('has Age Pensions with Rent Assistance, which are not taken', () => {
    const pensions = (title: string, number = 1) =>
      page(
        [
          [[50, title]],
          [
            [50, 'Single'],
            [300, '$33,024'],
          ],
        ],
        number,
      );
    const own = page([[[50, 'Age Pension a year, single, with Rent Assistance $33,024']]]);
    for (const of of [
      own,
      pensions('Age Pension a year, with Rent Assistance'),
      pensions('Age Pension a year for non-homeowners'),
      pensions('Age Pension a year of homeowners and renters'),
    ])
      expect([read(of), rentersOf(of)]).toEqual([[], [1]]);
    // It goes on on the next page, but says nothing of the standard, nor the standard of it.
    const untold = pensions('Age Pension a year', 2);
    expect(read(pensions('Age Pension a year, with Rent Assistance'), untold)).toEqual([]);
    expect(read(pensions('Age Pension a year, with Rent Assistance'), { ...budgets(), page: 2 })).toHaveLength(4);
    expect(read(renters('Budgets of renters'), untold)).toEqual(['pensionSingle 33024 p2 l2']);
    expect(read(pensions('Age Pension a year, without Rent Assistance'))).toEqual(['pensionSingle 33024 p1 l2']);
  });

  /** The budgets with lines between title and table. */
  const withProse = (title: string, ...prose: string[]): DocumentPage => {
    const rest = budgets(title).items;
    const down = (item: TextItem): TextItem => ({ ...item, y: item.y + prose.length * 16 });
    const [first, ...table] = rest;
    const lines = page(prose.map((text) => [[50, text]])).items.map((item) => ({ ...item, y: item.y + 16 }));
    return { ...budgets(), items: [first!, ...lines, ...table.map(down)] };
  };

  it('is not what a sentence about renters makes of a table for homeowners', () => {
    for (const prose of [
      ['Renters need more.'],
      ['People who rent have higher costs than homeowners.'],
      [
        'People who rent face higher costs in retirement, and many of them depend on',
        'Rent Assistance to make ends meet.',
      ],
      ['Renters are likely to need considerably', 'more income in retirement.'],
      ['The figures assume that retirees own their home outright, and that renters need more.'],
      ['These figures are for people who own their home and pay no rent.'],
      ['The figures assume that people own their home. Renters need more.'],
    ]) {
      const told = withProse('Budgets for various households', ...prose);
      expect([prose, read(told).length, rentersOf(told)]).toEqual([prose, 4, []]);
    }
    for (const prose of ['Rents have risen sharply since 2020.', 'Renting is not cheap anywhere.'])
      expect([prose, read(withProse('Budgets of homeowners', prose)).length]).toEqual([prose, 4]);
  });

  it('is what a sentence says that its table is for', () => {
    for (const prose of [
      ['These budgets are for people who rent.'],
      ['The figures below assume that people do not own their home.'],
      ['The budgets below are for renters, not homeowners.'],
      ['The amounts that follow are for retired people', 'who rent their home.'],
      ['For renters.'],
      ['Retirees who rent need more, as these budgets show.'],
      ['People who rent need more than homeowners. The figures below are for renters.'],
    ]) {
      const told = withProse('Budgets for various households', ...prose);
      expect([prose, read(told), rentersOf(told)]).toEqual([prose, [], [1]]);
    }
    // Below the table of homeowners, its title says nothing of the next one.
    const next = page([
      ...[[[50, 'Lump sums of homeowners'] as [number, string]]],
      [
        [50, 'Comfortable lifestyle, single'],
        [300, '$630,000'],
      ],
      [[50, 'Rents have risen sharply since 2020.']],
      [
        [50, 'Comfortable lifestyle, single'],
        [300, '$890,000'],
      ],
    ]);
    expect(read(next)).toEqual(['savingsComfortableSingle 630000 p1 l2']);
  });
});

describe('columns', () => {
  it('are those above which an amount stands, however headings and amounts are aligned', () => {
    const table = (single: number, couple: number, amounts: readonly [x: number, text: string][]) =>
      read(
        page([
          [[50, 'Lump sums']],
          [
            [single, 'Single'],
            [couple, 'Couple'],
          ],
          [[50, 'Modest lifestyle'], ...amounts],
        ]),
      );
    const both = ['savingsModestSingle 110000 p1 l3', 'savingsModestCouple 120000 p1 l3'];
    expect(
      table(200, 300, [
        [205, '$110,000'],
        [305, '$120,000'],
      ]),
    ).toEqual(both);
    expect(
      table(200, 300, [
        [232, '$110,000'],
        [332, '$120,000'],
      ]),
    ).toEqual(both);
    // Headings at the left of their columns, amounts at the right: the nearest heading of the first amount is that of the second.
    expect(
      table(200, 300, [
        [255, '$110,000'],
        [355, '$120,000'],
      ]),
    ).toEqual(['savingsModestCouple 120000 p1 l3']);
    expect(table(200, 300, [[255, '$110,000']])).toEqual([]);
    // And the other way round, where the last heading stands right of the last amount.
    expect(
      table(265, 365, [
        [200, '$110,000'],
        [300, '$120,000'],
      ]),
    ).toEqual([]);
    expect(table(265, 365, [[300, '$120,000']])).toEqual([]);
  });

  it('that leave two amounts under one meaning give neither', () => {
    expect(
      read(
        page([
          [
            [50, 'Lump sum, modest lifestyle, single'],
            [300, '$110,000'],
            [400, '$120,000'],
          ],
        ]),
      ),
    ).toEqual([]);
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
  const expectTruth = (items: readonly TextItem[]) => {
    const { found } = figuresOfPages([{ page: 1, width: 595, height: 842, items }]);
    for (const { field, amount: dollars } of found)
      expect([field, dollars]).toEqual([field, truth[field as keyof typeof truth]]);
    return found.length;
  };

  const alignment = fc.constantFrom('left', 'middle', 'right');
  type Alignment = 'left' | 'middle' | 'right';
  /** In points, how far right of its column's beginning a text begins. */
  const shift = (text: string, width: number, aligned: Alignment): number =>
    Math.max(0, width - text.length * LETTER) * { left: 0, middle: 0.5, right: 1 }[aligned];
  /** Null: nobody is named. */
  const tenures = fc.constantFrom(
    ...[null, 'Homeowners', 'People who own their home', 'Owners'].map((text) => ({ text, isRenters: false })),
    ...['Renters', 'Non-home-owners', 'Non-owners', 'Do not own their home', 'Rented', 'Leaseholders'].map((text) => ({
      text,
      isRenters: true,
    })),
  );
  const anyTable = fc.record({
    /** Whether households are columns or rows. */
    byColumns: fc.boolean(),
    label: fc.constantFrom('Total', 'Total per year', 'Total a year'),
    titleIndent: fc.constantFrom(0, 40, 90),
    columnGap: fc.integer({ min: 50, max: 80 }),
    labelWidth: fc.integer({ min: 80, max: 110 }),
    /** In points, how much lower the table stands. */
    down: fc.integer({ min: 0, max: 40 }),
    headings: alignment,
    amounts: alignment,
    tenure: tenures,
  });
  type Table = typeof anyTable extends fc.Arbitrary<infer T> ? T : never;
  const textsOf = (of: Table, left: number, standard: 'Modest' | 'Comfortable'): TextItem[] => {
    const { byColumns, label, titleIndent, columnGap, labelWidth, down, headings, amounts, tenure } = of;
    // What people who rent need is no figure of the standard.
    const more = tenure.isRenters ? 9_000 : 0;
    const [single, couple] = (
      standard === 'Modest'
        ? [truth.modestSingleYearTotal, truth.modestCoupleYearTotal]
        : [truth.comfortableSingleYearTotal, truth.comfortableCoupleYearTotal]
    ).map((dollars) => amount(dollars + more)) as [string, string];
    const at = (line: number, x: number, text: string): TextItem => ({
      text,
      x: left + x,
      y: 100 + down + line * 16,
      width: text.length * LETTER,
      size: SIZE,
    });
    const inColumn = (line: number, column: number, text: string, aligned: Alignment) =>
      at(line, labelWidth + column * columnGap + shift(text, columnGap - 8, aligned), text);
    /** Titles stay within their table. */
    const title = (line: number, text: string) =>
      at(line, Math.min(titleIndent, labelWidth + 2 * columnGap - text.length * LETTER), text);
    const titles = [...(tenure.text === null ? [] : [title(-1, tenure.text)]), title(0, `${standard} lifestyle`)];
    if (byColumns)
      return [
        ...titles,
        inColumn(1, 0, 'Single', headings),
        inColumn(1, 1, 'Couple', headings),
        at(2, 0, label),
        inColumn(2, 0, single, amounts),
        inColumn(2, 1, couple, amounts),
      ];
    return [
      ...titles,
      at(1, 0, 'Single'),
      inColumn(1, 0, single, amounts),
      at(2, 0, 'Couple'),
      inColumn(2, 0, couple, amounts),
    ];
  };

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
    fc.assert(
      fc.property(anyTable, anyTable, fc.integer({ min: 16, max: 70 }), (one, other, gap) => {
        const right = one.labelWidth + 2 * one.columnGap + gap;
        const head: TextItem = { text: 'Budgets per year', x: 50, y: 60, width: 80, size: SIZE };
        const items = [head, ...textsOf(one, 50, 'Modest'), ...textsOf(other, 50 + right, 'Comfortable')];
        expectTruth(items);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are read rightly or not at all in columns of any alignment, with cells left empty', () => {
    const columns = fc.record({
      title: fc.constantFrom(
        { text: 'Budgets for various households and living standards', isRenters: false },
        { text: 'Budgets for people who do not own their home', isRenters: true },
        { text: 'Budgets for non-home-owners', isRenters: true },
        { text: 'Budgets in rented homes', isRenters: true },
      ),
      standards: alignment,
      households: alignment,
      amounts: alignment,
      width: fc.integer({ min: 45, max: 100 }),
      label: fc.integer({ min: 60, max: 120 }),
      filled: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    });
    let read = 0;
    fc.assert(
      fc.property(columns, ({ title, standards, households, amounts, width, label, filled }) => {
        const text = (line: number, x: number, of: string, wide: number, aligned: Alignment): TextItem => ({
          text: of,
          x: 50 + x + shift(of, wide, aligned),
          y: 60 + line * 16,
          width: of.length * LETTER,
          size: SIZE,
        });
        const cell = (line: number, column: number, of: string, aligned: Alignment) =>
          text(line, label + column * width, of, width - 8, aligned);
        const dollars = Object.values(truth).map((each) => amount(each + (title.isRenters ? 9_000 : 0)));
        read += expectTruth([
          text(0, 0, title.text, 0, 'left'),
          text(1, label, 'Modest', 2 * width - 8, standards),
          text(1, label + 2 * width, 'Comfortable', 2 * width - 8, standards),
          ...['Single', 'Couple', 'Single', 'Couple'].map((of, i) => cell(2, i, of, households)),
          text(3, 0, 'Total a year', 0, 'left'),
          ...dollars.flatMap((of, i) => (filled[i] ? [cell(3, i, of, amounts)] : [])),
        ]);
      }),
      { numRuns: 5_000 },
    );
    // Most of what a title of homeowners leaves to read.
    expect(read).toBeGreaterThan(1_000);
  });
});
