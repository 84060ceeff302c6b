import { isEventMetric, isFixedChart, metricChartOf } from '@superscope/contracts/charts';
import { cubes } from '../analytics/model/catalogue.js';

/** The cubes whose measures have charts by their own names. */
const charted = ['MemberSnapshot', 'SuperScore', 'Member'];

const metrics: ReadonlySet<string> = new Set(
  cubes
    .filter(({ name }) => charted.includes(name))
    .flatMap(({ measures }) => measures)
    .filter(({ published }) => published.as !== 'nothing')
    .map(({ name }) => name.slice(name.indexOf('.') + 1)),
);

/** Whether there is a chart with this slug: a chart of one of the pages, or of a metric that employers may read. */
export function isKnownChart(id: string): boolean {
  if (isFixedChart(id)) return true;
  const chart = metricChartOf(id);
  return chart !== null && (isEventMetric(chart.metric) || metrics.has(chart.metric));
}
