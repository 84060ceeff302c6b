import type { ReactNode } from 'react';

interface Props {
  title: string;
  note: ReactNode;
  /** The person whom the page is about, once chosen: name, number and birth date. */
  person?: string | null;
  right?: ReactNode;
}

/** Title and one sentence: the head of a page that shows no plan. */
export const PlainHeader = ({ title, note, person = null, right }: Props) => (
  <div className="mb-5 flex flex-col gap-3 lg:flex-row lg:items-end">
    <div className="min-w-0 flex-1">
      <h1 className="text-[26px] font-[650] leading-8 tracking-[-0.015em]">{title}</h1>
      <p className="mt-0.5 max-w-[72ch] text-md text-ink-2">{note}</p>
      {person !== null && <p className="mt-1 text-md font-semibold wrap-anywhere">{person}</p>}
    </div>
    {right !== undefined && <div className="self-start lg:self-auto">{right}</div>}
  </div>
);
