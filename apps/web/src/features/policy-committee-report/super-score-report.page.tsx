import { pages } from './pages';
import { ReportPages } from './policy-committee-report.page';

/** The pages about the plan's score and its five areas. */
const scorePages = pages.filter(({ number }) => number.startsWith('S'));

/** The SuperScore report of the plan that the address names: pages S1 to S8 of the Policy Committee Report. */
export const SuperScoreReportPage = () => <ReportPages title="SuperScore Report" of={scorePages} />;
