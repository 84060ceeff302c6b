import { CalculationLink } from './calculated';
import type { MainChartProps } from './section.page';
import { ShareChart } from './share-chart';

const PROFILES = ['Cash', 'Cautious', 'Conservative', 'Moderate', 'Assertive', 'Aggressive'] as const;

export const RiskChart = ({ view, className }: MainChartProps) => (
  <ShareChart
    title="Members by risk profile"
    note="At the newest month end"
    view={view}
    dimension="Member.riskProfileName"
    names={PROFILES}
    family="risk"
    file="risk-profiles"
    className={className}
    foot={
      <p className="border-t pt-3 text-sm text-ink-3">
        An assessed profile sets the target for growth assets; otherwise age does. <CalculationLink />
      </p>
    }
  />
);
