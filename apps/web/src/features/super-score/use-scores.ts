import type { MeasureName } from '@superscope/contracts/analytics/names';
import { monthlyQuery, type View } from '../../portal/analytics/query';
import { useFigures } from '../../portal/analytics/use-figures';
import { useEarlier } from '../../portal/compare/use-earlier';
import { areas } from '../../portal/figures/areas';

export const SCORE: MeasureName = 'SuperScore.averageSuperScore';
export const UNDER: MeasureName = 'SuperScore.membersUnderAim';
export const SHARE_UNDER: MeasureName = 'SuperScore.shareUnderAim';

// The same question as the dashboard's, so that its cached answer is reused.
const scores = (view: View) => monthlyQuery(view, [SCORE, ...areas.map((area) => area.points), UNDER, SHARE_UNDER]);

/** Every month's score, areas and members under the aim: shared by the three cards, asked once. */
export const useScores = (view: View) => useFigures(view, scores);

/** The same of the months that the view is compared with. */
export const useEarlierScores = (view: View, base: Scores['data']) => useEarlier(view, scores, base);
export type Scores = ReturnType<typeof useScores>;
