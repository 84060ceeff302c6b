import type { ReactNode } from 'react';
import { cx } from './class-names';
import { HatchPattern, useHatch } from './hatch-pattern';

interface Props {
  /** 0..1; null draws it hatched: the value is withheld or unknown. */
  ratio: number | null;
  /** `ratio` is only a lower bound: the rest is hatched. */
  least?: boolean;
  size?: number;
  width?: number;
  children?: ReactNode;
  className?: string;
}

/** A share as a ring with its figure inside. Screen readers read only the figure. */
export function Ring({ ratio, least = false, size = 76, width = 8, children, className }: Props) {
  const radius = (size - width) / 2;
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
      </svg>
      {/* The ring is hatched already, so the hatching under the figure is hidden. */}
      <span className="absolute inset-0 grid place-items-center text-center [&_.hatched]:hidden">{children}</span>
    </span>
  );
}
