import type { View } from '../../portal/analytics/query';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { isNarrowed } from '../../portal/filters/filters';
import { ATTENTION_SHARE } from '../../portal/figures/areas';
import { ChartCard } from '../../portal/figures/chart-card';
import { shareText } from '../../portal/figures/figure-text';
import { useMonthlyShare } from '../../portal/figures/use-share';
import { CampaignKey } from '../../portal/campaigns/campaign-key';
import { MonthTable } from '../../portal/nominations/month-table';
import { markersOf } from '../../portal/campaigns/markers';
import { share } from '../../ui/format';
import { LineChart } from '../../ui/line-chart';
import type { Section } from './sections';

interface Props {
  section: Section;
  view: View;
  campaigns: Campaign[];
  className?: string;
}

/** In percentage points. */
const LEAST_SPAN = 6;

/** The share of members that the area is a concern for, month by month, with the campaigns that ran. */
export function TrendChart({ section: { area }, view, campaigns, className }: Props) {
  const figures = useMonthlyShare(view, area.dimension, area.value);
  const title = `${area.concern}, over time`;
  const { months = [], quarterEnds = false } = figures.data ?? {};
  const markers = markersOf(campaigns, months, quarterEnds);
  return (
    <ChartCard
      title={title}
      note={`Share of ${isNarrowed(view) ? 'filtered ' : ''}members at each ${quarterEnds ? 'quarter' : 'month'} end`}
      figures={figures}
      audience={view.audience}
      file={`${area.key}-over-time`}
      className={className}
      controls={markers.length > 0 && <CampaignKey />}
      nothing={({ monthly }) =>
        monthly.some(({ share: { value } }) => value !== null) ? null : 'Nothing of it is published in this period.'
      }
      legend={() => []}
      drawing={({ monthly, newest }, svg) => (
        <LineChart
          label={`${title}. The same figures are in the table view.`}
          months={months}
          values={monthly.map(({ share: { value } }) => value)}
          texts={monthly.map(({ share: cell }) => shareText(cell))}
          format={(value) => share(value, Number.isInteger(value) ? 0 : 1)}
          tone={(newest.share.value ?? 0) > ATTENTION_SHARE ? 'attention' : 'plot'}
          leastSpan={LEAST_SPAN}
          markers={markers}
          svgRef={svg}
        />
      )}
      table={({ monthly }) => (
        <MonthTable title={title} parts={[{ name: 'Share of members', monthly }]} months={months} percent />
      )}
    />
  );
}
