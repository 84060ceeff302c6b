import { arc, pie } from 'd3-shape';
import type { ReactNode } from 'react';
import { HatchPattern, useHatch } from './hatch-pattern';

export interface Part {
  name: string;
  value: number;
  colour: string;
}

const slices = (start: number, end: number) =>
  pie<Part>()
    .sort(null)
    .value((part) => part.value)
    .startAngle(start)
    .endAngle(end);

interface DoughnutProps {
  /** Null draws an empty hatched ring: the size of a part would give a withheld figure away. */
  parts: Part[] | null;
  size?: number;
  thick?: number;
  children?: ReactNode;
}

/** Parts of a whole; a table with the same figures stands beside it, so it is hidden from screen readers. */
export function Doughnut({ parts, size = 116, thick = 17, children }: DoughnutProps) {
  const hatch = useHatch();
  const outer = size / 2;
  const shape = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(outer - thick)
    .outerRadius(outer)
    .cornerRadius(3)
    .padAngle(0.02);
  return (
    <span className="relative inline-grid shrink-0 place-items-center" style={{ width: size, height: size }}>
      <svg viewBox={`${-outer} ${-outer} ${size} ${size}`} width={size} height={size} aria-hidden>
        {parts ? (
          slices(
            0,
            2 * Math.PI,
          )(parts).map((slice) => <path key={slice.data.name} d={shape(slice) ?? ''} fill={slice.data.colour} />)
        ) : (
          <>
            <HatchPattern id={hatch} />
            <circle r={outer - thick / 2} fill="none" stroke={`url(#${hatch})`} strokeWidth={thick} />
          </>
        )}
      </svg>
      <span className="absolute inset-0 grid place-items-center text-center">{children}</span>
    </span>
  );
}

/** Half a doughnut, its thickness a quarter of the radius, the main share inside. */
export function HalfDoughnut({
  parts,
  height = 104,
  children,
}: {
  parts: Part[] | null;
  height?: number;
  children: ReactNode;
}) {
  const hatch = useHatch();
  const outer = height - 4;
  const thick = outer / 4;
  const shape = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(outer - thick)
    .outerRadius(outer)
    .cornerRadius(3)
    .padAngle(0.012);
  const middle = outer - thick / 2;
  return (
    <div className="relative mx-auto w-full" style={{ maxWidth: height * 2 }}>
      <svg viewBox={`${-height} ${-height} ${height * 2} ${height + 2}`} width="100%" aria-hidden className="block">
        {parts ? (
          slices(
            -Math.PI / 2,
            Math.PI / 2,
          )(parts).map((slice) => <path key={slice.data.name} d={shape(slice) ?? ''} fill={slice.data.colour} />)
        ) : (
          <>
            <HatchPattern id={hatch} />
            <path
              d={`M${-middle} 0A${middle} ${middle} 0 0 1 ${middle} 0`}
              fill="none"
              stroke={`url(#${hatch})`}
              strokeWidth={thick}
            />
          </>
        )}
      </svg>
      <div className="absolute inset-x-0 bottom-0 text-center">{children}</div>
    </div>
  );
}
