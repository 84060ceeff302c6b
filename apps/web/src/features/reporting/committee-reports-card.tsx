import type { WorkItem } from '@superscope/contracts/work';
import { ExternalLink, FileText } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { RecordTable } from '../../portal/records/record-table';
import {
  previewPath,
  reportPath,
  usePolicyCommitteeReportsQuery,
  useRequestPolicyCommitteeReportMutation,
} from '../../portal/reports/policy-committee-reports.api';
import { useStoreDispatch } from '../../portal/state';
import { useChangeWorkMutation, useOwnWorkQuery, workApi } from '../../portal/work/work.api';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { Toggle } from '../../ui/toggle';
import { justBegun, reportColumns, rowId, type ReportRow } from './committee-report-columns';
import type { Scope } from './use-scope';

const PAGE_SIZE = 10;
const ASK_EVERY_MS = 15_000;
const MOST_ASKED = 10;
/** How often the server is asked how far a report is, which no event announces. */
const PROGRESS_EVERY_MS = 2_000;

interface CardProps {
  scope: Scope;
  /** Has the report with a code checked. */
  onCheck: (code: string) => void;
}

/** The Policy Committee Reports of an employer: what is being made, and what was made. */
export function CommitteeReportsCard({ scope: { plan, company }, onCheck }: CardProps) {
  const dispatch = useStoreDispatch();
  const [engagedOnly, setEngagedOnly] = useState(false);
  /** The newest request, which the read models may not know yet. */
  const [begun, setBegun] = useState<WorkItem | null>(null);
  const [request, requested] = useRequestPolicyCommitteeReportMutation();
  const [change, changed] = useChangeWorkMutation();
  const downloads = useDownload();
  const asked = plan !== null && company !== null ? { planId: plan.id, companyId: company.id } : null;
  const results = usePolicyCommitteeReportsQuery(asked ?? { planId: '' }, { skip: asked === null });
  const own = useOwnWorkQuery(undefined, { skip: asked === null });
  const made = asked === null ? undefined : results.currentData;
  const known = (own.data?.items ?? []).filter(
    (item) =>
      item.kind === 'policyCommitteeReport' && item.planId === asked?.planId && item.companyId === asked?.companyId,
  );
  const isKnown = (workId: string) =>
    known.some((item) => item.workId === workId) || (made ?? []).some(({ id }) => id === workId);
  const unmade = [
    ...(begun === null || isKnown(begun.workId) ? [] : [begun]),
    ...known.filter((item) => !isOver(item, made)),
  ];
  const { refetch } = results;
  const { refetch: refetchOwn } = own;
  const askAgain = useCallback(() => {
    void refetch();
    void refetchOwn();
  }, [refetch, refetchOwn]);
  useAskedAgain(unmade.some(isUnderWay), askAgain);
  useOwnWorkQuery(undefined, {
    skip: !unmade.some(({ state }) => state === 'running'),
    pollingInterval: PROGRESS_EVERY_MS,
    skipPollingIfUnfocused: true,
  });

  const make = async () => {
    if (asked === null) return;
    const { data } = await request({ ...asked, engagedOnly });
    if (data?.isNew) setBegun(justBegun(data.workId, { ...asked, engagedOnly }));
    // The same report of less than a minute before stands in the list already.
    if (data?.isNew === false) document.getElementById(rowId(data.workId))?.focus();
  };
  const download = async (resultId: string) => {
    if (asked === null) return;
    await downloads.download(reportPath(asked.planId, resultId));
    dispatch(workApi.util.invalidateTags(['Work']));
  };
  const rows: ReportRow[] | undefined = made && [...unmade, ...made];
  const error = requested.error ?? changed.error;
  return (
    <div className="min-w-0">
      <Failure
        error={error}
        otherwise="The report could not be requested. Please try again."
        onClose={() => [requested.reset(), changed.reset()]}
        className="mb-4"
      />
      <DownloadFailed what="The report" failure={downloads.failure} />
      <RecordTable
        label="Policy Committee Reports"
        what="The reports"
        rows={asked === null ? [] : rows}
        query={results}
        columns={reportColumns({
          onDownload: (id) => void download(id),
          busy: downloads.busy,
          onChange: (workId, how) => void change({ workId, how }),
          onCheck,
        })}
        idOf={(row) => ('workId' in row ? row.workId : row.id)}
        pages={PAGE_SIZE}
        empty={
          asked === null
            ? {
                icon: FileText,
                title: plan === null ? 'Choose a plan and an employer' : 'Choose an employer',
                children: 'Reports made for it are listed here. Preview and Request need a plan and an employer.',
              }
            : { icon: FileText, title: 'No report was made yet', children: 'Request the first one for this employer.' }
        }
        head={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b px-5 py-4">
            <div className="min-w-48 flex-1">
              <CardHead title="Policy Committee Report" note="The pages for this employer, as they are published" />
            </div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <Toggle small label="Engaged only" selected={engagedOnly} onChange={setEngagedOnly} className="!w-auto" />
              <div className="flex gap-2">
                <PreviewButton asked={asked} engagedOnly={engagedOnly} />
                <Button
                  kind="primary"
                  icon={FileText}
                  disabled={asked === null}
                  busy={requested.isLoading}
                  onClick={() => void make()}
                >
                  Request report
                </Button>
              </div>
            </div>
          </div>
        }
        foot={
          unmade.some(isUnderWay) && (
            <p className="border-t px-5 py-2.5 text-sm text-ink-3">Checked again each 15 s while one is being made</p>
          )
        }
      />
    </div>
  );
}

const isUnderWay = ({ state }: WorkItem) => state !== 'failed' && state !== 'stopped';

/** Work that is done is shown until its report is in the list. A report that is no longer kept has no file, and is in no list. */
const isOver = ({ workId, state, file }: WorkItem, made: readonly { id: string }[] | undefined) =>
  state === 'done' && (file === null || made === undefined || made.some(({ id }) => id === workId));

/** Asks every 15 seconds, ten times at most, while a report is made; changes that the server announces come sooner. */
function useAskedAgain(isAwaited: boolean, ask: () => void) {
  useEffect(() => {
    if (!isAwaited) return;
    let left = MOST_ASKED;
    const timer = setInterval(() => {
      ask();
      left -= 1;
      if (left === 0) clearInterval(timer);
    }, ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAwaited, ask]);
}

interface PreviewProps {
  asked: { planId: string; companyId: string } | null;
  engagedOnly: boolean;
}

function PreviewButton({ asked, engagedOnly }: PreviewProps) {
  if (asked === null)
    return (
      <Button icon={ExternalLink} disabled>
        Preview
      </Button>
    );
  const query = new URLSearchParams({ companyId: asked.companyId, ...(engagedOnly && { engagedOnly: 'true' }) });
  return (
    <a
      href={`${previewPath(asked.planId)}?${query}`}
      target="_blank"
      rel="noreferrer"
      className="settle inline-flex h-9 items-center justify-center gap-2 whitespace-nowrap rounded-md border border-line-strong bg-surface px-3.5 text-base font-semibold text-ink hover:bg-hover pointer-coarse:h-11"
    >
      <ExternalLink size={16} aria-hidden />
      Preview<span className="sr-only"> of the report, in a new tab</span>
    </a>
  );
}
