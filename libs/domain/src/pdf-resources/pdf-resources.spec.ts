import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import {
  pagesNamed,
  pdfNameOf,
  pdfResourcesStream,
  removePdf,
  uploadPdf,
  type PdfResourcesEvent,
} from './pdf-resources.js';

const governance = { filename: 'Fund governance.pdf', sha256: 'ab', bytes: 1_204, pages: 12, fontsEmbedded: true };
const uploaded: PdfResourcesEvent = { type: 'PdfResourceUploaded', data: { platformId: 'T', ...governance } };

describe('the PDFs of a platform', () => {
  it('are uploaded once, and replaced by another file of the same name', () => {
    given(pdfResourcesStream).when(uploadPdf('T', governance)).then(uploaded);
    given(pdfResourcesStream, uploaded).when(uploadPdf('T', governance)).then();
    const newer = { ...governance, sha256: 'cd' };
    given(pdfResourcesStream, uploaded)
      .when(uploadPdf('T', newer))
      .then({ type: 'PdfResourceUploaded', data: { platformId: 'T', ...newer } });
  });

  it.each([
    '../x.pdf',
    'a..b.pdf',
    'a/b.pdf',
    'a\\b.pdf',
    '.pdf',
    '.x.pdf',
    'plain',
    'x.exe',
    'guide.pdf.exe',
    'a%2f.pdf',
    `${'x'.repeat(90)}.pdf`,
  ])('are never named %s', (filename) =>
    given(pdfResourcesStream)
      .when(uploadPdf('T', { ...governance, filename }))
      .thenRefuses(
        'invalid',
        'The name of a PDF begins with a letter or digit, has up to 80 letters, digits, spaces, full stops, commas, apostrophes, hyphens, ( ) & + and _, and ends with .pdf.',
      ),
  );

  it.each([
    'PDS 01.07.2026.pdf',
    'Guide v1.2.pdf',
    'Members’ guide.pdf',
    "Members' guide.pdf",
    'Guide, part 2.pdf',
    'Guide – 2026.pdf',
    'Übersicht.pdf',
    'Tū mai.pdf',
    '指南 2026.PDF',
    'Fees (1 July) & costs+.pdf',
    'x.pdf',
  ])('have the names that issuers give: %s', (filename) =>
    given(pdfResourcesStream)
      .when(uploadPdf('T', { ...governance, filename }))
      .then({ type: 'PdfResourceUploaded', data: { platformId: 'T', ...governance, filename } }),
  );

  it('are named like the file, whose own ending says that it is a PDF', () => {
    expect(pdfNameOf('Guide v1.2.PDF')).toBe('Guide v1.2.pdf');
    expect(pdfNameOf('Guide v1.2')).toBe('Guide v1.2.pdf');
    for (const other of ['guide.pdf.exe', 'guide.docx', 'a.b'])
      expect(() => pdfNameOf(other)).toThrow('The file’s name does not end with .pdf.');
  });

  it('are removed by name', () => {
    const removed: PdfResourcesEvent = {
      type: 'PdfResourceRemoved',
      data: { platformId: 'T', filename: 'Fund governance.pdf' },
    };
    given(pdfResourcesStream, uploaded).when(removePdf('T', 'Fund governance.pdf')).then(removed);
    given(pdfResourcesStream, uploaded, removed)
      .when(removePdf('T', 'Fund governance.pdf'))
      .thenRefuses('not-found', 'There is no such PDF.');
    given(pdfResourcesStream).when(removePdf('T', 'constructor')).thenRefuses('not-found', 'There is no such PDF.');
  });
});

describe('pages to keep', () => {
  it('are numbers and ranges, each once', () => {
    expect(pagesNamed('1, 3–6', 14)).toEqual([1, 3, 4, 5, 6]);
    expect(pagesNamed('2-3,3', 3)).toEqual([2, 3]);
    expect(pagesNamed('  ', 3)).toBeNull();
  });

  it.each(['0', '3-2', 'a', '1;2', '1-'])('are not %s', (text) => {
    expect(() => pagesNamed(text, 9)).toThrow('Pages are written like 1, 3-6.');
  });

  it('are pages that there are', () => {
    expect(() => pagesNamed('2-4', 3)).toThrow('The file has 3 pages.');
    expect(() => pagesNamed('2', 1)).toThrow('The file has 1 page.');
  });
});
