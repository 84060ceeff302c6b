import { getDocumentProxy } from 'unpdf';

/**
 * The text of each page of a PDF, in the order of its content, with single spaces between its parts. Read by unpdf, because pdfjs-dist for
 * this Node replaces JSON.stringify of the whole process by one that is seven times slower, which the benchmark would measure.
 */
export async function textOfPages(file: Buffer): Promise<string[]> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const pages: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    const parts = items.map((item) => ('str' in item ? item.str : ''));
    pages.push(parts.join(' ').replaceAll(/\s+/g, ' ').trim());
  }
  await pdf.loadingTask.destroy();
  return pages;
}

/** The text of a PDF with its lines, put together as the portal reads uploaded PDFs: parts of one line without anything between them. */
export async function linesOf(file: Buffer): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(file));
  let lines = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent();
    lines += items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  }
  await pdf.loadingTask.destroy();
  return lines;
}

/** Whether a text has these words or this number by itself, not as a part of a longer number. */
export const hasText = (text: string, wanted: string): boolean => {
  const escaped = wanted
    .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(' ', '\\s*')
    .replaceAll('%', '\\s*%');
  return new RegExp(`(?<![\\d]|\\d[.,])${escaped}(?![\\d]|[.,]\\d)`).test(text);
};
