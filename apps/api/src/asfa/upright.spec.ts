import { describe, expect, it } from 'vitest';
import { figuresOfPages } from './figures-of-pages.js';
import { directionOf, upright, type Direction, type TurnedText } from './upright.js';

const SIZE = 10;
const [WIDTH, HEIGHT] = [842, 595];

/** A page that lies across, as it is read. */
const rows = [
  [
    [50, 'Lump sums'],
    [300, 'Single'],
    [400, 'Couple'],
  ],
  [
    [50, 'Modest lifestyle'],
    [300, '$110,000'],
    [400, '$120,000'],
  ],
  [
    [50, 'Comfortable lifestyle'],
    [300, '$630,000'],
    [400, '$730,000'],
  ],
] as const;
const read = rows.flatMap((row, line) =>
  row.map(([x, text]) => ({ text, x, y: 60 + line * 16, width: text.length * 5, size: SIZE })),
);

/** The page as it is stored, with letters that run in a direction. */
function stored(direction: Direction) {
  const turned = read.map((item): TurnedText => {
    const { x, y } = item;
    const place = {
      right: { x, y },
      up: { x: y, y: WIDTH - x },
      down: { x: HEIGHT - y, y: x },
      left: { x: WIDTH - x, y: HEIGHT - y },
    }[direction];
    return { ...item, ...place, direction };
  });
  const isAcross = direction === 'up' || direction === 'down';
  return { page: 1, width: isAcross ? HEIGHT : WIDTH, height: isAcross ? WIDTH : HEIGHT, items: turned };
}

describe('a turned page', () => {
  it.each(['right', 'up', 'down', 'left'] as const)('is read as it stands to a reader: %s', (direction) => {
    const page = upright(stored(direction));
    expect(page).toEqual({ page: 1, width: WIDTH, height: HEIGHT, items: read });
    expect(figuresOfPages([page]).found.map(({ field, amount }) => `${field} ${amount}`)).toEqual([
      'savingsModestSingle 110000',
      'savingsModestCouple 120000',
      'savingsComfortableSingle 630000',
      'savingsComfortableCouple 730000',
    ]);
  });

  it('leaves out what runs otherwise than most of it', () => {
    const { items, ...page } = stored('up');
    const note: TurnedText = { text: 'Single $1', x: 20, y: 20, width: 45, size: SIZE, direction: 'right' };
    expect(upright({ ...page, items: [note, ...items] }).items).toEqual(read);
  });

  it('is told by where its letters run to', () => {
    expect([directionOf(10, 0), directionOf(0, -10), directionOf(0, 10), directionOf(-10, 0.1)]).toEqual([
      'right',
      'up',
      'down',
      'left',
    ]);
  });
});
