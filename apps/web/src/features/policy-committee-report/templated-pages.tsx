import type { ServedPage } from '@superscope/contracts/plan-report';
import { customPage, titleOf, type TemplatePageName } from '@superscope/contracts/report-templates';
import { TwoSections } from '../../portal/report-paper/two-sections';
import { matters } from './pages/matters';
import { noFigures, type NoFigures } from './pages/without-figures';
import { pages } from './pages';
import { reportPage, type ReportPage } from './report-page';

/** The pages of figures by the names that templates give them. */
const idOf: Partial<Record<TemplatePageName, string>> = {
  CoverPage: 'cover',
  DisclaimerPage: 'disclaimer',
  ContactsPage: 'contacts',
  DashboardPage: 'dashboard',
  FitnessActivityPage: 'fitness',
  SuperScorePage: 'superScore',
  SsBeneficiaryPage: 'nominatedBeneficiary',
  SsBalancePage: 'accountBalance',
  SsInsurancePage: 'lifeInsurance',
  SsInvestmentPage: 'investmentApproach',
  SsRetirementPage: 'retirementAdequacy',
  FundOverviewPage: 'fundOverview',
  TransactionBalancePage: 'transactionBalance',
  OverviewPage: 'superOverview',
  TrendsPage: 'trends',
  RankingPage: 'planRanking',
  AsfaBalancePage: 'asfaBalance',
  InsurancePage: 'insuranceSummary',
  MembershipPage: 'membership',
  StateMapPage: 'stateMap',
  InvestmentPage: 'investment',
  FundMixPage: 'portfolioMix',
  BackPage: 'back',
};

/** The pages of a report: those of its template in their order, or the usual ones without a template. */
export const pagesOf = (served: readonly ServedPage[]): readonly ReportPage[] =>
  served.length === 0 ? pages : served.flatMap((page) => ofTemplate(page) ?? []);

function ofTemplate(served: ServedPage): ReportPage | null {
  if (served.templatePageName === customPage) return custom(served);
  const page = pages.find(({ id }) => id === idOf[served.templatePageName]);
  return page === undefined ? null : titled(page, served.heading);
}

/** The same page under the heading of a template. */
function titled(page: ReportPage, heading: string | null): ReportPage {
  if (heading === null) return page;
  const { Slot } = page;
  return { ...page, title: heading, short: heading, Slot: (props) => <Slot {...props} heading={heading} /> };
}

/** A page of the template's own words; without sections it has lines to write on. */
function custom({ id, heading, templatePageName, templatePageNumber, pageSections }: ServedPage): ReportPage {
  if (pageSections.length === 0) return { ...titled(matters, heading), id: `custom-${id}` };
  const sections = pageSections.map((section) => ({
    id: String(section.sequence),
    heading: section.heading,
    items: section.sectionItems.map(({ sequence, ...item }) => ({ id: String(sequence), ...item })),
  }));
  return reportPage<NoFigures>({
    id: `custom-${id}`,
    number: String(templatePageNumber),
    title: heading ?? titleOf(templatePageName),
    useFigures: noFigures,
    isPublished: () => true,
    sentence: () => '',
    Body: () => <TwoSections sections={sections} />,
  });
}
