import { metricChartOf } from '@superscope/contracts/charts';
import { useSearchParams } from 'react-router';
import type { ChartProps } from '../../portal/feature';
import { ErrorState, Skeleton } from '../../ui/states';
import { chosenOf, subjectOf } from './catalogue';
import { GroupChart } from './group-charts';
import { OverTime } from './over-time';
import { useCatalogue } from './use-catalogue';

/** The chart of a metric that has this slug, by the dimensions that the address names. */
export function MetricChart({ id, view, campaigns }: ChartProps) {
  const { catalogue, failed, reference, retry } = useCatalogue(view.planId, view.onePayroll);
  const [search] = useSearchParams();
  if (failed) return <ErrorState what="This chart" reference={reference} onRetry={retry} />;
  if (!catalogue) return <Skeleton label="the chart">{null}</Skeleton>;
  const { metric, shown } = metricChartOf(id)!;
  const chosen = chosenOf(catalogue, metric, search.get('dimensions'), view.audience);
  if (chosen.metric.key !== metric) {
    return <ErrorState what={`A chart of ${metric}`} note="There is no such metric." onRetry={retry} />;
  }
  if (shown === 'over-time')
    return <OverTime view={view} chosen={chosen} campaigns={campaigns} subject={subjectOf(chosen)} />;
  const group = catalogue.dimensions.find(({ key }) => shown === `by-${key}`)!;
  return <GroupChart view={view} chosen={chosen} group={group} />;
}
