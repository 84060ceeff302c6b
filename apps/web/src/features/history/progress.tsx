import { cx } from '../../ui/class-names';
import { Button } from '../../ui/button';

interface Props {
  text: string;
  /** From 0 to 1; null where it is not known. */
  part: number | null;
  busy: boolean;
  onCancel: () => void;
  cancelLabel?: string;
}

/** A running job with its progress, and a button to cancel it. */
export const Progress = ({ text, part, busy, onCancel, cancelLabel }: Props) => (
  <div className="mt-4 flex flex-wrap items-center gap-4">
    <div className="min-w-0 flex-1 basis-64">
      <p className="text-base" role="status">
        {text}
      </p>
      <div
        role="progressbar"
        aria-label="Progress"
        aria-valuemin={0}
        aria-valuemax={100}
        {...(part === null ? {} : { 'aria-valuenow': Math.round(part * 100) })}
        className="mt-2 h-2 overflow-hidden rounded-full bg-track"
      >
        <div
          className={cx('settle h-full rounded-full bg-brand', part === null && 'animate-pulse')}
          style={{ width: part === null ? '12%' : `${Math.max(2, Math.min(1, part) * 100)}%` }}
        />
      </div>
    </div>
    <Button busy={busy} {...(cancelLabel === undefined ? {} : { 'aria-label': cancelLabel })} onClick={onCancel}>
      Cancel
    </Button>
  </div>
);
