import type { Cell } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { month, share } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';

export interface StackPart {
  name: string;
  colour: string;
  /** Share of members, month by month. */
  cells: readonly Cell[];
}

interface Props {
  /** From the bottom up. */
  parts: readonly StackPart[];
  months: readonly string[];
  width: number;
  height: number;
  label: string;
}

const LEFT = 178;
const RIGHT = 92;
const LINE = 15;
const percent = (value: number) => share(value, 1);

/** Columns of 100 percent by month. The first and the last column carry their figures; what is not published is hatched. */
export function Stack({ parts, months, width, height, label }: Props) {
  const hatch = useHatch();
  const bottom = height - 22;
  const step = (width - LEFT - RIGHT) / Math.max(1, months.length);
  const y = (value: number) => bottom - (value / 100) * (bottom - 6);
  const columns = months.map((_, i) => {
    const values = parts.map(({ cells }) => cells[i]?.value ?? 0);
    const sum = values.reduce((all, value) => all + value, 0);
    // Published shares may add up to more than the whole, or leave a part unpublished.
    const scale = 100 / Math.max(100, sum);
    let from = 0;
    const drawn = values.map((value) => {
      const at = [from, from + value * scale] as const;
      from = at[1];
      return at;
    });
    return { drawn, rest: Math.max(0, 100 - from), from };
  });
  const places = (i: number) => apart(columns[i]?.drawn.map(([from, to]) => y((from + to) / 2)) ?? []);
  const last = months.length - 1;
  const [left, right] = [places(0), places(last)];
  const every = months.length <= 6 ? 1 : step * 3 < 70 ? 6 : 3;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      className="block"
    >
      <HatchPattern id={hatch} />
      {columns.map(({ drawn, rest, from }, i) => (
        <g key={months[i]}>
          {drawn.map(([at, to], k) => (
            <rect
              key={parts[k]!.name}
              x={LEFT + i * step + 1.5}
              width={step - 3}
              y={y(to) + 0.6}
              height={Math.max(0, y(at) - y(to) - 1.2)}
              fill={parts[k]!.colour}
            />
          ))}
          {rest > 1 && (
            <rect
              x={LEFT + i * step + 1.5}
              width={step - 3}
              y={y(from + rest) + 0.6}
              height={y(from) - y(from + rest) - 1.2}
              fill={`url(#${hatch})`}
            />
          )}
        </g>
      ))}
      {parts.map(({ name, cells }, k) => (
        <g key={name} fontSize="12">
          <text x={LEFT - 62} y={left[k]! + 4} textAnchor="end" fill="var(--ink)" fontWeight="600">
            {name}
          </text>
          <text x={LEFT - 8} y={left[k]! + 4} textAnchor="end" fill="var(--ink-2)">
            {short(cells[0])}
          </text>
          <text x={width - RIGHT + 8} y={right[k]! + 4} fill="var(--ink)" fontSize="13" fontWeight="650">
            {short(cells[last])}
          </text>
        </g>
      ))}
      {months.map(
        (at, i) =>
          i % every === 0 && (
            <text
              key={at}
              x={LEFT + i * step + step / 2}
              y={height - 5}
              textAnchor="middle"
              fontSize="12"
              fill="var(--ink-3)"
            >
              {month(at)}
            </text>
          ),
      )}
    </svg>
  );
}

const short = (cell: Cell | undefined) =>
  cell === undefined
    ? ''
    : cell.withheld === 'np'
      ? 'np'
      : cell.about === 'least'
        ? `≥ ${cell.value}%`
        : figureText(cell, percent).replace('about ', '~');

/** Labels from the bottom up, at least a line apart. */
function apart(at: readonly number[]): number[] {
  const placed = [...at];
  for (let i = 1; i < placed.length; i += 1) if (placed[i - 1]! - placed[i]! < LINE) placed[i] = placed[i - 1]! - LINE;
  return placed;
}
