import { accountBalance } from './pages/account-balance';
import { asfaBalance } from './pages/asfa-balance';
import { back } from './pages/back';
import { contacts } from './pages/contacts';
import { cover } from './pages/cover';
import { dashboard } from './pages/dashboard';
import { disclaimer } from './pages/disclaimer';
import { fundFitness } from './pages/fund-fitness';
import { fundOverview } from './pages/fund-overview';
import { inBrief } from './pages/in-brief';
import { insuranceSummary } from './pages/insurance-summary';
import { investment } from './pages/investment';
import { investmentApproach } from './pages/investment-approach';
import { lifeInsurance } from './pages/life-insurance';
import { matters } from './pages/matters';
import { membership } from './pages/membership';
import { nominatedBeneficiary } from './pages/nominated-beneficiary';
import { planRanking } from './pages/plan-ranking';
import { portfolioMix } from './pages/portfolio-mix';
import { retirementAdequacy } from './pages/retirement-adequacy';
import { stateMap } from './pages/state-map';
import { superOverview } from './pages/super-overview';
import { superScore } from './pages/super-score';
import { transactionBalance } from './pages/transaction-balance';
import { trends } from './pages/trends';
import type { ReportPage } from './report-page';

/** The pages in the order of the report. The contents follow from this list. */
export const pages: readonly ReportPage[] = [
  cover,
  disclaimer,
  inBrief,
  contacts,
  dashboard,
  fundFitness,
  superScore,
  nominatedBeneficiary,
  accountBalance,
  lifeInsurance,
  investmentApproach,
  retirementAdequacy,
  fundOverview,
  transactionBalance,
  superOverview,
  trends,
  planRanking,
  asfaBalance,
  insuranceSummary,
  membership,
  stateMap,
  investment,
  portfolioMix,
  matters,
  back,
];
