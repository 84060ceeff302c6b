/** A page of a Policy Committee Report: its place in the report without a template, and its title. */
export interface TemplatePage {
  /** As templates and stored events name it. Add, never rename. */
  name: string;
  number: number;
  title: string;
}

/** The pages of the report that serves wherever no template does, in order. */
export const templatePages = [
  { name: 'CoverPage', number: 1, title: 'Cover' },
  { name: 'DisclaimerPage', number: 2, title: 'Disclaimer' },
  { name: 'ContactsPage', number: 3, title: 'Contacts' },
  { name: 'DashboardPage', number: 4, title: 'Dashboard' },
  { name: 'FitnessActivityPage', number: 5, title: 'Fund fitness overview' },
  { name: 'SuperScorePage', number: 6, title: 'SuperScore' },
  { name: 'SsBeneficiaryPage', number: 7, title: 'Nominated Beneficiary' },
  { name: 'SsBalancePage', number: 8, title: 'Account Balance' },
  { name: 'SsInsurancePage', number: 9, title: 'Life Insurance' },
  { name: 'SsInvestmentPage', number: 10, title: 'Investment Approach' },
  { name: 'SsRetirementPage', number: 11, title: 'Retirement Adequacy' },
  { name: 'FundOverviewPage', number: 12, title: 'Fund overview' },
  { name: 'TransactionBalancePage', number: 13, title: 'Transaction balance' },
  { name: 'OverviewPage', number: 14, title: 'Super overview' },
  { name: 'TrendsPage', number: 15, title: 'Trends' },
  { name: 'RankingPage', number: 16, title: 'Plan ranking' },
  { name: 'AsfaBalancePage', number: 17, title: 'ASFA balance' },
  { name: 'InsurancePage', number: 18, title: 'Insurance summary' },
  { name: 'MembershipPage', number: 19, title: 'Membership data' },
  { name: 'StateMapPage', number: 20, title: 'Gender and average balance state map' },
  { name: 'InvestmentPage', number: 21, title: 'Investment' },
  { name: 'FundMixPage', number: 22, title: 'Portfolio investment mix' },
  { name: 'CustomBiSectionPage', number: 23, title: 'Matters for the committee' },
  { name: 'BackPage', number: 24, title: 'Back page' },
] as const satisfies readonly TemplatePage[];

/** The page of two sections, whose words are the template's own. */
export const customPage = 'CustomBiSectionPage';
/** A page of an uploaded PDF. */
export const pdfPage = 'PdfSourcePage';

export type TemplatePageName = (typeof templatePages)[number]['name'] | typeof pdfPage;

export const templatePageNames: readonly TemplatePageName[] = [...templatePages.map(({ name }) => name), pdfPage];

/** The title of a page that has no heading of its own. */
export const titleOf = (name: TemplatePageName): string =>
  templatePages.find((page) => page.name === name)?.title ?? 'Page of a PDF';

/** A template may have several of these pages. */
export const mayRepeat = (name: TemplatePageName): boolean => name === customPage || name === pdfPage;
