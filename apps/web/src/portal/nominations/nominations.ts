import type { View } from '../analytics/query';
import { useDistribution } from '../figures/use-distribution';

const NOMINATIONS = ['Binding', 'Non-binding', 'Expired binding', 'None'] as const;

/** Members by beneficiary nomination: of the doughnut and of the chart over time, asked once. */
export const useNominations = (view: View) => useDistribution(view, 'Member.beneficiaryNominationType', NOMINATIONS);
