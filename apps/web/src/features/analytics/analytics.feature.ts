import { metricChartOf } from '@superscope/contracts/charts';
import type { Feature } from '../../portal/feature';

export const analytics: Feature = {
  pages: [{ path: '/super/analytics/:metric?', load: async () => (await import('./analytics.page')).AnalyticsPage }],
  charts: [
    {
      holds: (id) => metricChartOf(id) !== null,
      load: async () => (await import('./metric-chart')).MetricChart,
    },
  ],
  right: 'portal.read',
  asOf: 'shown',
  menu: { id: 'super', entries: [{ label: 'Analytics', to: '/super/analytics' }] },
};
