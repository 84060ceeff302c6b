import { useId } from 'react';

const STAR = 'M12 2.2l2.9 6.1 6.7.9-4.9 4.6 1.2 6.6L12 17.2 6.1 20.4l1.2-6.6L2.4 9.2l6.7-.9z';
const LEFT = 1.5;
const WIDTH = 21;

/** One star, filled to the fraction. Of a score that is not published only a dashed edge is left, so that it does not look like 0. */
export function BigStar({ of, width = 66 }: { of: number | null; width?: number }) {
  const id = useId();
  return (
    <svg
      width={width}
      height={(width * 20) / WIDTH}
      viewBox={`${LEFT} 1.3 ${WIDTH} 20`}
      aria-hidden
      className="shrink-0"
    >
      <clipPath id={id}>
        <rect x={LEFT} y="0" width={WIDTH * (of ?? 0)} height="24" />
      </clipPath>
      {of === null ? (
        <path d={STAR} fill="none" stroke="var(--ink-3)" strokeWidth=".55" strokeDasharray="1.4 1.1" />
      ) : (
        <g stroke="var(--star-edge)" strokeWidth=".55" strokeLinejoin="round">
          <path d={STAR} fill="var(--star-empty)" />
          <path d={STAR} fill="var(--star)" clipPath={`url(#${id})`} />
        </g>
      )}
    </svg>
  );
}
