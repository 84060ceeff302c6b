import type { MeasureName } from '@superscope/contracts/analytics/names';
import { monthlyQuery, type View } from '../../portal/analytics/query';
import { useFigures } from '../../portal/analytics/use-figures';
import { areas } from '../../portal/figures/areas';

export const SCORE: MeasureName = 'SuperScore.averageSuperScore';
export const UNDER: MeasureName = 'SuperScore.membersUnderAim';
export const SHARE_UNDER: MeasureName = 'SuperScore.shareUnderAim';

// The same question as the dashboard's, so that the answer is at hand for who comes from there.
const scores = (view: View) => monthlyQuery(view, [SCORE, ...areas.map((area) => area.points), UNDER, SHARE_UNDER]);

/** Every month's score, areas and members under the aim: shared by the three cards, asked once. */
export const useScores = (view: View) => useFigures(view, scores);
export type Scores = ReturnType<typeof useScores>;
