import type { Plan } from '@superscope/contracts/plan';
import {
  BookOpen,
  ChevronDown,
  ChevronRight,
  Download,
  FileSpreadsheet,
  FileText,
  LoaderCircle,
  Settings2,
  type LucideIcon,
} from 'lucide-react';
import { Dialog, Heading } from 'react-aria-components';
import { Link } from 'react-router';
import { useAsOf } from '../../portal/as-of/use-as-of';
import { useViewLink } from '../../portal/view-address/use-view-address';
import { useMay } from '../../portal/user/use-may';
import { whereItIs } from '../../portal/work/work-words';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { onDemand } from '../../ui/on-demand';
import { Opener, type Opened } from '../../ui/opener';
import { PopUp } from '../../ui/pop-up';
import { previewPath, usePolicyCommitteeReportsQuery } from '../../portal/reports/policy-committee-reports.api';
import type { PlanDownloads } from './use-plan-downloads';

const FlyerMenu = onDemand(async () => (await import('./flyer-menu')).FlyerMenu);

interface Props {
  plan: Plan;
  downloads: PlanDownloads;
  onManage: () => void;
}

/** The plan's downloads, each by its name. */
export const DownloadsPanel = ({ trigger, onClose, ...props }: Opened & Props) => (
  <PopUp trigger={trigger} onClose={onClose} placement="bottom end" offset={8} className="w-96">
    <Dialog className="p-2 outline-none">
      <List {...props} onClose={onClose} />
    </Dialog>
  </PopUp>
);

function List({ plan, downloads, onManage, onClose }: Props & Pick<Opened, 'onClose'>) {
  const asOf = useAsOf();
  const manages = useMay('flyers.write');
  const reports = useMay('policy-committee.make');
  const linkTo = useViewLink();
  const then = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <>
      <div className="flex items-center justify-between gap-3 pl-2">
        <Heading slot="title" className="py-2 text-base font-semibold">
          Downloads
        </Heading>
        {manages && asOf === null && <IconButton label="Manage flyers" icon={Settings2} onClick={then(onManage)} />}
      </div>
      {asOf !== null ? (
        <p className="px-2 pb-2 text-base text-ink-2">Files are of today, so none is offered for a past moment.</p>
      ) : (
        <ul className="divide-y border-t">
          {reports && (
            <li>
              <CommitteeReport planId={plan.id} downloads={downloads} then={then} />
            </li>
          )}
          <li>
            <Link to={linkTo('/report')} onClick={onClose} className={cx(ROW, 'hover:bg-hover')}>
              <Row icon={BookOpen} title="PCM report" note="Three pages, to read here or as a PDF" end={ChevronRight} />
            </Link>
          </li>
          <li>
            <FileButton
              icon={FileSpreadsheet}
              title="Analytics data"
              note="Spreadsheet, all published months"
              busy={downloads.analytics.busy}
              onClick={then(downloads.analytics.get)}
            />
          </li>
          <li>
            <Flyers files={plan.files} downloads={downloads} then={then} />
          </li>
        </ul>
      )}
      {plan.relationshipManager !== null && (
        <p className="border-t px-2 pb-1 pt-2.5 text-sm text-ink-3">
          Relationship manager{' '}
          <span className="text-base font-medium text-ink wrap-anywhere">{plan.relationshipManager}</span>
        </p>
      )}
    </>
  );
}

const ROW = 'settle flex w-full items-center gap-3 rounded-md px-2 py-2.5 text-left enabled:hover:bg-hover';

interface RowProps {
  icon: LucideIcon;
  title: string;
  note: string;
  end?: LucideIcon;
  spins?: boolean;
}
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

interface FileButtonProps extends Pick<RowProps, 'icon' | 'title' | 'note'> {
  busy: boolean;
  onClick: () => void;
  /** Where the file is while it is made, in place of 'Preparing…'. */
  meanwhile?: string | undefined;
}
const FileButton = ({ icon, title, note, busy, onClick, meanwhile = 'Preparing…' }: FileButtonProps) => (
  <button type="button" disabled={busy} onClick={onClick} className={ROW}>
    <Row icon={icon} title={title} note={busy ? meanwhile : note} end={busy ? LoaderCircle : Download} spins={busy} />
  </button>
);

type Then = (act: () => void) => () => void;
interface RowsProps {
  downloads: PlanDownloads;
  /** Closes the panel before it acts. */
  then: Then;
}

/** Has the report made for the whole plan; opens the newest one and the preview. */
function CommitteeReport({ planId, downloads: { report }, then }: RowsProps & { planId: string }) {
  const { currentData } = usePolicyCommitteeReportsQuery({ planId });
  // Older ones are listed without a file.
  const newest = currentData?.find(({ keptUntil }) => keptUntil !== null);
  return (
    <>
      <FileButton
        icon={BookOpen}
        title="Policy committee report"
        note="PDF, kept in Your files"
        busy={report.busy}
        meanwhile={report.item && whereItIs(report.item)}
        onClick={then(report.make)}
      />
      <p className="flex flex-wrap gap-x-4 pb-2 pl-14 text-sm">
        <a
          href={previewPath(planId)}
          target="_blank"
          rel="noreferrer"
          className="link inline-flex items-center hover:underline pointer-coarse:min-h-11"
        >
          Preview<span className="sr-only"> of the policy committee report, in a new tab</span>
        </a>
        {newest && (
          <button
            type="button"
            disabled={report.opening}
            onClick={then(() => report.open(newest.id))}
            className="link enabled:hover:underline disabled:text-ink-3 pointer-coarse:min-h-11"
          >
            Newest of {date(newest.generated)}
          </button>
        )}
      </p>
    </>
  );
}

function Flyers({ files, downloads: { flyer }, then }: RowsProps & Pick<Plan, 'files'>) {
  const [only] = files;
  if (only === undefined) {
    return (
      <div className="flex items-center gap-3 px-2 py-2.5">
        <Row icon={FileText} title="Plan details flyer" note="None for this plan yet" />
      </div>
    );
  }
  if (files.length === 1) {
    return (
      <FileButton
        icon={FileText}
        title="Plan details flyer"
        note="PDF"
        busy={flyer.busy}
        onClick={then(() => flyer.get(only))}
      />
    );
  }
  return (
    <Opener
      opens="menu"
      reach={FlyerMenu.reach}
      popUp={(opened) => <FlyerMenu {...opened} files={files} onChoose={(file) => then(() => flyer.get(file))()} />}
      disabled={flyer.busy}
      className={ROW}
    >
      <Row
        icon={FileText}
        title="Plan details flyer"
        note={flyer.busy ? 'Preparing…' : `${files.length} files to choose from`}
        end={ChevronDown}
      />
    </Opener>
  );
}
