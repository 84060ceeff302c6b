import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useRoomy } from './use-roomy';

/** Months that a phone shows at once. */
const SHOWN = 12;

interface Props {
  months: number;
  /** The scale at the left of the drawing, which stands still over it while it scrolls. */
  scale: ReactNode;
  children: ReactNode;
}

/** On phones a drawing of many months scrolls sideways under its scale, and begins with the newest ones. */
export function NewestFirst({ months, scale, children }: Props) {
  const roomy = useRoomy();
  const frame = useRef<HTMLDivElement>(null);
  const scrolls = !roomy && months > SHOWN;
  useLayoutEffect(() => {
    const { current } = frame;
    if (!scrolls || !current) return;
    const toEnd = () => {
      current.scrollLeft = current.scrollWidth;
    };
    toEnd();
    // The drawing gets its width later than its frame.
    const observer = new ResizeObserver(toEnd);
    observer.observe(current.firstElementChild!);
    return () => observer.disconnect();
  }, [scrolls, months]);
  if (!scrolls) return children;
  return (
    <div
      ref={frame}
      role="group"
      aria-label="Chart, scrolls to earlier months"
      tabIndex={0}
      className="overflow-x-auto"
    >
      <div style={{ width: `${(100 * months) / SHOWN}%` }} className="grid">
        <div className="min-w-0 [grid-area:1/1]">{children}</div>
        <div aria-hidden className="pointer-events-none sticky left-0 justify-self-start bg-surface [grid-area:1/1]">
          {scale}
        </div>
      </div>
    </div>
  );
}
