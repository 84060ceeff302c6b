import { actionFacts } from '@superscope/contracts/action-facts';
import type { PlanAction } from '@superscope/contracts/plan-actions';
import type { ReactNode } from 'react';
import type { View } from '../analytics/figures-view';
import { baseText } from '../figures/base';
import { useMonthlyShare } from '../figures/use-share';
import { useWholeHeadcount } from '../figures/use-headcount';

interface Props {
  action: PlanAction;
  /** Of the whole plan. */
  view: View;
  /** Wraps the base where it is drawn. */
  children: (base: string) => ReactNode;
}

/** The members that an action was counted among, where these are not all: `of 1,277 whose cover is known`. */
export function ActionBase({ action, view, children }: Props) {
  const { dimension, value } = actionFacts[action.key];
  const { data } = useMonthlyShare(view, dimension, value);
  const headcount = useWholeHeadcount(view);
  if (data === undefined || (data.unknown.value ?? 0) === 0) return null;
  return children(baseText(dimension, data.unknown, headcount));
}
