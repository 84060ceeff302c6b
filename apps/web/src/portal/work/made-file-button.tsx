import type { ReportRequest } from '@superscope/contracts/work';
import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { Button } from '../../ui/button';
import { DownloadFailed } from '../downloads/download-failed';
import { useMadeFile } from './use-made-file';
import { whereItIs } from './work-words';

const Spinner = (props: { size?: number }) => <LoaderCircle {...props} className="motion-safe:animate-spin" />;

interface Props {
  asked: ReportRequest;
  /** What the file is, to begin a sentence: 'The report'. */
  what: string;
  icon: LucideIcon;
  kind?: 'primary';
  /** Of the line under the button. */
  className: string;
  children: string;
}

/** Has a file made in the background and downloads it. Says under the button how far it is, or why there is none. */
export function MadeFileButton({ asked, what, icon, kind, className, children }: Props) {
  const { make, busy, item, failure } = useMadeFile();
  return (
    <>
      <Button
        icon={busy ? (Spinner as LucideIcon) : icon}
        busy={busy}
        onClick={() => void make(asked)}
        {...(kind && { kind })}
      >
        {busy ? 'Preparing…' : children}
      </Button>
      <div className={className}>
        {busy && (
          <p role="status" className="text-sm text-ink-3">
            {item === undefined
              ? 'It is also kept in Your files.'
              : `${whereItIs(item)}. It is also kept in Your files.`}
          </p>
        )}
        <DownloadFailed what={what} failure={failure} />
      </div>
    </>
  );
}
