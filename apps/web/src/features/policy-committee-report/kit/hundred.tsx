import { share } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { inkOn, type HalfPart } from './half-doughnut';

interface Props {
  parts: readonly HalfPart[];
  width: number;
  height?: number;
  label: string;
}

/** Shares of the width from which a part has room for its figure, and for its name. */
const FOR_FIGURE = 0.06;
export const FOR_NAME = 0.11;

/** A bar of 100 percent whose parts carry their figures, and their names where there is room. What is not published is hatched. */
export function Hundred({ parts, width, height = 40, label }: Props) {
  const hatch = useHatch();
  const told = parts.reduce((all, { value }) => all + value, 0);
  const all = Math.max(100, told);
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, { value }) => sum + value, 0));
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
      <rect width={width} height={height} fill={`url(#${hatch})`} />
      {parts.map(({ name, value, colour, text = share(value, 1) }, i) => {
        const x = (starts[i]! / all) * width;
        const wide = (value / all) * width;
        const named = value / all > FOR_NAME && name.trim() !== '';
        return (
          <g key={name}>
            <rect x={x} width={wide} height={height} fill={colour} stroke="var(--surface)" strokeWidth="1" />
            {named && (
              <text x={x + wide / 2} y={height / 2 - 4} textAnchor="middle" fontSize="12" fill={inkOn(colour)}>
                {name}
              </text>
            )}
            {value / all > FOR_FIGURE && (
              <text
                x={x + wide / 2}
                y={height / 2 + (named ? 12 : 4.5)}
                textAnchor="middle"
                fontSize="13"
                fontWeight="600"
                fill={inkOn(colour)}
              >
                {text}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
