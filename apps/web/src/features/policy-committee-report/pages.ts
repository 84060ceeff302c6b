import { accountBalance } from './pages/account-balance';
import { cover } from './pages/cover';
import { dashboard } from './pages/dashboard';
import { fundFitness } from './pages/fund-fitness';
import { investmentApproach } from './pages/investment-approach';
import { lifeInsurance } from './pages/life-insurance';
import { nominatedBeneficiary } from './pages/nominated-beneficiary';
import { retirementAdequacy } from './pages/retirement-adequacy';
import { superScore } from './pages/super-score';
import type { ReportPage } from './report-page';

/** The pages in the order of the report. The contents follow from this list. */
export const pages: readonly ReportPage[] = [
  cover,
  dashboard,
  fundFitness,
  superScore,
  nominatedBeneficiary,
  accountBalance,
  lifeInsurance,
  investmentApproach,
  retirementAdequacy,
];
