import type { ReactNode } from 'react';

/** What came of a press, at the top of a page. It stays in view where the press was far below, as in a list on a phone. */
export const Told = ({ children }: { children: ReactNode }) => (
  <div className="sticky top-3 z-20 mb-4 rounded-md shadow-pop">{children}</div>
);
