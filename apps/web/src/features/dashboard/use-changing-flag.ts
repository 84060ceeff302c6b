import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import type { Loaded } from '../../portal/analytics/loaded';
import { mapLoaded, together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { useMonthlyFlag, usePeriodFlag, type ShareFigures } from '../../portal/figures/use-share';

/**
 * Something that happened at least once within the look-back, with the change of its share in a month from the first to the last: the
 * look-back's own share has no other to compare it with, since look-backs overlap.
 */
export function useChangingFlag(view: View, flag: MemberFlag): Loaded<ShareFigures> {
  const period = usePeriodFlag(view, flag);
  const byMonth = useMonthlyFlag(view, flag);
  return mapLoaded(together(period, byMonth), ([counted, { monthly, change, changeWithheld, partMonth }]) => ({
    ...counted,
    monthly,
    change,
    changeWithheld,
    partMonth,
  }));
}
