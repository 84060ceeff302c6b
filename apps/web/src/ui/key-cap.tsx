import type { ReactNode } from 'react';

/** A key of the keyboard. Hidden where there is none. */
export const KeyCap = ({ children }: { children: ReactNode }) => (
  <kbd className="whitespace-nowrap rounded-sm border bg-sunken px-1.5 py-0.5 font-sans text-xs font-semibold text-ink-2 pointer-coarse:hidden">
    {children}
  </kbd>
);
