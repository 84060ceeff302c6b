import { FigurePage } from '../../portal/figure-page/figure-page';
import { MembersGate } from '../../portal/figure-page/members-gate';
import { useAnnouncedPage } from '../../portal/page-file/use-announced-page';
import { usePageView } from '../../portal/page-header/use-page-view';
import { outsideSheets } from '../../portal/report-paper/outside-sheets';
import { CampaignsSheet } from './campaigns-sheet';
import { DownloadReport } from './download-report';
import { FitnessSheet } from './fitness-sheet';
import { MembersSheet } from './members-sheet';
import '../../portal/page-file/page-sheet.css';
import './report.css';

const PAGES = 3;
/** On a narrow screen sheets are as long as what they show. */
const isPaper = () => !matchMedia('(max-width: 840px)').matches;
const REFUSES = { refuses: () => (isPaper() ? outsideSheets() : null) };

/** The report as the pages that it has on paper: the plan's published figures of all its members. */
export function ReportPage() {
  const page = usePageView({ ofWholePlan: true });
  useAnnouncedPage(page, REFUSES);
  const { plan, period, campaigns } = page;
  return (
    <FigurePage
      title="PCM Report"
      page={page}
      ofWholePlan
      actions={plan && period && <DownloadReport plan={plan} period={period.key} />}
    >
      {(view) => {
        if (!plan || !period) return null;
        const sheet = { plan, period, figuresOf: page.figuresOf, pages: PAGES };
        return (
          <div className="report">
            <MembersGate view={view}>
              <FitnessSheet {...sheet} page={1} view={view} campaigns={campaigns.list} />
              <MembersSheet {...sheet} page={2} view={view} />
              <CampaignsSheet {...sheet} page={3} view={view} campaigns={campaigns} />
            </MembersGate>
          </div>
        );
      }}
    </FigurePage>
  );
}
