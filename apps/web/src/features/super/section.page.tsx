import type { ComponentType } from 'react';
import type { View } from '../../portal/analytics/figures-view';
import type { Campaign } from '../../portal/campaigns/campaigns.api';
import { ScoreActions } from '../../portal/actions/score-actions';
import { FigurePage } from '../../portal/figure-page/figure-page';
import { MembersGate } from '../../portal/figure-page/members-gate';
import { NominationChart } from '../../portal/nominations/nomination-chart';
import { usePageView } from '../../portal/page-header/use-page-view';
import { AdequacyChart } from './adequacy-chart';
import { BalanceChart } from './balance-chart';
import { Calculated } from './calculated';
import { CampaignCard, ContactCard, RingCard, StepCard } from './cards';
import { InsuranceChart } from './insurance-chart';
import { RiskChart } from './risk-chart';
import { ConcernCard, PointsCard } from './score-cards';
import { sections, type Section, type SectionKey } from './sections';
import { TrendChart } from './trend-chart';

export interface MainChartProps {
  view: View;
  campaigns: Campaign[];
  className?: string;
}

const SPAN = 'xl:col-span-8';

function SectionPage({ section, Chart }: { section: Section; Chart: ComponentType<MainChartProps> }) {
  const page = usePageView();
  const { area, breakdowns } = section;
  const { list: campaigns } = page.campaigns;
  return (
    <FigurePage title={area.name} page={page} breakdowns={breakdowns}>
      {(view) => (
        <MembersGate view={view}>
          <div className="grid grid-cols-1 gap-4 xl:grid-cols-12">
            <Chart view={view} campaigns={campaigns} className={SPAN} />
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:col-span-4">
              <ConcernCard section={section} view={view} />
              <PointsCard section={section} view={view} />
              <RingCard section={section} view={view} />
            </div>
          </div>
          <div className="mt-4 grid grid-cols-1 gap-4 xl:grid-cols-12">
            <TrendChart section={section} view={view} campaigns={campaigns} className={SPAN} />
            <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:col-span-4">
              <ContactCard section={section} view={view} />
              <CampaignCard view={view} campaigns={page.campaigns} />
              <StepCard section={section} view={view} />
            </div>
          </div>
          <ScoreActions view={view} area={area.key} />
          <Calculated section={section} view={view} />
        </MembersGate>
      )}
    </FigurePage>
  );
}

const charts: Record<SectionKey, ComponentType<MainChartProps>> = {
  nominatedBeneficiary: NominationChart,
  accountBalance: BalanceChart,
  lifeInsurance: InsuranceChart,
  investmentApproach: RiskChart,
  retirementAdequacy: AdequacyChart,
};

const pageOf = (key: SectionKey): ComponentType =>
  function AreaPage() {
    return <SectionPage section={sections[key]} Chart={charts[key]} />;
  };

export const sectionPages: Record<SectionKey, ComponentType> = {
  nominatedBeneficiary: pageOf('nominatedBeneficiary'),
  accountBalance: pageOf('accountBalance'),
  lifeInsurance: pageOf('lifeInsurance'),
  investmentApproach: pageOf('investmentApproach'),
  retirementAdequacy: pageOf('retirementAdequacy'),
};
