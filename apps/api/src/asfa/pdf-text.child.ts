// Reads the figures in the text of a PDF in a process of its own, which the api ends when it takes too long or too much memory: a document comes from
// outside, and its reader is a large program. The document comes through the standard input; one line of JSON goes to the standard output.
import { buffer } from 'node:stream/consumers';
import { getDocumentProxy } from 'unpdf';
import { figuresOfPages } from './figures-of-pages.js';
import type { DocumentPage } from './page-lines.js';
import type { PdfText } from './pdf-text.js';
import { sheetOf } from './sheet-of.js';
import { directionOf, upright, type TurnedText } from './upright.js';

/** Pages that a document may have, and texts that a page may have. */
const MOST_PAGES = 200;
const MOST_TEXTS = 20_000;

async function read(bytes: Uint8Array): Promise<PdfText> {
  let document: Awaited<ReturnType<typeof getDocumentProxy>>;
  try {
    document = await getDocumentProxy(bytes, {
      isEvalSupported: false,
      useSystemFonts: false,
      disableFontFace: true,
      verbosity: 0,
    });
  } catch (error) {
    const { name } = error as { name?: string };
    return { problem: name === 'PasswordException' ? 'encrypted' : 'broken', pages: 0 };
  }
  const { numPages } = document;
  if (numPages > MOST_PAGES) return { problem: 'pages', pages: numPages };
  const pages: DocumentPage[] = [];
  for (let number = 1; number <= numPages; number++) {
    const page = await document.getPage(number);
    const { width, height, transform } = page.getViewport({ scale: 1 });
    const [a, b, c, d, e, f] = transform as [number, number, number, number, number, number];
    const { items } = await page.getTextContent();
    const texts: TurnedText[] = [];
    for (const item of items.slice(0, MOST_TEXTS)) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [along, up, skew, scale, x, y] = item.transform as number[] as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      texts.push({
        text: item.str,
        x: a * x + c * y + e,
        y: b * x + d * y + f,
        width: item.width,
        size: Math.hypot(skew, scale),
        direction: directionOf(a * along + c * up, b * along + d * up),
      });
    }
    pages.push(upright({ page: number, width, height, items: texts }));
    page.cleanup();
  }
  if (pages.every(({ items }) => items.length === 0)) return { problem: 'scan', pages: numPages };
  const { found, weekly, rentersPages } = figuresOfPages(pages);
  const on = new Set(found.map(({ page }) => page));
  const sheets = pages.filter(({ page }) => on.has(page)).map(sheetOf);
  return { problem: null, pages: numPages, found, weekly, rentersPages, sheets };
}

const answer = await read(new Uint8Array(await buffer(process.stdin)));
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
