import type { Cell } from '../../app/analytics/result';
import type { Share } from '../../app/analytics/share';
import { number, percent } from '../../ui/format';
import { WithheldFigure } from '../../ui/withheld';

/** A count, why it is not shown, or a dash where there is none. */
export const CountFigure = ({ count, className }: { count: Cell; className?: string }) =>
  count.withheld ? (
    <WithheldFigure reason={count.withheld} className={className ?? ''} />
  ) : (
    <span className={className}>{count.value === null ? '–' : number(count.value)}</span>
  );

interface ShareProps {
  share: Share;
  digits?: number;
  className?: string;
  /** For a share that is only hinted at, such as "at least 94%". */
  saidClassName?: string;
}
export function ShareFigure({ share, digits = 1, className, saidClassName = className }: ShareProps) {
  if (share.ratio !== null) return <span className={className}>{percent(share.ratio, digits)}</span>;
  if (share.said === '<11' || share.said === 'np') {
    return <WithheldFigure reason={share.said} className={className ?? ''} />;
  }
  return <span className={share.said ? saidClassName : className}>{share.said ?? '–'}</span>;
}
