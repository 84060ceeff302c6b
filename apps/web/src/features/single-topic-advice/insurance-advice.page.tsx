import type { InsuranceAdvice } from '@superscope/contracts/member-advice';
import { useInsuranceAdviceQuery } from './advice.api';
import { AdvicePage } from './advice-page';
import { InsuranceAdviceBody } from './insurance-advice-body';

export const InsuranceAdvicePage = () => (
  <AdvicePage<InsuranceAdvice>
    title="Insurance advice"
    pdf="pdf/limited-advice-report/"
    useAdvice={useInsuranceAdviceQuery}
  >
    {(advice) => <InsuranceAdviceBody of={advice} />}
  </AdvicePage>
);
