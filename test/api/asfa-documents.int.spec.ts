import { readDocument } from '@superscope/api/asfa/document-reader';
import { pdfText } from '@superscope/api/asfa/pdf-text';
import { describe, expect, it } from 'vitest';
import { budgetsPage, lumpSumsPage, pdfOf, pdfRows } from '../harness/pdf-file.js';

const never = new AbortController().signal;

// Starts no engines: each document is read in a child process of the built api.

const figuresIn = async (bytes: Buffer) => {
  const { found } = await readDocument('a.pdf', bytes, never);
  return found.map(({ field, amount, page, line }) => `${field} ${amount} p${page} l${line}`);
};

describe('a PDF', () => {
  it('of lump sums tells four figures with page and line, and their page', async () => {
    const { pages, found, sheets } = await readDocument('lump.pdf', pdfOf([[], lumpSumsPage]), never);
    expect(pages).toBe(2);
    expect(found).toEqual([
      { field: 'savingsModestSingle', amount: 110_000, page: 2, line: 4 },
      { field: 'savingsModestCouple', amount: 120_000, page: 2, line: 4 },
      { field: 'savingsComfortableSingle', amount: 630_000, page: 2, line: 5 },
      { field: 'savingsComfortableCouple', amount: 730_000, page: 2, line: 5 },
    ]);
    expect(sheets.map(({ page, width, height }) => [page, width, height])).toEqual([[2, 595, 842]]);
    expect(sheets[0]!.texts.find(({ text }) => text === '630,000')).toMatchObject({ x: 300, y: 134, line: 5 });
  });

  it('of budgets tells the totals a year, and those a week beside them', async () => {
    const { found, weekly } = await readDocument('budgets.pdf', pdfOf([budgetsPage]), never);
    expect(found.map(({ field, amount }) => [field, amount])).toEqual([
      ['modestSingleYearTotal', 35_503],
      ['modestCoupleYearTotal', 51_299],
      ['comfortableSingleYearTotal', 54_840],
      ['comfortableCoupleYearTotal', 77_375],
    ]);
    expect(weekly.comfortableCoupleYearTotal).toBe(1487.98);
  });

  it('with households as rows below a standard is read too', async () => {
    const page = pdfRows([
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
    ]);
    expect(await figuresIn(pdfOf([page]))).toEqual(['comfortableSingleYearTotal 52085 p1 l3']);
  });

  it('that names a figure twice tells both places', async () => {
    const again = lumpSumsPage.map((text) => ({ ...text, text: text.text.replace('120,000', '112,000') }));
    const figures = await figuresIn(pdfOf([lumpSumsPage, again]));
    expect(figures.filter((figure) => figure.startsWith('savingsModestCouple'))).toEqual([
      'savingsModestCouple 120000 p1 l4',
      'savingsModestCouple 112000 p2 l4',
    ]);
  });

  it('without any figure tells none', async () => {
    expect(await figuresIn(pdfOf([[{ x: 50, y: 700, text: 'Annual report 2026' }]]))).toEqual([]);
  });

  it.each([
    [
      'that is a scan',
      pdfOf(['scan', 'scan']),
      '‘a.pdf’ holds pictures and no text. Type the figures or find the original.',
    ],
    [
      'that is locked',
      pdfOf([lumpSumsPage], { isLocked: true }),
      '‘a.pdf’ is locked with a password. Save it without one, or type the figures.',
    ],
    [
      'of 10,000 pages',
      pdfOf([lumpSumsPage], { repeated: 9_999 }),
      '‘a.pdf’ has 10,000 pages; at most 200 are read. Load the pages with the figures.',
    ],
    ['that is another file', Buffer.from('name,value\na,1\n'), '‘a.pdf’ is no PDF that can be read.'],
    ['that is empty', Buffer.alloc(0), '‘a.pdf’ is no PDF that can be read.'],
    ['that breaks off', pdfOf([lumpSumsPage]).subarray(0, 120), '‘a.pdf’ is no PDF that can be read.'],
  ])('%s is refused in a sentence', async (_, bytes, message) => {
    await expect(readDocument('a.pdf', bytes, never)).rejects.toThrow(message);
  });

  it('that takes longer than it may is given up, and the next one is read', async () => {
    expect(await pdfText(pdfOf([lumpSumsPage]), never, { milliseconds: 1, megabytes: 256 })).toBe('timeout');
    expect(await pdfText(pdfOf([lumpSumsPage]), never)).toMatchObject({ problem: null });
  });
});
