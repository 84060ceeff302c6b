import { Minus } from 'lucide-react';
import { cx } from '../../ui/class-names';
import { Explained } from '../../ui/explained';

const UNCLEAR = 'no clear change';
const UNCLEAR_REASON = 'The difference is within the margin of the adjustments that protect members.';

/** Replaces a change that is smaller than its margin. It has no arrow and no number. */
export const NoClearChange = ({ className }: { className?: string }) => (
  <Explained
    label={`${UNCLEAR}. ${UNCLEAR_REASON}`}
    explanation={UNCLEAR_REASON}
    offset={6}
    className={cx('inline-flex min-h-6 cursor-help items-center gap-0.5 align-middle text-sm', className)}
  >
    <Minus size={15} strokeWidth={2.4} className="shrink-0" aria-hidden />
    <span>{UNCLEAR}</span>
  </Explained>
);

const UNPUBLISHED = 'change not published';
const UNPUBLISHED_REASON = 'One of the two figures that it is between is not published, to protect members’ privacy.';

/** Replaces a change if one of its ends is not published. */
export const UnpublishedChange = ({ className }: { className?: string }) => (
  <Explained
    label={`${UNPUBLISHED}. ${UNPUBLISHED_REASON}`}
    explanation={UNPUBLISHED_REASON}
    offset={6}
    className={cx('inline-flex min-h-6 cursor-help items-center text-left align-middle text-sm', className)}
  >
    {UNPUBLISHED}
  </Explained>
);
