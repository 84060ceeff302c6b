import { useRef, type Ref } from 'react';
import { ticks } from './axis';
import { HatchPattern, useHatch } from './hatch-pattern';
import { SvgWords } from './svg-words';
import { useWidth } from './use-width';

export interface Bubble {
  name: string;
  colour: string;
  /** Null if it is not published: a hatched bubble takes its place. */
  value: number | null;
  text: string;
  /** Its area; null draws the smallest. */
  size: number | null;
}
interface Props {
  label: string;
  bubbles: Bubble[];
  /** Drawn as a dashed line across, named above the drawing. */
  benchmark: { value: number; label: string };
  height?: number;
  svgRef?: Ref<SVGSVGElement>;
}
const LEFT = 40;
const TOP = 34;
const BOTTOM = 30;
const LEAST_RADIUS = 7;

/** Draws each group's value as height and its members as area. A table beside it has the same figures for screen readers. */
export function BubbleChart({ label, bubbles, benchmark, height = 330, svgRef }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box, 640);
  const hatch = useHatch();
  const known = bubbles.flatMap(({ value }) => (value === null ? [] : [value]));
  const most = Math.max(1, ...bubbles.map(({ size }) => size ?? 0));
  const column = (width - LEFT) / Math.max(1, bubbles.length);
  const largest = Math.min(44, column / 2 - 4);
  const radius = (size: number | null) => Math.max(LEAST_RADIUS, Math.sqrt((size ?? 0) / most) * largest);
  // Room for the bubbles themselves above and below.
  const room = 25;
  const levels = ticks(
    Math.max(0, Math.min(benchmark.value, ...known) - room),
    Math.max(benchmark.value, ...known) + room,
  );
  const [low, high] = [levels[0]!, levels.at(-1)!];
  const y = (value: number) => TOP + (1 - (value - low) / (high - low || 1)) * (height - TOP - BOTTOM);
  const x = (i: number) => LEFT + column * (i + 0.5);
  return (
    <div ref={box} role="img" aria-label={label} style={{ height }}>
      <svg ref={svgRef} width={width} height={height} className="block" aria-hidden fontFamily="var(--typeface)">
        <HatchPattern id={hatch} />
        {levels.map((level) => (
          <g key={level}>
            <path d={`M${LEFT} ${y(level)}H${width}`} stroke="var(--grid)" />
            <text x={LEFT - 8} y={y(level) + 4} textAnchor="end" fontSize="12" fill="var(--axis)">
              {level}
            </text>
          </g>
        ))}
        <path
          d={`M${LEFT} ${y(benchmark.value)}H${width}`}
          stroke="var(--ink-2)"
          strokeDasharray="4 3"
          strokeWidth="1.5"
        />
        <path d={`M${LEFT} 10h22`} stroke="var(--ink-2)" strokeDasharray="4 3" strokeWidth="1.5" />
        <text x={LEFT + 28} y={14} fontSize="12" fill="var(--ink-2)">
          {benchmark.label}
        </text>
        {bubbles.map(({ name, colour, value, text, size }, i) => {
          const r = value === null ? 16 : radius(size);
          const top = y(value ?? benchmark.value);
          return (
            <g key={name}>
              <circle
                cx={x(i)}
                cy={top}
                r={r}
                fill={value === null ? `url(#${hatch})` : colour}
                fillOpacity={value === null ? 1 : 0.85}
                stroke={value === null ? 'var(--hatch)' : colour}
              >
                <title>{`${name}: ${text}`}</title>
              </circle>
              <SvgWords
                x={x(i)}
                y={top - r - 6}
                text={text}
                room={column - 4}
                textAnchor="middle"
                fontSize={13}
                fontWeight="600"
                fill="var(--ink)"
                stroke="var(--surface)"
                strokeWidth="3"
                paintOrder="stroke"
              />
              <text x={x(i)} y={height - 10} textAnchor="middle" fontSize="12" fill="var(--axis)">
                {width < 480 ? name.replace(' and below', '−').replaceAll(' ', '') : name}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
