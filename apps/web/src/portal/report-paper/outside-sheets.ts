/** What rounding may add, CSS pixels. */
const TOLERANCE = 1.5;
const LONGEST_NAME = 80;

interface Area {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/**
 * Looks on the sheets of a report for anything that is drawn outside its sheet or over its foot, where the paper cuts it off or it covers
 * something. Gives a sentence with the page and the first such thing, or null. What is for the eye only, such as the rings of the cover, may run
 * off the sheet, and what shortens itself does so on purpose.
 */
export function outsideSheets(root: ParentNode = document): string | null {
  for (const sheet of root.querySelectorAll('.pcr-page, .sheet')) {
    const paper = sheet.getBoundingClientRect();
    const body = sheet.querySelector('.pcr-body, .sheet-body');
    const bodyArea: Area = body === null ? paper : { ...sides(paper), bottom: body.getBoundingClientRect().bottom };
    const found = firstOutside(sheet, paper, body, bodyArea);
    if (found !== null)
      return `${sheet.getAttribute('aria-label') ?? 'A page'} does not fit on its sheet: ‘${found}’ would stand outside it.`;
  }
  return null;
}

const sides = ({ top, right, bottom, left }: Area): Area => ({ top, right, bottom, left });

function firstOutside(element: Element, area: Area, body: Element | null, bodyArea: Area): string | null {
  for (const node of element.childNodes) {
    const own = node === body ? bodyArea : area;
    if (node instanceof Text) {
      if (node.data.trim() !== '' && textRects(node).some((rect) => isOutside(rect, own))) return named(node.data);
    } else if (node instanceof Element && node.getAttribute('aria-hidden') !== 'true') {
      const rect = node.getBoundingClientRect();
      if (isSeen(rect) && isOutside(rect, own) && node.childElementCount === 0)
        return named(node.textContent || (node.getAttribute('aria-label') ?? node.tagName.toLowerCase()));
      // A drawing cuts at its own edge, and what shortens itself cuts there too.
      if (node instanceof SVGElement || getComputedStyle(node).overflow !== 'visible') {
        if (isSeen(rect) && isOutside(rect, own)) return named(node.getAttribute('aria-label') ?? node.textContent);
        continue;
      }
      const found = firstOutside(node, own, body, bodyArea);
      if (found !== null) return found;
      if (isSeen(rect) && node !== body && isOutside(rect, own)) return named(node.textContent);
    }
  }
  return null;
}

function textRects(node: Text): DOMRect[] {
  const range = document.createRange();
  range.selectNodeContents(node);
  // Where nothing is laid out, as in tests without a browser, a range has no places.
  return 'getClientRects' in range ? [...range.getClientRects()] : [];
}

/** Text for screen readers takes one pixel. */
const isSeen = ({ width, height }: DOMRect) => width > 1 && height > 1;

const isOutside = (rect: DOMRect, area: Area) =>
  rect.bottom > area.bottom + TOLERANCE ||
  rect.right > area.right + TOLERANCE ||
  rect.top < area.top - TOLERANCE ||
  rect.left < area.left - TOLERANCE;

function named(text: string | null): string {
  const words = (text ?? '').replace(/\s+/g, ' ').trim();
  return words.length > LONGEST_NAME ? `${words.slice(0, LONGEST_NAME)}…` : words;
}
