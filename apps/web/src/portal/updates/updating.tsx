import type { ReactNode, RefObject } from 'react';
import { useUpdateHint } from './use-update-hint';
import { useUpdates } from './use-updates';

/** The hint that a card was updated, which fades; `updated` restarts it. */
export const UpdatedMark = ({ updated }: { updated: number }) =>
  updated > 0 ? <span key={updated} aria-hidden data-updated className="updated" /> : null;

interface Props {
  /** The name that screen readers announce. */
  name: string;
  /** The answer that the content shows. Another object counts as a change. */
  of: unknown;
  children: ReactNode;
}

/** Announces when its content has changed by itself, as a card of figures does. */
export function Updating({ name, of, children }: Props) {
  const { card, updated } = useUpdateHint(name, useUpdates(of, name));
  return (
    <div ref={card as RefObject<HTMLDivElement>} className="relative">
      {children}
      <UpdatedMark updated={updated} />
    </div>
  );
}
