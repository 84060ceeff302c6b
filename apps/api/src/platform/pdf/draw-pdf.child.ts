// Draws each page of a PDF once, small, in a process of its own, which the api ends when it takes too long or too much memory. The file comes
// through the standard input. The standard output gets a line with the number of each page before it is drawn, and at last one of JSON with the
// text of each page.
import { buffer } from 'node:stream/consumers';
import { drawablePdf, drawnPage, erase } from './drawable-pdf.js';

/** As long as the text that a report has for a page. */
const mostLetters = 4_000;
/** Pixels, of the longer side. What takes long takes so at any size. */
const longerSide = 200;

const told = (line: string) => new Promise<void>((resolve) => process.stdout.write(`${line}\n`, () => resolve()));

const document = await drawablePdf(new Uint8Array(await buffer(process.stdin)));
const texts: string[] = [];
for (let number = 1; number <= document.numPages; number += 1) {
  await told(String(number));
  const page = await document.getPage(number);
  erase(await drawnPage(page, longerSide));
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
  texts.push(text.replaceAll(/\s+/g, ' ').trim().slice(0, mostLetters));
  page.cleanup();
}
await told(JSON.stringify(texts));
process.exit(0);
