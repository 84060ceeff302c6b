import type { OnecentralFile } from '@superscope/contracts/onecentral-imports';
import { mayDelete, mayMend, mayQueue } from '@superscope/contracts/onecentral-file-rules';
import { Download, ListRestart, Trash2, Wrench } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { Toggle } from '../../ui/toggle';

interface Props {
  file: OnecentralFile | null;
  showsCompleted: boolean;
  onShowCompleted: (shows: boolean) => void;
  isQueueing: boolean;
  onQueue: () => void;
  isRepairing: boolean;
  onRepair: () => void;
  isDownloading: boolean;
  onDownload: () => void;
  onDelete: () => void;
}

const low = '!h-8 pointer-coarse:!h-11';

/** What can be done with the chosen file. A button that is off says why. */
export function FileToolbar({ file, showsCompleted, onShowCompleted, ...actions }: Props) {
  const why = whyOff(file);
  return (
    <div className="flex flex-wrap items-center gap-2 border-b px-5 py-2.5">
      {file !== null && <span className="mr-2 text-base font-semibold wrap-anywhere">{file.name}</span>}
      <Button
        icon={ListRestart}
        kind="primary"
        className={low}
        disabled={file === null || !isQueueable(file)}
        busy={actions.isQueueing}
        onClick={actions.onQueue}
      >
        Queue
      </Button>
      <Button
        icon={Wrench}
        className={low}
        disabled={file === null || !isRepairable(file)}
        busy={actions.isRepairing}
        onClick={actions.onRepair}
      >
        Repair
      </Button>
      <Button
        icon={Download}
        className={low}
        disabled={file === null || !file.isKept}
        busy={actions.isDownloading}
        onClick={actions.onDownload}
      >
        Download File
      </Button>
      <Button
        icon={Trash2}
        className={`${low} enabled:border-danger-line enabled:!text-danger`}
        disabled={file === null || !mayDelete(file.status)}
        onClick={actions.onDelete}
      >
        Delete
      </Button>
      {why !== '' && <span className="text-sm text-ink-2">{why}</span>}
      <div className="ml-auto">
        <Toggle small label="Show Completed" selected={showsCompleted} onChange={onShowCompleted} />
      </div>
    </div>
  );
}

const isQueueable = ({ status, mended }: OnecentralFile) => mayQueue(status) && mended === null;
const isRepairable = ({ isMendable, isKept }: OnecentralFile) => isMendable && isKept;

function whyOff(file: OnecentralFile | null): string {
  if (file === null) return 'Choose a file';
  const { status, isKept, isMendable, mended } = file;
  return [
    isQueueable(file) ? null : `${mended === null ? status : 'Repaired'}: cannot be queued`,
    // Of other files it is plain that there is nothing to correct.
    mayMend(status) && !isMendable ? 'None of its cells alone is wrong, so it cannot be repaired here' : null,
    mayDelete(status) ? null : `${status}: cannot be deleted`,
    isKept ? null : 'Its content is no longer kept',
  ]
    .filter((part) => part !== null)
    .join('. ');
}

interface AskProps {
  file: OnecentralFile;
  busy: boolean;
  onKeep: () => void;
  onDelete: () => void;
}

/** Asks in place of the toolbar before a file is deleted. */
export function AskDelete({ file, busy, onKeep, onDelete }: AskProps) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div
      role="group"
      aria-label={`Delete ${file.name}`}
      className="border-b px-5 py-3"
      onKeyDown={(event) => event.key === 'Escape' && onKeep()}
    >
      <p className="text-base font-semibold wrap-anywhere">Delete ‘{file.name}’?</p>
      <p className="mt-1 text-base text-ink-2">
        The file goes from the list, and from the inbox if it was read. Its errors stay in the log.
      </p>
      <div className="mt-3 flex gap-2">
        <Button ref={keep} className={low} onClick={onKeep}>
          Keep
        </Button>
        <Button icon={Trash2} className={`${low} border-danger-line !text-danger`} busy={busy} onClick={onDelete}>
          Delete file
        </Button>
      </div>
    </div>
  );
}
