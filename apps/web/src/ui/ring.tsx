import type { ReactNode } from 'react';
import { cx } from './class-names';
import { HatchPattern, useHatch } from './hatch-pattern';

interface Props {
  /** 0..1; null draws it hatched: the value is withheld or unknown. */
  ratio: number | null;
  /** `ratio` is only a lower bound: the rest is hatched. */
  least?: boolean;
  /** The range of others, both 0..1, drawn as a thin line around the ring; null leaves its place empty. */
  between?: readonly [number, number] | null | undefined;
  size?: number;
  width?: number;
  children?: ReactNode;
  className?: string;
}

/** Room for the line around a ring, in pixels. */
const BETWEEN = 4;

function Between({ ends: [from, to], size }: { ends: readonly [number, number]; size: number }) {
  const radius = size / 2 - 1;
  const round = 2 * Math.PI * radius;
  return (
    <circle
      cx={size / 2}
      cy={size / 2}
      r={radius}
      fill="none"
      stroke="var(--ink-3)"
      strokeWidth={2}
      strokeDasharray={`${Math.max(BETWEEN, (to - from) * round)} ${round}`}
      strokeDashoffset={-from * round}
    />
  );
}

/** A share as a ring with its figure inside. Screen readers read only the figure. */
export function Ring({ ratio, least = false, between, size = 76, width = 8, children, className }: Props) {
  const radius = (size - width) / 2 - (between === undefined ? 0 : BETWEEN);
  const round = 2 * Math.PI * radius;
  const hatch = useHatch();
  return (
    <span
      className={cx('relative inline-grid shrink-0 place-items-center', className)}
      style={{ width: size, height: size }}
    >
      <svg width={size} height={size} aria-hidden className="-rotate-90">
        {(ratio === null || least) && <HatchPattern id={hatch} />}
        <g fill="none" strokeWidth={width}>
          <circle cx={size / 2} cy={size / 2} r={radius} stroke="var(--track)" />
          {(ratio === null || least) && <circle cx={size / 2} cy={size / 2} r={radius} stroke={`url(#${hatch})`} />}
          {ratio !== null && ratio > 0 && (
            <circle
              cx={size / 2}
              cy={size / 2}
              r={radius}
              stroke="var(--plot)"
              strokeLinecap="round"
              strokeDasharray={`${Math.max(0.01, ratio * round)} ${round}`}
            />
          )}
        </g>
        {between && <Between ends={between} size={size} />}
      </svg>
      {/* The ring is hatched already, so the hatching under the figure is hidden. */}
      <span className="absolute inset-0 grid place-items-center text-center [&_.hatched]:hidden">{children}</span>
    </span>
  );
}
