import type { ComponentType } from 'react';
import type { ChartProps } from '../../portal/feature';
import { NominationChart } from '../../portal/nominations/nomination-chart';
import { AdequacyChart } from './adequacy-chart';
import { BalanceChart } from './balance-chart';
import { InsuranceChart } from './insurance-chart';
import { RiskChart } from './risk-chart';
import { sections } from './sections';
import type { MainChartProps } from './section.page';
import { TrendChart } from './trend-chart';

const AloneChart = (props: MainChartProps) => <AdequacyChart {...props} begins="alone" />;

const mainCharts: Record<string, ComponentType<MainChartProps>> = {
  'beneficiary-nomination': NominationChart,
  'benchmark-index': BalanceChart,
  'life-insurance-indicator': InsuranceChart,
  'risk-profiles': RiskChart,
  'retirement-standard': AdequacyChart,
  'retirement-standard-super-alone': AloneChart,
};

/** The chart of an area that has this slug. */
export function AreaChart({ id, view, campaigns }: ChartProps) {
  const Main = mainCharts[id];
  if (Main) return <Main view={view} campaigns={campaigns} />;
  const section = Object.values(sections).find(({ area }) => id === `${area.key}-over-time`);
  return section ? <TrendChart section={section} view={view} campaigns={campaigns} /> : null;
}
