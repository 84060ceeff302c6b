import type { Plan } from '@superscope/contracts/plan';
import {
  BookOpen,
  ChevronDown,
  Download,
  FileSpreadsheet,
  FileText,
  LoaderCircle,
  Settings2,
  type LucideIcon,
} from 'lucide-react';
import { useState } from 'react';
import { useAsOf } from '../../portal/as-of/use-as-of';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { useMadeFile } from '../../portal/work/use-made-file';
import { whereItIs } from '../../portal/work/work-words';
import {
  previewPath,
  reportPath,
  usePolicyCommitteeReportsQuery,
} from '../../portal/reports/policy-committee-reports.api';
import { useMay } from '../../portal/session/use-may';
import { Card, CardHead } from '../../ui/card';
import { date } from '../../ui/format';
import { cx } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { onDemand } from '../../ui/on-demand';
import { Opener } from '../../ui/opener';
import { flyerPath, summaryPath } from './downloads.api';

const FlyersDialog = onDemand(async () => (await import('./flyers-dialog')).FlyersDialog);
const FlyerMenu = onDemand(async () => (await import('./flyer-menu')).FlyerMenu);

/** The plan's downloads: files of its figures, and its flyers. */
export function DownloadsCard({ plan, className }: { plan: Plan; className?: string }) {
  const asOf = useAsOf();
  const [managing, setManaging] = useState(false);
  const manages = useMay('flyers.write');
  const reports = useMay('policy-committee.make');
  if (asOf !== null)
    return (
      <Card aria-label="Downloads" className={cx('print:hidden', className)}>
        <CardHead title="Downloads" note="Files are of today, so none is offered for a past moment." />
      </Card>
    );
  return (
    <Card
      aria-label="Downloads"
      className={cx(
        'flex flex-col print:hidden lg:flex-row lg:flex-wrap lg:items-center lg:gap-x-6 lg:!py-2',
        className,
      )}
    >
      <CardHead
        title="Downloads"
        right={
          manages && (
            <span className="-my-2 -mr-2">
              <IconButton label="Manage flyers" icon={Settings2} onClick={() => setManaging(true)} />
            </span>
          )
        }
      />
      <ul className="mt-2 divide-y lg:mt-0 lg:flex lg:flex-[2] lg:gap-4 lg:divide-y-0">
        {reports && (
          <li className="lg:flex-1">
            <CommitteeReport plan={plan} />
          </li>
        )}
        <li className="lg:flex-1">
          <AnalyticsData plan={plan} />
        </li>
        <li className="lg:flex-1">
          <Flyers plan={plan} />
        </li>
      </ul>
      {plan.relationshipManager !== null && (
        <p className="mt-auto border-t pt-3 text-sm text-ink-3 lg:mt-0 lg:border-0 lg:pt-0">
          Relationship manager
          <span className="block truncate text-base font-medium text-ink" title={plan.relationshipManager}>
            {plan.relationshipManager}
          </span>
        </p>
      )}
      {managing && <FlyersDialog plan={plan} onClose={() => setManaging(false)} />}
    </Card>
  );
}

const ROW = 'settle flex w-full items-center gap-3 rounded-md py-2.5 text-left enabled:hover:bg-hover';

function Row({ icon: Icon, title, note, end: End, spins = false }: RowProps) {
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-brand-soft text-brand" aria-hidden>
        <Icon size={17} />
      </span>
      <span className="min-w-0 flex-1 leading-[18px]">
        <span className="block text-base font-semibold text-ink">{title}</span>
        <span className="block text-sm text-ink-3">{note}</span>
      </span>
      {End && <End size={17} className={cx('shrink-0 text-ink-3', spins && 'motion-safe:animate-spin')} aria-hidden />}
    </>
  );
}
interface RowProps {
  icon: LucideIcon;
  title: string;
  note: string;
  end?: LucideIcon;
  spins?: boolean;
}

/** Has the report made for the whole plan; opens the newest one and the preview. */
function CommitteeReport({ plan: { id } }: { plan: Plan }) {
  const { make, busy, item, failure } = useMadeFile();
  const { data } = usePolicyCommitteeReportsQuery({ planId: id });
  const { download, busy: isDownloading, failure: notDownloaded } = useDownload();
  const newest = data?.[0];
  const request = () => void make({ kind: 'policyCommitteeReport', planId: id, companyId: null, engagedOnly: false });
  return (
    <>
      <button type="button" disabled={busy} onClick={request} className={ROW}>
        <Row
          icon={BookOpen}
          title="Policy committee report"
          note={busy ? (item === undefined ? 'Preparing…' : whereItIs(item)) : 'PDF, kept in Your files'}
          end={busy ? LoaderCircle : Download}
          spins={busy}
        />
      </button>
      <p className="flex flex-wrap gap-x-4 pl-12 text-sm">
        <a
          href={previewPath(id)}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex items-center hover:underline pointer-coarse:min-h-11"
        >
          Preview<span className="sr-only"> of the policy committee report, in a new tab</span>
        </a>
        {newest && (
          <button
            type="button"
            disabled={isDownloading}
            onClick={() => void download(reportPath(id, newest.id))}
            className="link enabled:hover:underline disabled:text-ink-3 pointer-coarse:min-h-11"
          >
            Newest of {date(newest.generated)}
          </button>
        )}
      </p>
      <DownloadFailed what="The policy committee report" failure={failure ?? notDownloaded} />
    </>
  );
}

function AnalyticsData({ plan }: { plan: Plan }) {
  const { busy, failure, download } = useDownload();
  return (
    <>
      <button type="button" disabled={busy} onClick={() => void download(summaryPath(plan.id))} className={ROW}>
        <Row
          icon={FileSpreadsheet}
          title="Analytics data"
          note={busy ? 'Preparing…' : 'Spreadsheet, all published months'}
          end={busy ? LoaderCircle : Download}
          spins={busy}
        />
      </button>
      <DownloadFailed what="The analytics data" failure={failure} />
    </>
  );
}

function Flyers({ plan: { id, files } }: { plan: Plan }) {
  const { busy, failure, download } = useDownload();
  const [only] = files;
  if (only === undefined) {
    return (
      <div className="flex items-center gap-3 py-2.5">
        <Row icon={FileText} title="Plan details flyer" note="None for this plan yet" />
      </div>
    );
  }
  const get = (file: string) => void download(flyerPath(id, file));
  const note = busy ? 'Preparing…' : files.length === 1 ? 'PDF' : `${files.length} files to choose from`;
  return (
    <>
      {files.length === 1 ? (
        <button type="button" disabled={busy} onClick={() => get(only)} className={ROW}>
          <Row icon={FileText} title="Plan details flyer" note={note} end={Download} />
        </button>
      ) : (
        <Opener
          opens="menu"
          reach={FlyerMenu.reach}
          popUp={(opened) => <FlyerMenu {...opened} files={files} onChoose={get} />}
          disabled={busy}
          className={ROW}
        >
          <Row icon={FileText} title="Plan details flyer" note={note} end={ChevronDown} />
        </Opener>
      )}
      <DownloadFailed what="The flyer" failure={failure} />
    </>
  );
}
