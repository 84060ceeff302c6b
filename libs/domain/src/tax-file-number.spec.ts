import { describe, expect, it } from 'vitest';
import { holdsTaxFileNumber, isTaxFileNumber } from './tax-file-number.js';

describe('a tax file number', () => {
  it('has eight or nine digits, the last of which follow from the others', () => {
    // The example of the Australian Taxation Office, and one of the older numbers of eight digits.
    expect(isTaxFileNumber('123456782')).toBe(true);
    expect(isTaxFileNumber('37118629')).toBe(true);
    for (const digits of ['123456789', '37118628', '1234567', '1234567820', ''])
      expect(isTaxFileNumber(digits)).toBe(false);
  });

  it('is not a row of zeros, which payroll writes where none was given', () => {
    expect(isTaxFileNumber('000000000')).toBe(false);
  });
});

describe('a text holds a tax file number', () => {
  it.each([
    'TFN 123 456 782 by phone',
    'tax file number: 123456782',
    'Her tfn is 123-456-782.',
    'T.F.N. 123.456.782',
    'T F N 123 456 782',
    'tax-file no 371 18629',
    'taxFileNumber=37118629',
    'TFN123456782',
    '123456782 (TFN)',
    'Called 2 times about the TFN: 123 456 782, 3 items',
    'TFN 12 34 56 78 2',
    'TFN 123–456–782',
    'TFN 123 - 456 - 782',
    'TFN:\n123456782',
    'ＴＦＮ １２３４５６７８２',
    'TFN (123) 456 782',
    'TFN 123:456:782',
    'TFN 123|456|782',
    'TFN 123    456    782',
    'TFN [123] [456] [782]',
    'TFN 123 * 456 * 782',
    'TFN 123\t\t456\n\n782',
    'TFN +123+456+782',
    'Tax no 123456782',
    'Tax No. 123456782',
    'TaxNo: 123456782',
    'Tax nº 123456782',
    'Tax #123456782',
    'tax number 123 456 782',
    'tax id: 123456782',
    'taxID 371-18-629',
    'tax identification number 123456782',
    'T/F/N 123456782',
    'taxpayer number 123456782',
    'Tax Payer’s No 123456782',
    'tax identifier 123456782',
    'TFN ١٢٣٤٥٦٧٨٢',
    // A Greek nu, and a Cyrillic te.
    'TFΝ 123456782',
    'ТFN 123456782',
    'T\u200bF\u00adN 123\u200b456\u2060782',
  ])('when it names one and has its digits: %s', (text) => expect(holdsTaxFileNumber(text)).toBe(true));

  it.each([
    'TFN provided',
    'TFN provided, call 0412 345 678',
    'tax invoice 4471 of 30/06/2026',
    'tax invoice 123456782',
    'tax notice 123456782',
    'taxes 123456782',
    'taxpayer note 123456782',
    'Tax ideas 123456782',
    'ABN 51 824 753 556',
    'Reference 123456789',
    // Right check digits, and no word of a tax file.
    'Reference 123456782',
    'TFN 123 456 789',
    'TFN provided, order 1234567820',
    'The tax file was closed on 2026-06-30 and 30.06.2026',
    'TFN 000 000 000',
    '',
  ])('and not otherwise: %s', (text) => expect(holdsTaxFileNumber(text)).toBe(false));

  it('though a day of the same note has right check digits', () => {
    const days = Array.from({ length: 3_000 }, (_, i) => new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10));
    const unlucky = days.filter((day) => isTaxFileNumber(day.replaceAll('-', '')));
    expect(unlucky.length).toBeGreaterThan(100);
    expect(unlucky.filter((day) => holdsTaxFileNumber(`TFN provided on ${day}`))).toEqual([]);
  });

  it('though days beside each other have right check digits together, as in the range of a question or a note', () => {
    const ends = Array.from({ length: 400 }, (_, i) => new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10));
    const ranges = ends.flatMap((from, at) => ends.slice(at + 1, at + 40).map((to) => [from, to] as const));
    const texts = ranges.flatMap(([from, to]) => [
      JSON.stringify({ dimensions: ['Member.taxFileNumberProvided'], dateRange: [from, to] }),
      `TFN asked for ${from} - ${to}`,
      `tax file,${from},${to}`,
    ]);
    expect(texts.filter(holdsTaxFileNumber)).toEqual([]);
  });
});
