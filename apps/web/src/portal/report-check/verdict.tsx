import { CircleAlert, CircleCheck, CircleHelp, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names';

type State = 'yes' | 'no' | 'unknown' | 'busy';
const LOOKS = {
  yes: [CircleCheck, 'text-good', 'Yes'],
  no: [CircleAlert, 'text-danger', 'No'],
  unknown: [CircleHelp, 'text-ink-3', 'Not known'],
  busy: [LoaderCircle, 'text-info motion-safe:animate-spin', 'Being found out'],
} as const;

interface VerdictProps {
  is: State;
  note?: ReactNode;
  children: ReactNode;
}
/** One verdict, with what it rests on at the right. */
export function Verdict({ is, note, children }: VerdictProps) {
  const [Icon, tone, label] = LOOKS[is];
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1 border-t px-5 py-3 text-base">
      <Icon size={18} className={cx('mt-px shrink-0', tone)} aria-label={label} />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {note !== undefined && <div className="min-w-0 text-sm text-ink-3 wrap-anywhere">{note}</div>}
    </div>
  );
}
