import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useViewLink } from '../view-address/use-view-address';

/** Classes of a card that is a link as a whole. Its buttons and `data-over` links stay above the card's own link. */
export const LINKED_CARD = 'relative hover:border-line-strong [&_button]:relative [&_a[data-over]]:relative';

/** The name of a card that links to another page of the same view. The whole card is the link. */
export function CardLink({ to, children }: { to: string; children: ReactNode }) {
  const linkTo = useViewLink();
  return (
    <Link to={linkTo(to)} className="hover:underline after:absolute after:inset-0 after:rounded-lg">
      {children}
    </Link>
  );
}
