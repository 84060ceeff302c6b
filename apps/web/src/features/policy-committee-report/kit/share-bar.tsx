import type { Cell } from '../../../portal/analytics/result';
import { ATTENTION_SHARE } from '../../../portal/figures/scored-areas';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';

interface Props {
  of: Cell;
  height?: number;
  warns: boolean;
}

/** A share of members as a bar, with the mark above which an area needs attention. Hatched beyond what is published. */
export function AreaBar({ of, height = 10, warns }: Props) {
  const hatch = useHatch();
  const top = 5;
  const part = of.value ?? 0;
  const known = of.value !== null && of.about !== 'least';
  return (
    <svg width="100%" height={height + 2 * top} aria-hidden className="block">
      <HatchPattern id={hatch} />
      <rect y={top} width="100%" height={height} rx={height / 2} fill={known ? 'var(--track)' : `url(#${hatch})`} />
      {part > 0 && (
        <rect
          y={top}
          width={`${Math.max(0.6, part)}%`}
          height={height}
          rx={height / 2}
          fill={warns ? 'var(--attention)' : 'var(--plot)'}
        />
      )}
      <rect x={`${ATTENTION_SHARE}%`} width="2" height={height + 2 * top} fill="var(--ink)" />
    </svg>
  );
}
