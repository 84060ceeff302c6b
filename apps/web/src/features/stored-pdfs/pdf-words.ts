import type { PdfUse, RefusedPdf } from '@superscope/contracts/stored-pdfs';

const KINDS: Record<PdfUse['kind'], string> = {
  flyer: 'Flyer',
  document: 'Microsite document',
  resource: 'PDF for reports',
};

/** 'Flyer, Kestrel Freight Group Super Plan' */
export const whereOf = ({ kind, of }: PdfUse): string => `${KINDS[kind]}, ${of === 'All' ? 'for everybody' : of}`;

/** What a PDF is called where it is used, or the beginning of its digest. */
export const nameOf = ({ uses, sha256 }: Pick<RefusedPdf, 'uses' | 'sha256'>): string =>
  uses[0]?.name ?? `${sha256.slice(0, 12)}…`;
