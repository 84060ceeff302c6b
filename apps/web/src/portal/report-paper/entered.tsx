import { PenLine } from 'lucide-react';
import { sydneyDate } from '@superscope/contracts/sydney-time';
import { date } from '../../ui/format';

interface Props {
  /** Who wrote the words of a page last; null if that is not known. */
  of: {
    /** Null if the account is gone. */
    by: string | null;
    role: string | null;
    /** Instant, UTC. */
    at: string;
  } | null;
}

/** Stands on every sheet with words that people wrote. */
export const Entered = ({ of }: Props) => (
  <p className="flex items-center gap-2 border-l-2 border-line-strong pl-3 text-[12px] leading-[16px] text-ink-2">
    <PenLine size={14} className="shrink-0" aria-hidden />
    <span>
      {of === null
        ? 'Entered for this report'
        : `Entered by ${[of.by ?? 'somebody whose account is gone', of.role?.toLowerCase()].filter(Boolean).join(', ')}, ${date(sydneyDate(of.at))}`}
      ; <b className="font-semibold">not checked</b> against the figures of this report.
    </span>
  </p>
);
