import type { ReactNode } from 'react';

/** Title and one sentence: the head of a page that shows no plan. */
export const PlainHeader = ({ title, note, right }: { title: string; note: ReactNode; right?: ReactNode }) => (
  <div className="mb-5 flex flex-col gap-3 lg:flex-row lg:items-end">
    <div className="min-w-0 flex-1">
      <h1 className="text-[26px] font-[650] leading-8 tracking-[-0.015em]">{title}</h1>
      <p className="mt-0.5 max-w-[72ch] text-md text-ink-2">{note}</p>
    </div>
    {right !== undefined && <div className="self-start lg:self-auto">{right}</div>}
  </div>
);
