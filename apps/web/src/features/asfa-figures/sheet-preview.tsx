import { useEffect, useRef } from 'react';
import type { DocumentSheet } from '@superscope/contracts/asfa';
import { Card, CardHead } from '../../ui/card';
import type { Place } from './figure-entries';
import { amountText } from './figure-text';

/** Points around the texts, and above and below the figure. */
const MARGIN = 16;
const AROUND = 130;

/** The part of the page around the figure on which it was read: its texts at their places, with the figure marked. */
export function SheetPreview({ place, figure }: { place: Place; figure: string }) {
  const { of, page, line, amount } = place;
  const sheet = of.document.sheets.find((each) => each.page === page);
  return (
    <Card aria-label="Where the figure was read">
      <CardHead
        title={of.document.name}
        note={`Page ${page} of ${of.document.pages}, line ${line}, where ‘${figure}’ was read`}
      />
      {sheet !== undefined && <Sheet sheet={sheet} line={line} amount={amount} />}
    </Card>
  );
}

function Sheet({ sheet, line, amount }: { sheet: DocumentSheet; line: number; amount: number }) {
  const { texts } = sheet;
  const marked = texts.filter((text) => text.line === line && isAmount(text.text, amount));
  const middle = texts.find((text) => text.line === line)?.y ?? 0;
  const shown = texts.filter(({ y }) => Math.abs(y - middle) <= AROUND);
  const left = Math.min(...shown.map(({ x }) => x)) - MARGIN;
  const right = Math.max(...shown.map(({ x, width }) => x + width)) + MARGIN;
  const top = Math.min(...shown.map(({ y, size }) => y - size)) - MARGIN;
  const bottom = Math.max(...shown.map(({ y, size }) => y + size)) + MARGIN;
  const box = useRef<HTMLDivElement>(null);
  /** Where the figure ends between the left and the right edge, from 0 to 1. */
  const end = marked[0] === undefined ? 0 : (marked[0].x + marked[0].width + MARGIN - left) / (right - left);
  useEffect(() => {
    const { current } = box;
    // No further than the figure needs, so that the words of its row stay in sight.
    if (current !== null) current.scrollLeft = end * current.scrollWidth - current.clientWidth;
  }, [end]);
  return (
    <div
      ref={box}
      role="group"
      aria-label="Part of the page"
      tabIndex={0}
      className="mt-4 overflow-x-auto rounded-sm border bg-white shadow-pop"
    >
      <svg
        role="img"
        aria-label={`Page ${sheet.page} with ${amountText(amount)} marked`}
        viewBox={`${left} ${top} ${right - left} ${bottom - top}`}
        className="w-full min-w-[26rem]"
      >
        {marked.map(({ x, y, width, size }) => (
          <rect
            key={`${x} ${y}`}
            x={x - 4}
            y={y - size * 1.1}
            width={width + 8}
            height={size * 1.6}
            rx={3}
            fill="#DCEBFB"
            stroke="#1C5FA8"
          />
        ))}
        {shown.map(({ text, x, y, width, size }) => (
          <text
            key={`${x} ${y} ${text}`}
            x={x}
            y={y}
            fontSize={size}
            fill="#1B2724"
            {...(text.length > 1 && width > 0 && { textLength: width, lengthAdjust: 'spacingAndGlyphs' })}
          >
            {text}
          </text>
        ))}
      </svg>
    </div>
  );
}

/** Whether a text names the amount, among other words perhaps. */
const isAmount = (text: string, amount: number): boolean =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].some(([written]) => Number(written.replaceAll(',', '')) === amount);
