import { ticks } from '../../../ui/axis';

interface Props {
  steps: readonly { name: string; value: number }[];
  width: number;
  height: number;
  /** A step's size, without its sign. */
  format: (value: number) => string;
  /** Dollars of one unit of the axis. */
  unit: number;
}

const LEFT = 36;
const BOTTOM = 36;
const TOP = 22;

/** What was added (solid) and taken (hollow), each from where the one before ended, and the net change. */
export function Bridge({ steps, width, height, format, unit }: Props) {
  const starts = steps.map((_, i) => steps.slice(0, i).reduce((sum, { value }) => sum + value, 0));
  const net = steps.reduce((sum, { value }) => sum + value, 0);
  const bars = [
    ...steps.map(({ name, value }, i) => ({ name, value, from: starts[i]!, isNet: false })),
    { name: 'Net change', value: net, from: 0, isNet: true },
  ];
  const reached = bars.flatMap(({ from, value }) => [from, from + value]);
  const [low, high] = [Math.min(0, ...reached), Math.max(0, ...reached)];
  const levels = ticks(low / unit, high / unit);
  const bottom = height - BOTTOM;
  const [from, to] = [levels[0]! * unit, levels.at(-1)! * unit];
  const y = (value: number) => bottom - ((value - from) / (to - from || 1)) * (bottom - TOP);
  const step = (width - LEFT) / bars.length;
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`What moved the balance: ${bars.map(({ name, value }) => `${name} ${value < 0 ? '−' : '+'}${format(Math.abs(value))}`).join('; ')}`}
      className="block"
    >
      {levels.map((level) => (
        <g key={level}>
          <path
            d={`M${LEFT} ${y(level * unit)}H${width}`}
            stroke={level === 0 ? 'var(--line-strong)' : 'var(--grid)'}
          />
          <text x={LEFT - 6} y={y(level * unit) + 4} textAnchor="end" fontSize="12" fill="var(--ink-3)">
            {level.toLocaleString('en-AU')}
          </text>
        </g>
      ))}
      {bars.map(({ name, value, from: at, isNet }, i) => {
        const x = LEFT + i * step + 9;
        const wide = step - 18;
        const top = Math.min(y(at), y(at + value));
        const [first, ...rest] = name.split(' ');
        return (
          <g key={name} textAnchor="middle">
            {!isNet && i < bars.length - 2 && (
              <path d={`M${x + wide} ${y(at + value)}h18`} stroke="var(--line-strong)" strokeWidth=".8" />
            )}
            <rect
              x={x}
              width={wide}
              y={top}
              height={Math.max(1.5, Math.abs(y(at) - y(at + value)))}
              fill={isNet ? 'var(--hero)' : value >= 0 ? 'var(--plot)' : '#F6E2D8'}
              stroke={!isNet && value < 0 ? '#B85636' : 'none'}
              strokeWidth="1.6"
            />
            <text
              x={x + wide / 2}
              y={top - 6}
              fontSize="13"
              fontWeight="650"
              fill="var(--ink)"
              stroke="var(--surface)"
              strokeWidth="3"
              paintOrder="stroke"
            >
              {value < 0 ? '−' : '+'}
              {format(Math.abs(value))}
            </text>
            <g fontSize="12" fontWeight={isNet ? 650 : 400} fill="var(--ink-2)">
              <text x={x + wide / 2} y={bottom + 15}>
                {first}
              </text>
              <text x={x + wide / 2} y={bottom + 30}>
                {rest.join(' ')}
              </text>
            </g>
          </g>
        );
      })}
    </svg>
  );
}
