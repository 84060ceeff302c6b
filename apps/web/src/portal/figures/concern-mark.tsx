import { TriangleAlert } from 'lucide-react';
import type { Cell } from '../analytics/result';
import { CONCERN_SHARE } from './scored-areas';
import { share as shareText } from '../../ui/format';

/** Marks a concern that affects more than CONCERN_SHARE percent of members. Areas have a threshold of their own. */
export const ConcernMark = ({ share, what }: { share: Cell | undefined; what?: string }) =>
  share?.value != null &&
  share.value > CONCERN_SHARE && (
    <TriangleAlert
      size={16}
      className="shrink-0 text-attention"
      role="img"
      aria-label={`Needs attention: more than ${shareText(CONCERN_SHARE, 0)} of members${what === undefined ? '' : ` ${what}`}`}
    />
  );
