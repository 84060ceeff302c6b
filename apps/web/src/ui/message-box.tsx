import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { cx } from './class-names';

export type Tone = 'danger' | 'good' | 'info' | 'attention';
const LOOK = {
  danger: { box: 'border-danger-line bg-danger-soft', icon: 'text-danger', Icon: CircleAlert },
  good: { box: 'border-brand-line bg-good-soft', icon: 'text-good', Icon: CircleCheck },
  info: { box: 'border-info-line bg-info-soft', icon: 'text-info', Icon: Info },
  attention: { box: 'border-attention-line bg-attention-soft', icon: 'text-attention', Icon: TriangleAlert },
} as const;
const GOES_AFTER_MS = 6000;

interface Props {
  tone: Tone;
  children: ReactNode;
  onClose?: () => void;
  /** A message other than a failure disappears after 6 s, unless it is part of the page. */
  stays?: boolean;
}

export function MessageBox({ tone, children, onClose, stays = tone === 'danger' }: Props) {
  const { box, icon, Icon } = LOOK[tone];
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => close.current?.(), GOES_AFTER_MS);
    return () => clearTimeout(timer);
    // Does not depend on the children, which are new objects on every render of the parent. A new message needs a new key.
  }, [stays]);
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-md border px-3.5 py-3 text-base', box)}
    >
      <Icon size={18} className={cx('mt-px shrink-0', icon)} aria-hidden />
      <div className="min-w-0 flex-1">{children}</div>
      {onClose && (
        <button
          type="button"
          aria-label="Close message"
          onClick={onClose}
          className="-m-1.5 grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </div>
  );
}
