import type { InvestmentAdvice } from '@superscope/contracts/member-advice';
import { useInvestmentAdviceQuery } from './advice.api';
import { AdvicePage } from './advice-page';
import { InvestmentAdviceBody } from './investment-advice-body';

export const InvestmentAdvicePage = () => (
  <AdvicePage<InvestmentAdvice>
    title="Investment advice"
    pdf="pdf/intra-fund-investment-report/"
    useAdvice={useInvestmentAdviceQuery}
  >
    {(advice) => <InvestmentAdviceBody of={advice} />}
  </AdvicePage>
);
