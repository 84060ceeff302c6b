import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { useRoomy } from './use-roomy';

/** Months that a phone shows at once. */
const SHOWN = 12;

/** On phones a drawing of many months scrolls sideways, and begins with the newest ones. */
export function NewestFirst({ months, children }: { months: number; children: ReactNode }) {
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
      <div style={{ width: `${(100 * months) / SHOWN}%` }}>{children}</div>
    </div>
  );
}
