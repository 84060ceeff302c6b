import type { View } from '../analytics/figures-view';
import type { Span } from '../analytics/use-figures';
import { mapEarlier, useEarlier, type Earlier } from '../earlier/use-earlier';
import { distributionOf, useDistribution, useDistributionQuery, type Distribution } from '../figures/use-distribution';

const NOMINATION = 'Member.beneficiaryNominationType';
const NOMINATIONS = ['Binding', 'Non-binding', 'Expired binding', 'None'] as const;

/** Members by beneficiary nomination. The doughnut and the chart over time share one request. */
export const useNominations = (view: View) => useDistribution(view, NOMINATION, NOMINATIONS);

/** The same figures of the months that the view is compared with; null without a comparison. */
export function useNominationsEarlier(view: View, base: Span | undefined): Earlier<Distribution> | null {
  const earlier = useEarlier(view, useDistributionQuery(NOMINATION), base);
  return mapEarlier(earlier, (answer) => distributionOf(answer, NOMINATION, NOMINATIONS));
}
