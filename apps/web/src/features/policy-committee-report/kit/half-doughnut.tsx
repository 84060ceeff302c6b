import { arc } from 'd3-shape';
import type { ReactNode } from 'react';
import { share } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';

export interface HalfPart {
  name: string;
  colour: string;
  value: number;
  /** The figure as text, where it is not a share with one decimal. */
  text?: string;
}

interface Props {
  parts: readonly HalfPart[];
  /** Every part is published; otherwise the rest is hatched. */
  whole: boolean;
  height: number;
  thickness: number;
  label: string;
  children: ReactNode;
}

/** Share of the whole from which a part has room for its figure. */
const ROOMY = 0.1;

/** A half-doughnut whose parts carry their figures, so that it reads in grey too. A narrow part has its figure outside. */
export function HalfDoughnut({ parts, whole, height, thickness, label, children }: Props) {
  const hatch = useHatch();
  const radius = height - 16;
  const ring = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(radius - thickness)
    .outerRadius(radius)
    .cornerRadius(2);
  const told = parts.reduce((all, { value }) => all + value, 0);
  const all = whole ? told : Math.max(100, told);
  const drawn: HalfPart[] = [
    ...parts,
    ...(told < all ? [{ name: 'Not published', colour: `url(#${hatch})`, value: all - told }] : []),
  ];
  let from = -Math.PI / 2;
  const width = height * 2 + 44;
  return (
    <div className="relative mx-auto" style={{ width }}>
      <svg
        viewBox={`${-width / 2} ${-height} ${width} ${height + 2}`}
        width={width}
        height={height + 2}
        role="img"
        aria-label={label}
        className="block overflow-visible"
      >
        <HatchPattern id={hatch} />
        {drawn.map(({ name, colour, value, text = share(value, 1) }) => {
          const to = from + (value / all) * Math.PI;
          const middle = (from + to) / 2;
          const isWide = value / all > ROOMY;
          const at = isWide ? radius - thickness / 2 : radius + 6;
          const path = ring({ startAngle: from + 0.008, endAngle: Math.max(from + 0.012, to - 0.008) }) ?? '';
          from = to;
          return (
            <g key={name}>
              <path d={path} fill={colour} />
              {name !== 'Not published' && (
                <text
                  x={Math.sin(middle) * at}
                  y={-Math.cos(middle) * at + 4.5}
                  textAnchor={isWide ? 'middle' : middle > 0 ? 'start' : 'end'}
                  fontSize="12.7"
                  fontWeight="650"
                  fill={isWide ? inkOn(colour) : 'var(--ink)'}
                >
                  {text}
                </text>
              )}
            </g>
          );
        })}
      </svg>
      <div className="absolute inset-x-0 bottom-0 text-center">{children}</div>
    </div>
  );
}

/** Ink for text on a fill: whichever of dark and white reads better. */
export function inkOn(hex: string): string {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const c = Number.parseInt(hex.slice(i, i + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.186 ? '#050A09' : '#FFFFFF';
}
