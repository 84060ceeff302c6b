import { describe, expect, it } from 'vitest';
import { partOf } from '../documents/zip-part.fixture.js';
import { exceptionRows, exceptionsSheet } from './exceptions-sheet.js';
import type { FileDocument } from './onecentral-file-list.js';

const file = {
  name: '=cmd|calc!A1.csv',
  table: 'members',
  dataDate: '2026-11-25',
  arrivedAt: new Date('2026-11-25T19:02:00.000Z'),
  failedAt: new Date('2026-11-25T19:03:30.000Z'),
  reason: '2 errors; none of the file was taken.',
  errors: [{ line: 18, column: '+dateOfBirth', message: '@SUM(1) lies in the future.' }],
} as unknown as FileDocument;

describe('the spreadsheet of exceptions', () => {
  it('has typed cells: lines are numbers, moments are days and times, and no text is a formula', async () => {
    const zip = await exceptionsSheet(exceptionRows(file), 1);
    const sheet = partOf(zip, 'xl/worksheets/sheet1.xml');
    const row = /<row r="2".*?<\/row>/s.exec(sheet)![0];
    expect(sheet).not.toContain('<f>');
    expect(row).toMatch(/<c r="E2"[^>]*><v>18<\/v>/);
    // 25/11/2026 is day 46351 of a spreadsheet; 19:02 UTC is 06:02 of the next day in Sydney.
    expect(row).toMatch(/<c r="C2"[^>]*><v>46351<\/v>/);
    expect(Number(/<c r="D2"[^>]*><v>([\d.]+)<\/v>/.exec(row)![1])).toBeCloseTo(46352 + (6 * 60 + 2) / 1440, 6);
    for (const place of ['A2', 'F2', 'G2']) expect(row).toMatch(new RegExp(`<c r="${place}"[^>]* t="(?:s|inlineStr)"`));
  });

  it('says in its last row that there are more errors', async () => {
    const rows = exceptionRows(file);
    const textOf = async (count: number) => {
      const zip = await exceptionsSheet(rows, count);
      return partOf(zip, 'xl/sharedStrings.xml');
    };
    expect(await textOf(1_200)).toContain('These are 1 of 1,200 errors.');
    expect(await textOf(1)).not.toContain('These are');
  });

  it('has one row for a file that failed as a whole', () => {
    expect(exceptionRows({ ...file, errors: [] })).toHaveLength(1);
  });
});
