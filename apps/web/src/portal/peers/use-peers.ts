import type { MemberFlag } from '@superscope/contracts/analytics/names';
import { peerFlags, type PeerFigureName, type PeerFlag } from '@superscope/contracts/peer-figures';
import type { PeerFigure, PlanPeers } from '@superscope/contracts/plan-peers';
import { useAsOf } from '../as-of/use-as-of';
import type { View } from '../analytics/query';
import { isNarrowed } from '../filters/filters';
import { usePlanPeersQuery } from './peers.api';

export interface Peers {
  data: PlanPeers | undefined;
  failed: boolean;
  retry: () => void;
}

/** What the plans of the platform have: of all members, as published. Null for a view of some members, for exact figures, and for a past moment. */
export function usePeers({ planId, audience, engaged, filters }: View): Peers | null {
  const asOf = useAsOf();
  const compared = asOf === null && audience === 'employer' && !isNarrowed({ engaged, filters });
  const { currentData, isError, isFetching, refetch } = usePlanPeersQuery({ planId }, { skip: !compared });
  return compared ? { data: currentData, failed: isError && !isFetching, retry: () => void refetch() } : null;
}

export interface PeerState {
  figure: PeerFigure;
  /** yyyy-MM */
  month: string;
}

/** One figure's quartiles; null where there are none, undefined until that is known. */
export function usePeerFigure(view: View, name: PeerFigureName): PeerState | null | undefined {
  const peers = usePeers(view);
  if (peers === null || peers.failed) return null;
  if (peers.data === undefined) return undefined;
  const { figures, month } = peers.data;
  const figure = figures[name];
  return figure && month !== null ? { figure, month } : null;
}

export const isPeerFlag = (flag: MemberFlag): flag is PeerFlag => peerFlags.some((known) => known === flag);
