import type { ReactNode } from 'react';
import type { View } from '../analytics/figures-view';
import { isNarrowed } from '../filters/filters';
import { useHeadcount } from '../figures/use-headcount';
import { FewMembers, LoadingPage, NoFigures, NoMembers, NOT_PUBLISHED, TooFew, Unfiltered } from './page-states';

/** The cards of a page, if there are members to show; otherwise one sentence in place of all of them. */
export function MembersGate({ view, children }: { view: View; children: ReactNode }) {
  const { data, refusal } = useHeadcount(view);
  const narrowed = isNarrowed(view);
  if (refusal !== null && narrowed) return <Unfiltered title={NOT_PUBLISHED}>{refusal}</Unfiltered>;
  if (data === undefined) return children;
  const { newest, of } = data;
  const nothing = newest.withheld !== null || !newest.value;
  // This headcount is of the previous view, which says nothing about the current one.
  if (nothing && of !== view) return <LoadingPage />;
  if (newest.withheld !== null) return narrowed ? <FewMembers engaged={view.engaged} /> : <TooFew />;
  if (nothing) return narrowed ? <NoMembers /> : <NoFigures />;
  return children;
}
