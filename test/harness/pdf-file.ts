/** A text of a page; points from the lower left corner. */
export interface PdfText {
  x: number;
  y: number;
  text: string;
  size?: number;
}

interface PdfOptions {
  /** Copies of the last page that follow it. */
  repeated?: number;
  /** The document needs a password that nobody has. */
  isLocked?: boolean;
}

const escaped = (text: string) => text.replaceAll(/[\\()]/g, (letter) => `\\${letter}`);

/** A gray picture of a few dots that fills the page, as a scan does. */
const picture =
  '<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 4 >>\nstream\n0AZz\nendstream';
const scannedPage = 'q 595 0 0 842 0 0 cm /Im1 Do Q';

const contentOf = (texts: readonly PdfText[]) =>
  texts.map(({ x, y, text, size = 10 }) => `BT /F1 ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`).join('\n');

/** A PDF with a page for each list of texts; `scan` makes a page that is a picture. For tests. */
export function pdfOf(pages: readonly (readonly PdfText[] | 'scan')[], options: PdfOptions = {}): Buffer {
  const { repeated = 0, isLocked = false } = options;
  const contents = pages.map((page) => (page === 'scan' ? scannedPage : contentOf(page)));
  const FIRST_CONTENT = 5;
  const firstPage = FIRST_CONTENT + contents.length;
  const contentIds = [...contents.keys(), ...Array<number>(repeated).fill(contents.length - 1)].map(
    (at) => FIRST_CONTENT + at,
  );
  const pageIds = contentIds.map((_, at) => firstPage + at);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pageIds.length} /Kids [${pageIds.map((id) => `${id} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    picture,
    ...contents.map((content) => `<< /Length ${content.length} >>\nstream\n${content}\nendstream`),
    ...contentIds.map(
      (id) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${id} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /Im1 4 0 R >> >> >>`,
    ),
  ];
  let lock = '';
  if (isLocked) {
    const hash = '00'.repeat(32);
    objects.push(`<< /Filter /Standard /V 1 /R 2 /O <${hash}> /U <${hash}> /P -4 >>`);
    lock = ` /Encrypt ${objects.length} 0 R /ID [<${'11'.repeat(16)}> <${'11'.repeat(16)}>]`;
  }
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${lock} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** A page of rows from its top; each text of a row begins at its x. */
export const pdfRows = (rows: readonly (readonly (readonly [x: number, text: string])[])[]): PdfText[] =>
  rows.flatMap((row, at) => row.map(([x, text]) => ({ x, y: 780 - at * 18, text })));

/** ASFA's lump sums of March 2026, as a table below a sentence. */
export const lumpSumsPage = pdfRows([
  [[50, 'How much do you need at 67?']],
  [[50, 'Savings required at retirement to support the standards of the March 2026 quarter.']],
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
]);

/** ASFA's budgets of March 2026 as items in rows, with totals a week and a year. */
export const budgetsPage = pdfRows([
  [[50, 'Budgets for households and living standards for those aged around 65']],
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
    [50, 'Housing'],
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
