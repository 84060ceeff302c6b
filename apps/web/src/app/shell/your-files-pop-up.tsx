import { makesFile, type WorkItem } from '@superscope/contracts/work';
import { workKindName } from '@superscope/contracts/work-names';
import {
  Archive,
  CircleAlert,
  CircleCheck,
  CircleSlash,
  Download,
  LoaderCircle,
  RotateCcw,
  type LucideIcon,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Dialog } from 'react-aria-components';
import { Link } from 'react-router';
import { Failure } from '../../portal/api/failure';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { may, type User } from '../../portal/user/user';
import { useFileDownload } from '../../portal/work/use-file-download';
import { useChangeWorkMutation, useOwnWorkQuery, type WorkChange } from '../../portal/work/work.api';
import { fileSize, isUnderWay, retryText, whereItIs, workName } from '../../portal/work/work-words';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import type { Opened } from '../../ui/opener';
import { PopUp } from '../../ui/pop-up';

interface Props extends Opened {
  items: readonly WorkItem[];
  user: User;
  /** Called once when the list is shown. */
  onOpen: () => void;
}

/** The pop-up of the button 'Your files'. */
export const YourFilesPopUp = ({ items, user, onOpen, ...opened }: Props) => (
  <PopUp {...opened} placement="bottom end" offset={8} className="w-96">
    <Dialog aria-label="Your files" className="outline-none">
      <Files items={items} user={user} onOpen={onOpen} onLeave={opened.onClose} />
    </Dialog>
  </PopUp>
);

/** How often the server is asked how far work is, which no event announces. */
const PROGRESS_EVERY_MS = 2_000;

const ORDER = (item: WorkItem): number =>
  isUnderWay(item) ? 0 : item.file?.isNew ? 1 : item.state === 'failed' ? 2 : 3;

function Files({ items, user, onOpen, onLeave }: Omit<Props, keyof Opened> & { onLeave: () => void }) {
  const opened = useRef(onOpen);
  useEffect(() => opened.current(), []);
  useOwnWorkQuery(undefined, {
    skip: !items.some(({ state }) => state === 'running'),
    pollingInterval: PROGRESS_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const { failure, save } = useFileDownload();
  const [change, { error }] = useChangeWorkMutation();
  const atWork = items.filter(isUnderWay).length;
  const fresh = items.filter(({ file }) => file?.isNew).length;
  return (
    <>
      <div className="flex items-baseline justify-between gap-3 px-4 py-3">
        <h2 className="text-md font-semibold">Your files</h2>
        <p className="text-sm text-ink-3">
          {[atWork > 0 && `${atWork} at work`, fresh > 0 && `${fresh} new`].filter(Boolean).join(', ')}
        </p>
      </div>
      <Failure error={error} otherwise="This could not be changed. Please try again." className="px-4 pb-3" />
      <ul>
        {items
          .toSorted((a, b) => ORDER(a) - ORDER(b))
          .map((item) => (
            <FileLine
              key={item.workId}
              item={item}
              onDownload={() => void save(item.workId)}
              onChange={(how) => void change({ workId: item.workId, how })}
            />
          ))}
      </ul>
      <div className="px-4 empty:hidden">
        <DownloadFailed what="The file" failure={failure} />
      </div>
      <div className="flex items-center justify-between gap-3 border-t px-4 py-3 text-sm text-ink-3">
        <span>Files are kept 30 days</span>
        {may(user, 'work.read') && (
          <Link to="/operations/background-work" onClick={onLeave} className="link font-semibold hover:underline">
            All background work
          </Link>
        )}
      </div>
    </>
  );
}

const LOOKS: Record<WorkItem['state'], [LucideIcon, string]> = {
  waiting: [LoaderCircle, 'text-ink-3'],
  running: [LoaderCircle, 'text-info motion-safe:animate-spin'],
  stopping: [CircleSlash, 'text-ink-3'],
  retrying: [RotateCcw, 'text-attention'],
  failed: [CircleAlert, 'text-danger'],
  stopped: [CircleSlash, 'text-ink-3'],
  done: [CircleCheck, 'text-good'],
};

interface LineProps {
  item: WorkItem;
  onDownload: () => void;
  onChange: (how: WorkChange) => void;
}
function FileLine({ item, onDownload, onChange }: LineProps) {
  const { kind, about, state, file } = item;
  const [Icon, tone] = LOOKS[state];
  return (
    <li className="flex gap-2.5 border-t px-4 py-3">
      <Icon size={17} className={cx('mt-0.5 shrink-0', tone)} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className={cx('text-base font-semibold', state === 'failed' && 'text-danger')}>
          {workKindName(kind)}
          {file?.isNew && (
            <span className="ml-2 rounded-full bg-brand-soft px-2 py-0.5 text-xs font-semibold text-brand">New</span>
          )}
        </p>
        {about !== null && <p className="truncate text-sm text-ink-3">{about}</p>}
        <p className="text-sm text-ink-3">
          {whereItIs(item)}
          {file && ` · PDF, ${fileSize(file.bytes)}`}
          {/* Where it is says until when somebody keeps it. */}
          {file && item.keptUntil === null && ` · kept to ${date(file.keptUntil)}`}
          {state === 'done' && file === null && makesFile(kind) && ' · no longer kept'}
        </p>
        {item.mayKeep && (
          <LineButton icon={Archive} label={`Keep 7 years: ${workName(item)}`} onClick={() => onChange('keep')}>
            Keep 7 years
          </LineButton>
        )}
      </div>
      {file ? (
        <LineButton icon={Download} label={`Download ${workName(item)}`} onClick={onDownload}>
          Download
        </LineButton>
      ) : state === 'failed' || state === 'stopped' || state === 'retrying' ? (
        <LineButton icon={RotateCcw} label={`${retryText(item)}: ${workName(item)}`} onClick={() => onChange('retry')}>
          {retryText(item)}
        </LineButton>
      ) : state === 'waiting' || state === 'running' ? (
        <LineButton label={`Stop ${workName(item)}`} onClick={() => onChange('stop')}>
          Stop
        </LineButton>
      ) : null}
    </li>
  );
}

interface ButtonProps {
  icon?: LucideIcon;
  label: string;
  onClick: () => void;
  children: string;
}
const LineButton = ({ icon: Icon, label, onClick, children }: ButtonProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="link flex h-8 shrink-0 items-center gap-1.5 rounded-md px-1.5 text-sm font-semibold hover:underline pointer-coarse:h-11"
  >
    {Icon && <Icon size={15} aria-hidden />}
    {children}
  </button>
);
