import type { ReactNode } from 'react';

/** The fields of a record, line by line. */
export const RecordLines = ({ children }: { children: ReactNode }) => (
  <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">{children}</dl>
);

export const RecordLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);
