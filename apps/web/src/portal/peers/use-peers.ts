import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import { peerFlags, peerPeriodFlags, type PeerFigureName, type PeerFlag } from '@superscope/contracts/peer-figures';
import type { PeerFigure, PlanPeers } from '@superscope/contracts/plan-peers';
import { useAsOf } from '../as-of/use-as-of';
import { lookedBackOver, type View } from '../analytics/figures-view';
import { isNarrowed } from '../filters/filters';
import { monthOf } from '../period/period';
import { usePlanPeersQuery } from './peers.api';

export interface Peers {
  data: PlanPeers | undefined;
  failed: boolean;
  retry: () => void;
}

/**
 * The quartiles of the platform's plans, from their published figures of all members. Null for a filtered view, for exact
 * figures, and for a past moment.
 */
export function usePeers(view: View): Peers | null {
  const { planId, audience, engaged, filters } = view;
  const asOf = useAsOf();
  const compared = asOf === null && audience === 'employer' && !isNarrowed({ engaged, filters });
  const from = monthOf(lookedBackOver(view)[0]);
  const { data, isError, isFetching, refetch } = usePlanPeersQuery({ planId, from }, { skip: !compared });
  if (!compared) return null;
  const failed = isError && !isFetching;
  // The quartiles of another period stay until the new ones have loaded: most figures do not depend on the period.
  return { data: data?.planId === planId && !failed ? data : undefined, failed, retry: () => void refetch() };
}

export interface PeerState {
  figure: PeerFigure;
  /** yyyy-MM */
  month: string;
  /** yyyy-MM, the first month of the period that the figure covers; null for a figure as at the end of a month. */
  from: string | null;
}

/** One figure's quartiles; null if there are none, undefined until that is known. */
export function usePeerFigure(view: View, name: PeerFigureName): PeerState | null | undefined {
  const peers = usePeers(view);
  if (peers === null || peers.failed) return null;
  if (peers.data === undefined) return undefined;
  const { figures, month, from } = peers.data;
  const ofPeriod = isPeriodFlag(name);
  if (ofPeriod && from !== monthOf(lookedBackOver(view)[0])) return null;
  const figure = figures[name];
  return figure && month !== null ? { figure, month, from: ofPeriod ? from : null } : null;
}

const isPeriodFlag = (name: PeerFigureName) => peerPeriodFlags.some((known) => known === name);

export const isPeerFlag = (flag: MemberFlag): flag is PeerFlag => peerFlags.some((known) => known === flag);
