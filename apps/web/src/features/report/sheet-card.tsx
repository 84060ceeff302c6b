import type { ReactNode } from 'react';
import { Heading } from '../../ui/heading';
import { Bone } from '../../ui/states';

/** The style of every card on a page. */
export const CARD = 'sheet-card';

export const CardTitle = ({ children, note }: { children: ReactNode; note?: string | undefined }) => (
  <div className="min-w-0">
    <Heading className="font-semibold leading-[14pt]">{children}</Heading>
    {note !== undefined && <p className="text-[9pt] leading-[12pt] text-ink-3">{note}</p>}
  </div>
);

/** A placeholder for content that is still loading. */
export const Bones = () => (
  <>
    <Bone className="mt-2 h-6 w-24" />
    <Bone className="mt-3 h-8 w-full" />
  </>
);
