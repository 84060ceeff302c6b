import type { ReactNode } from 'react';

/** The result of an action, at the top of a page. It stays in view even if the button was far below, as in a list on a phone. */
export const Told = ({ children }: { children: ReactNode }) => (
  <div className="sticky top-3 z-20 mb-4 rounded-md shadow-pop">{children}</div>
);
