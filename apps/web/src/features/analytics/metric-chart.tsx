import { metricChartOf } from '@superscope/contracts/charts';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { referenceOf } from '../../portal/api/base.api';
import type { ChartProps } from '../../portal/feature';
import { ErrorState, Skeleton } from '../../ui/states';
import { catalogueOf, chosenOf, subjectOf } from './catalogue';
import { GroupChart } from './group-charts';
import { useMetaQuery } from './meta.api';
import { OverTime } from './over-time';

/** The chart of a metric that has this slug, by the dimensions that the address names. */
export function MetricChart({ id, view, campaigns }: ChartProps) {
  const { data, error, refetch } = useMetaQuery();
  const [search] = useSearchParams();
  const catalogue = useMemo(() => data && catalogueOf(data), [data]);
  if (error) return <ErrorState what="This chart" reference={referenceOf(error)} onRetry={() => void refetch()} />;
  if (!catalogue) return <Skeleton label="the chart">{null}</Skeleton>;
  const { metric, shown } = metricChartOf(id)!;
  const chosen = chosenOf(catalogue, metric, search.get('dimensions'), view.audience);
  if (chosen.metric.key !== metric) {
    return <ErrorState what={`A chart of ${metric}`} note="There is no such metric." onRetry={() => void refetch()} />;
  }
  if (shown === 'over-time')
    return <OverTime view={view} chosen={chosen} campaigns={campaigns} subject={subjectOf(chosen)} />;
  const group = catalogue.dimensions.find(({ key }) => shown === `by-${key}`)!;
  return <GroupChart view={view} chosen={chosen} group={group} />;
}
