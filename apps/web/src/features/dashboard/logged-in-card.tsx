import { mapLoaded, together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { columnOf, type Campaign } from '../../portal/campaigns/campaigns.api';
import { NO_CELL } from '../../portal/analytics/result';
import { ChangeFigure, CountFigure, ShareFigure } from '../../portal/figures/figure';
import { Plot } from '../../portal/figures/plot';
import { monthlyWindowOf, useMonthlyFlag, usePeriodFlag, windowOf } from '../../portal/figures/use-share';
import { monthOf } from '../../portal/period/period';
import { date, month } from '../../ui/format';
import { MiniColumns } from '../../ui/mini-columns';
import { ACTIVITY_CARD } from './activity-card';
import { CountCard } from '../../portal/cards/count-card';

/**
 * Everybody who signed in within the look-back; the columns are each month's, in full colour where a campaign ran. The month
 * before a preset's is left out: who signed in only then does not count.
 */
export function LoggedInCard({ view, campaigns }: { view: View; campaigns: Campaign[] }) {
  const period = usePeriodFlag(view, 'loggedInMember');
  const byMonth = useMonthlyFlag(view, 'loggedInMember');
  const figures = mapLoaded(together(period, byMonth), ([counted, { monthly, months, quarterEnds, ...changed }]) => {
    const uncounted = months.filter((month) => month < monthOf(changed.of.counted[0])).length;
    const { change, changeWithheld, partMonth } = changed;
    // The change leaves out a running month, and so does the month beside it.
    const at = partMonth === null ? months.length - 1 : months.length - 2;
    const { count, share } = monthly[at] ?? { count: NO_CELL, share: NO_CELL };
    return {
      ...counted,
      note: `Signed in ${windowOf(counted)}. Columns and change: ${monthlyWindowOf(changed)}`,
      // The figure shown is of the whole look-back; the change is that of the columns, and stands with them.
      change: null,
      changeWithheld: false,
      ofMonth: { month: months[at], count, share, change, changeWithheld },
      partMonth,
      monthly: monthly.slice(uncounted),
      months: months.slice(uncounted),
      quarterEnds,
    };
  });
  return (
    <CountCard
      className={ACTIVITY_CARD}
      title="Logged-in members"
      note={figures.data?.note}
      figures={figures}
      peers="loggedInMember"
      watched={{ planId: view.planId, metric: 'loggedInMember' }}
    >
      {({ monthly, months, quarterEnds, ofMonth, of }) => {
        const ran = new Set(campaigns.map((campaign) => columnOf(campaign, months, quarterEnds)));
        const marked = months.flatMap((month, at) => (ran.has(month) ? [at] : []));
        return (
          <>
            <Plot
              cells={monthly.map(({ count }) => count)}
              unpublished="Not published by month."
              height={52}
              className="!min-h-13"
            >
              {(values) => <MiniColumns values={values} marked={marked} />}
            </Plot>
            {ofMonth.month !== undefined && ofMonth.share.value !== null && (
              <p className="mt-1.5 flex flex-wrap items-baseline gap-x-2 text-sm text-ink-2">
                <span>
                  {month(ofMonth.month)}: <ShareFigure of={ofMonth.share} />
                  {ofMonth.count.value !== null && (
                    <>
                      , <CountFigure count={ofMonth.count} />
                    </>
                  )}
                </span>
                <ChangeFigure change={ofMonth.change} withheld={ofMonth.changeWithheld} points since={date(of.since)} />
              </p>
            )}
          </>
        );
      }}
    </CountCard>
  );
}
