import type { DocumentSheet } from '@superscope/contracts/asfa';
import { linesOf, type DocumentPage } from './page-lines.js';

const tenth = (points: number) => Math.round(points * 10) / 10;

/** A page as it is shown: its texts by their places, each with its line. */
export function sheetOf(page: DocumentPage): DocumentSheet {
  const texts = linesOf(page).flatMap(({ line, items }) =>
    items.map(({ text, x, y, width, size }) => ({
      text,
      x: tenth(x),
      y: tenth(y),
      width: tenth(width),
      size: tenth(size),
      line,
    })),
  );
  return { page: page.page, width: page.width, height: page.height, texts };
}
