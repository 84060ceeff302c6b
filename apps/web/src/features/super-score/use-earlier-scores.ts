import type { View } from '../../portal/analytics/figures-view';
import { useEarlier } from '../../portal/earlier/use-earlier';
import { scoresQuery, type useScores } from '../../portal/figures/use-scores';

export type Scores = ReturnType<typeof useScores>;

/** The scores of the months that the view is compared with. */
export const useEarlierScores = (view: View, base: Scores['data']) => useEarlier(view, scoresQuery, base);
