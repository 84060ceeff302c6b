import type { View } from '../analytics/query';
import { useDistribution } from '../figures/use-distribution';

const NOMINATIONS = ['Binding', 'Non-binding', 'Expired binding', 'None'] as const;

/** Members by beneficiary nomination. The doughnut and the chart over time share one request. */
export const useNominations = (view: View) => useDistribution(view, 'Member.beneficiaryNominationType', NOMINATIONS);
