import type { View } from '../../portal/analytics/figures-view';
import { CampaignKey } from '../../portal/campaigns/campaign-key';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { markersOf } from '../../portal/campaigns/markers';
import { COMPARED } from '../../portal/compare/compare';
import { ComparedNote } from '../../portal/earlier/compared-note';
import { inPoints } from '../../portal/earlier/compared-text';
import { busyWith, mapEarlier } from '../../portal/earlier/use-earlier';
import { useMonthlyShareEarlier } from '../../portal/earlier/use-share-earlier';
import { isNarrowed } from '../../portal/filters/filters';
import { ATTENTION_SHARE } from '../../portal/figures/scored-areas';
import { knownText } from '../../portal/figures/base';
import { ChartCard } from '../../portal/cards/chart-card';
import { shareText } from '../../portal/figures/figure-text';
import { useMonthlyShare, type Published } from '../../portal/figures/use-share';
import { MonthTable } from '../../portal/nominations/month-table';
import { monthRows } from '../../portal/nominations/month-rows';
import { month, share } from '../../ui/format';
import { Legend, type LegendItem } from '../../ui/legend';
import { LinesChart, type Line } from '../../ui/lines-chart';
import type { Section } from './sections';

interface Props {
  section: Section;
  view: View;
  campaigns: Campaign[];
  className?: string;
}

/** The smallest span of the axis, in percentage points. */
const LEAST_SPAN = 6;

const sharesOf = (monthly: Published[]) => monthly.map((of) => of.share);
const drawn = (monthly: Published[]) => ({
  values: monthly.map((of) => of.share.value),
  texts: monthly.map((of) => shareText(of.share)),
});

/** The share of members that the area is a concern for, month by month, with the campaigns that ran. */
export function TrendChart({ section: { area }, view, campaigns, className }: Props) {
  const shares = useMonthlyShare(view, area.dimension, area.value);
  const earlier = useMonthlyShareEarlier(view, area.dimension, area.value, shares.data);
  const before = earlier?.data && { name: COMPARED[earlier.key], ...earlier.data };
  const title = `${area.concern}, over time`;
  const { months = [], quarterEnds = false, monthly: all = [], newest: last } = shares.data ?? {};
  const markers = markersOf(campaigns, months, quarterEnds);
  const hasUnknown = (shares.data?.unknown.value ?? 0) > 0;
  const tone = (last?.share.value ?? 0) > ATTENTION_SHARE ? 'attention' : 'plot';
  const linesOf = (monthly: Published[]): Line[] => [
    ...(before ? [{ name: before.name, colour: 'var(--ink-3)', dashed: true, ...drawn(before.monthly) }] : []),
    { name: before ? 'This period' : 'Share of members', colour: `var(--${tone})`, ...drawn(monthly) },
  ];
  const legend: LegendItem[] = before ? linesOf(all).toReversed() : [];
  return (
    <ChartCard
      title={title}
      note={`Share of ${isNarrowed(view) ? 'filtered ' : ''}members${hasUnknown ? ` ${knownText(area.dimension)}` : ''} at each ${quarterEnds ? 'quarter' : 'month'} end`}
      figures={busyWith(shares, earlier)}
      audience={view.audience}
      file={`${area.key}-over-time`}
      className={className}
      controls={markers.length > 0 && <CampaignKey />}
      nothing={({ monthly }) =>
        monthly.some((of) => of.share.value !== null) ? null : 'Nothing of it is published in this period.'
      }
      legend={() => legend}
      csv={({ monthly }) =>
        monthRows([{ name: 'Share of members', monthly }, ...(before ? [before] : [])], months, true)
      }
      of={months[0] && `${month(months[0])} to ${month(months.at(-1)!)}`}
      drawing={({ monthly }, svg) => (
        <>
          {before && (
            <div className="mb-2">
              <Legend items={legend} />
            </div>
          )}
          <LinesChart
            label={`${title}. The same figures are in the table view.`}
            months={months}
            lines={linesOf(monthly)}
            format={(value) => share(value, Number.isInteger(value) ? 0 : 1)}
            leastSpan={LEAST_SPAN}
            markers={markers}
            height={270}
            drawingRef={svg}
          />
        </>
      )}
      table={({ monthly }) => (
        <MonthTable
          title={title}
          parts={[{ name: 'Share of members', monthly }, ...(before ? [before] : [])]}
          months={months}
          percent
        />
      )}
      foot={
        earlier && shares.data ? (
          <ComparedNote
            earlier={mapEarlier(earlier, ({ monthly, months: at }) => ({ cells: sharesOf(monthly), months: at }))}
            cells={sharesOf(all)}
            measured={inPoints}
          />
        ) : undefined
      }
    />
  );
}
