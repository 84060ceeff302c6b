import { useRef, type Ref } from 'react';
import { ticks } from './axis';
import { HatchPattern, useHatch } from './hatch-pattern';
import { LETTER, SvgWords } from './svg-words';
import { useWidth } from './use-width';

export interface ShareColumn {
  name: string;
  colour: string;
  /** 0..100; null if it is not published: a hatched stub is drawn instead. */
  value: number | null;
  /** `value` is only a lower bound. */
  least?: boolean;
  text: string;
}
interface Props {
  label: string;
  columns: ShareColumn[];
  height?: number;
  svgRef?: Ref<SVGSVGElement>;
}
const LEFT = 40;
const TOP = 20;
const BOTTOM = 28;
/** The second row of names where one row is too narrow for them. */
const ROW = 14;
const STUB = 14;

/** Shares side by side, from zero. A table beside it has the same figures for screen readers. */
export function ShareColumns({ label, columns, height = 300, svgRef }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 640);
  const hatch = useHatch();
  const levels = ticks(0, Math.max(4, ...columns.map(({ value }) => value ?? 0)));
  const high = levels.at(-1)!;
  const step = (width - LEFT) / Math.max(1, columns.length);
  const isTight = columns.some(({ name }) => name.length * 11 * LETTER > step - 4);
  const bottom = isTight ? BOTTOM + ROW : BOTTOM;
  const y = (value: number) => TOP + (1 - value / high) * (height - TOP - bottom);
  const wide = Math.min(72, step * 0.62);
  return (
    <div ref={box} role="img" aria-label={label} style={{ height }}>
      <svg ref={svgRef} width={width} height={height} className="block" aria-hidden fontFamily="var(--typeface)">
        <HatchPattern id={hatch} />
        {levels.map((level) => (
          <g key={level}>
            <path d={`M${LEFT} ${y(level)}H${width}`} stroke="var(--grid)" />
            <text x={LEFT - 8} y={y(level) + 4} textAnchor="end" fontSize="12" fill="var(--axis)">
              {`${level}%`}
            </text>
          </g>
        ))}
        {columns.map(({ name, colour, value, least, text }, i) => {
          const left = LEFT + step * (i + 0.5);
          const top = value === null ? height - bottom - STUB : y(value);
          const half = (name.length * 11 * LETTER) / 2;
          return (
            <g key={name}>
              <rect
                x={left - wide / 2}
                y={top}
                width={wide}
                height={Math.max(0, height - bottom - top)}
                rx="3"
                fill={value === null ? `url(#${hatch})` : colour}
              />
              {least && (
                <rect x={left - wide / 2} y={top - STUB} width={wide} height={STUB} rx="3" fill={`url(#${hatch})`} />
              )}
              <SvgWords
                x={left}
                y={top - (least ? STUB : 0) - 6}
                text={text}
                room={step - 4}
                textAnchor="middle"
                fontSize={step < 72 ? 11 : 13}
                fontWeight="600"
                fill="var(--ink)"
              />
              <text
                x={isTight ? Math.min(left, width - half) : left}
                y={height - 9 - (isTight && i % 2 === 0 ? ROW : 0)}
                textAnchor="middle"
                fontSize={step < 72 ? 11 : 12}
                fill="var(--axis)"
              >
                {name}
              </text>
            </g>
          );
        })}
        <path d={`M${LEFT} ${height - bottom}H${width}`} stroke="var(--line-strong)" />
      </svg>
    </div>
  );
}
