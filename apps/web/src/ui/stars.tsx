import { useId } from 'react';
import { number } from './format';

const STAR = 'M12 2.2l2.9 6.1 6.7.9-4.9 4.6 1.2 6.6L12 17.2 6.1 20.4l1.2-6.6L2.4 9.2l6.7-.9z';
const LEFT = 1.5;
const WIDTH = 21;

/** Five outlined stars, filled to the fraction. `value` is 0 to 5. */
export function Stars({ value, size = 22 }: { value: number; size?: number }) {
  const id = useId();
  return (
    <span role="img" aria-label={`${number(value, 2)} out of 5 stars`} className="inline-flex gap-1">
      {[0, 1, 2, 3, 4].map((star) => {
        const filled = Math.max(0, Math.min(1, value - star));
        return (
          <svg key={star} width={size} height={size} viewBox={`${LEFT} 1.3 ${WIDTH} 20`} aria-hidden>
            <clipPath id={`${id}${star}`}>
              <rect x={LEFT} y="0" width={WIDTH * filled} height="24" />
            </clipPath>
            <g stroke="var(--star-edge)" strokeWidth=".8" strokeLinejoin="round">
              <path d={STAR} fill="var(--star-empty)" />
              <path d={STAR} fill="var(--star)" clipPath={`url(#${id}${star})`} />
            </g>
          </svg>
        );
      })}
    </span>
  );
}
