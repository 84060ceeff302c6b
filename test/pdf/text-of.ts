import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The text of each page of a PDF, in the order of its content, with single spaces between its parts. */
export async function textOfPages(file: Buffer): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(file) });
  const pdf = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const parts = items.map((item) => ('str' in item ? item.str : ''));
    pages.push(parts.join(' ').replaceAll(/\s+/g, ' ').trim());
  }
  await loading.destroy();
  return pages;
}

/** Whether a text has these words or this number by itself, not as a part of a longer number. */
export const hasText = (text: string, wanted: string): boolean => {
  const escaped = wanted
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(' ', '\\s*')
    .replaceAll('%', '\\s*%');
  return new RegExp(`(?<![\\d]|\\d[.,])${escaped}(?![\\d]|[.,]\\d)`).test(text);
};
