import type { Plan } from '@superscope/contracts/plan';
import { useDownload, type DownloadFailure } from '../../portal/downloads/use-download';
import { useMadeFile } from '../../portal/work/use-made-file';
import { reportPath } from '../../portal/reports/policy-committee-reports.api';
import { flyerPath, summaryPath } from './downloads.api';

export type PlanDownloads = ReturnType<typeof usePlanDownloads>;

interface Failed {
  what: string;
  failure: DownloadFailure;
}

/** The downloads of a plan, and which of them are under way or failed. They go on while their panel is closed. */
export function usePlanDownloads({ id }: Plan) {
  const { make, busy, item, failure } = useMadeFile();
  const made = useDownload();
  const analytics = useDownload();
  const flyer = useDownload();
  const failed = [
    { what: 'The policy committee report', failure: failure ?? made.failure },
    { what: 'The analytics data', failure: analytics.failure },
    { what: 'The flyer', failure: flyer.failure },
  ].filter((one): one is Failed => one.failure !== null);
  return {
    report: {
      busy,
      item,
      opening: made.busy,
      make: () => void make({ kind: 'policyCommitteeReport', planId: id, companyId: null, engagedOnly: false }),
      open: (reportId: string) => void made.download(reportPath(id, reportId)),
    },
    analytics: { busy: analytics.busy, get: () => void analytics.download(summaryPath(id)) },
    flyer: { busy: flyer.busy, get: (file: string) => void flyer.download(flyerPath(id, file)) },
    busy: busy || made.busy || analytics.busy || flyer.busy,
    failed,
  };
}
