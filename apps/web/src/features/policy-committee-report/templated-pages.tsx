import { pdfPageText, type PdfPageSource, type ServedPage } from '@superscope/contracts/plan-report';
import { customPage, titleOf, type TemplatePageName } from '@superscope/contracts/report-templates';
import { roleName } from '../../portal/user/user';
import { customSections, customSentence } from '../../portal/report-paper/custom-sections';
import { Entered } from '../../portal/report-paper/entered';
import { back } from './pages/back';
import { areas } from '../../portal/figures/scored-areas';
import { cover } from './pages/cover';
import { disclaimer } from './pages/disclaimer';
import { inBrief } from './pages/in-brief';
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

/**
 * The pages of a report: those of its template in their order, or the usual ones without a template. What a report says of itself, before its
 * figures and behind them, no template leaves out, nor the page that sums its figures up.
 */
export function pagesOf(served: readonly ServedPage[]): readonly ReportPage[] {
  if (served.length === 0) return pages;
  const named = served.flatMap((page) => ofTemplate(page) ?? []);
  const has = ({ id }: ReportPage) => named.some((page) => page.id === id);
  const afterCover = named[0]?.id === cover.id ? 1 : 0;
  const whole = [
    ...named.slice(0, afterCover),
    ...(has(disclaimer) ? [] : [disclaimer]),
    ...named.slice(afterCover),
    ...(has(back) ? [] : [back]),
  ];
  const afterDisclaimer = whole.findIndex(({ id }) => id === disclaimer.id) + 1;
  return named.some(({ id }) => summedUp.has(id)) ? whole.toSpliced(afterDisclaimer, 0, inBrief) : whole;
}

/** The pages whose figures page B sums up. */
const summedUp: ReadonlySet<string> = new Set(['dashboard', 'fitness', 'superScore', ...areas.map(({ key }) => key)]);

function ofTemplate(served: ServedPage): ReportPage | null {
  if (served.templatePageName === customPage) return custom(served);
  if (served.source !== null) return ofPdf(served, served.source);
  const page = pageNamed(served.templatePageName);
  return page && titled(page, served.heading);
}

/** What the report draws at a page of this name: a page of figures, or one to write on. Null for the page of a PDF. */
export const pageNamed = (name: TemplatePageName): ReportPage | null =>
  name === customPage ? matters : (pages.find(({ id }) => id === idOf[name]) ?? null);

/** The same page under the heading of a template. */
function titled(page: ReportPage, heading: string | null): ReportPage {
  if (heading === null) return page;
  const { Slot } = page;
  return { ...page, title: heading, short: heading, Slot: (props) => <Slot {...props} heading={heading} /> };
}

/** A page of the template's own words; without sections it has lines to write on. */
function custom({ id, heading, templatePageName, pageSections, entered }: ServedPage): ReportPage {
  if (pageSections.length === 0) return { ...titled(matters, heading), id: `custom-${id}` };
  const sections = pageSections.map((section) => ({
    id: String(section.sequence),
    heading: section.heading,
    items: section.sectionItems.map(({ sequence, ...item }) => ({ id: String(sequence), ...item })),
  }));
  const groups = customSections(sections);
  return reportPage<NoFigures>({
    id: `custom-${id}`,
    // The number that the template gives it may be that of a page of figures.
    number: '',
    title: heading ?? titleOf(templatePageName),
    useFigures: noFigures,
    withoutFigures: true,
    isPublished: () => true,
    flow: () => ({
      groups,
      lead: (sheet) => customSentence(sections, sheet, entered?.by ?? null),
      below: () => <Entered of={entered && { ...entered, role: entered.role && roleName(entered.role) }} />,
    }),
  });
}

/** A page of an uploaded PDF. The file of the report has the page itself here; its text stands for it. */
function ofPdf({ id, heading }: ServedPage, source: PdfPageSource): ReportPage {
  const title = heading ?? `${source.filename}, page ${source.page}`;
  return reportPage<NoFigures>({
    id: `pdf-${id}`,
    number: '',
    title,
    useFigures: noFigures,
    isPublished: () => true,
    sentence: null,
    Body: () => (
      <section id={`pcr-pdf-${id}`} aria-label={title} data-page-label={title} className="pcr-page">
        <svg role="img" aria-label={pdfPageText(source)} viewBox="0 0 210 297" className="absolute inset-0 size-full">
          <rect width="210" height="297" fill="#fff" />
        </svg>
        <p className="relative grid h-full place-content-center text-center text-[14px] text-ink-3 print:hidden">
          Page {source.page} of {source.filename} stands here in the file of the report.
        </p>
      </section>
    ),
  });
}
