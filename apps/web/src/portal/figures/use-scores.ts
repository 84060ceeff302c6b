import type { MeasureName } from '@superscope/contracts/analytics/names';
import { monthlyQuery, type View } from '../analytics/figures-view';
import { useFigures } from '../analytics/use-figures';
import { areas } from './scored-areas';

export const SCORE: MeasureName = 'SuperScore.averageSuperScore';
/** Members under the stars to aim for, and their share. */
export const UNDER: MeasureName = 'SuperScore.membersUnderAim';
export const SHARE_UNDER: MeasureName = 'SuperScore.shareUnderAim';

/** The question of every month's scores. */
export const scoresQuery = (view: View) =>
  monthlyQuery(view, [SCORE, ...areas.map((area) => area.points), UNDER, SHARE_UNDER]);

/** Every month's scores of all areas. All cards that show a score share this one request. */
export const useScores = (view: View) => useFigures(view, scoresQuery);
