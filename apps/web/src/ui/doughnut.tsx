import { arc, pie } from 'd3-shape';
import type { ReactNode, Ref } from 'react';
import { HatchPattern, useHatch } from './hatch-pattern';

export interface Part {
  name: string;
  value: number;
  colour: string;
}

/** The rest of the whole, which no part covers. */
const REST = 'hatched';

/** The slices between the angles `start` and `end`. Unless the parts are the whole, the rest of 100 is the last slice. */
function slices(parts: Part[], whole: boolean, start: number, end: number) {
  const sum = parts.reduce((all, { value }) => all + value, 0);
  const rest = whole ? [] : [{ name: REST, value: Math.max(0, 100 - sum), colour: REST }];
  return pie<Part>()
    .sort(null)
    .value((part) => part.value)
    .startAngle(start)
    .endAngle(end)([...parts, ...rest]);
}

const fillOf = ({ colour }: Part, hatch: string) => (colour === REST ? `url(#${hatch})` : colour);

interface DoughnutProps {
  /** The known parts, in percent. */
  parts: Part[];
  /** False if some parts are not known: the rest of the whole is then hatched. */
  whole: boolean;
  size?: number;
  thick?: number;
  children?: ReactNode;
}

/** Parts of a whole. A table beside it has the same figures, so it is hidden from screen readers. */
export function Doughnut({ parts, whole, size = 116, thick = 17, children }: DoughnutProps) {
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
        <HatchPattern id={hatch} />
        {slices(parts, whole, 0, 2 * Math.PI).map((slice) => (
          <path key={slice.data.name} d={shape(slice) ?? ''} fill={fillOf(slice.data, hatch)} />
        ))}
      </svg>
      <span className="absolute inset-0 grid place-items-center text-center">{children}</span>
    </span>
  );
}

/** Half a doughnut, its thickness a quarter of the radius, the main share inside. */
export function HalfDoughnut({
  parts,
  whole,
  height = 104,
  svgRef,
  children,
}: DoughnutProps & { height?: number; svgRef?: Ref<SVGSVGElement> }) {
  const hatch = useHatch();
  const outer = height - 4;
  const thick = outer / 4;
  const shape = arc<{ startAngle: number; endAngle: number }>()
    .innerRadius(outer - thick)
    .outerRadius(outer)
    .cornerRadius(3)
    .padAngle(0.012);
  return (
    <div className="relative mx-auto w-full" style={{ maxWidth: height * 2 }}>
      <svg
        ref={svgRef}
        viewBox={`${-height} ${-height} ${height * 2} ${height + 2}`}
        width="100%"
        aria-hidden
        className="block"
      >
        <HatchPattern id={hatch} />
        {slices(parts, whole, -Math.PI / 2, Math.PI / 2).map((slice) => (
          <path key={slice.data.name} d={shape(slice) ?? ''} fill={fillOf(slice.data, hatch)} />
        ))}
      </svg>
      <div className="absolute inset-x-0 bottom-0 text-center">{children}</div>
    </div>
  );
}
