import type { DocumentPage, TextItem } from './page-lines.js';

/** Where a text runs to on its page: to the right, down, to the left or up. */
export type Direction = 'right' | 'down' | 'left' | 'up';

export interface TurnedText extends TextItem {
  direction: Direction;
}

/** The direction of a text that runs by these points to the right and down. */
export const directionOf = (right: number, down: number): Direction =>
  Math.abs(right) >= Math.abs(down) ? (right >= 0 ? 'right' : 'left') : down > 0 ? 'down' : 'up';

/**
 * A page as it is read: turned so that most of its letters run to the right. A table across a page that is not turned itself is read so, and
 * what runs in another direction, such as a note in the margin, is left out.
 */
export function upright({
  page,
  width,
  height,
  items,
}: Omit<DocumentPage, 'items'> & { items: readonly TurnedText[] }): DocumentPage {
  const letters = { right: 0, down: 0, left: 0, up: 0 };
  for (const { text, direction } of items) letters[direction] += text.length;
  const [most] = (['right', 'down', 'left', 'up'] as const).toSorted((a, b) => letters[b] - letters[a]);
  const isAcross = most === 'down' || most === 'up';
  const placed = ({ x, y }: TextItem) => {
    if (most === 'down') return { x: y, y: width - x };
    if (most === 'up') return { x: height - y, y: x };
    return most === 'left' ? { x: width - x, y: height - y } : { x, y };
  };
  return {
    page,
    width: isAcross ? height : width,
    height: isAcross ? width : height,
    items: items
      .filter(({ direction }) => direction === most)
      .map((item) => ({ text: item.text, ...placed(item), width: item.width, size: item.size })),
  };
}
