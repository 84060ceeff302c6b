import { Card, CardHead } from '../../ui/card';
import type { Place } from './figure-entries';
import { amountText } from './figure-text';

/** The page on which a figure was read: its texts at their places, with the figure's line marked. */
export function SheetPreview({ place, figure }: { place: Place; figure: string }) {
  const { of, page, line, amount } = place;
  const sheet = of.document.sheets.find((each) => each.page === page);
  const marked = sheet?.texts.filter((text) => text.line === line && isAmount(text.text, amount)) ?? [];
  return (
    <Card aria-label="Where the figure was read">
      <CardHead
        title={of.document.name}
        note={`Page ${page} of ${of.document.pages}, line ${line}, where ‘${figure}’ was read`}
      />
      {sheet !== undefined && (
        <svg
          role="img"
          aria-label={`Page ${page} with ${amountText(amount)} marked`}
          viewBox={`0 0 ${sheet.width} ${sheet.height}`}
          className="mt-4 w-full rounded-sm border bg-white shadow-pop"
        >
          {marked.map(({ x, y, width, size }) => (
            <rect
              key={`${x} ${y}`}
              x={x - 3}
              y={y - size}
              width={width + 6}
              height={size * 1.4}
              rx={3}
              fill="#DCEBFB"
              stroke="#1C5FA8"
            />
          ))}
          {sheet.texts.map(({ text, x, y, width, size }, at) => (
            <text
              key={at}
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
      )}
    </Card>
  );
}

/** Whether a text names the amount, among other words perhaps. */
const isAmount = (text: string, amount: number): boolean =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].some(([written]) => Number(written.replaceAll(',', '')) === amount);
