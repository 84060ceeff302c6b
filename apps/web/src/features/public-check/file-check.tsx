import { FileUp, ShieldCheck, ShieldX } from 'lucide-react';
import { useState } from 'react';
import { pdfRejection } from '../../portal/pdf-rejection';
import { cx } from '../../ui/class-names';
import { FileDrop } from '../../ui/file-drop';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { useNewest } from '../../ui/use-newest';
import { fileDigest } from './file-digest';

type State =
  | { is: 'reading'; name: string; part: number }
  | { is: 'read'; name: string; bytes: number; sha256: string }
  | { is: 'failed'; message: string };

const UNREADABLE = 'The file could not be read. Choose it again, on the https address of the portal.';

/** Says whether a file is the report with this digest. The file stays in the browser. */
export function FileCheck({ pdfSha256 }: { pdfSha256: string }) {
  const begin = useNewest();
  const [state, setState] = useState<State | null>(null);
  const take = async (file: File) => {
    const signal = begin();
    const rejected = pdfRejection(file);
    if (rejected !== null) return setState({ is: 'failed', message: rejected });
    const { name, size } = file;
    setState({ is: 'reading', name, part: 0 });
    try {
      const sha256 = await fileDigest(file, signal, (part) => setState({ is: 'reading', name, part }));
      if (!signal.aborted) setState({ is: 'read', name, bytes: size, sha256 });
    } catch {
      if (!signal.aborted) setState({ is: 'failed', message: UNREADABLE });
    }
  };
  return (
    <div className="space-y-4 border-t bg-sunken p-5">
      <FileDrop
        label="PDF of the report"
        accepts={['.pdf', 'application/pdf']}
        onFiles={([file]) => void take(file!)}
        className="grid justify-items-center rounded-lg bg-surface px-4 py-5 text-center"
      >
        {(choose) => (
          <>
            <FileUp size={24} className="text-ink-3" aria-hidden />
            <p className="mt-1.5 text-md font-semibold">Drop the PDF here</p>
            <p className="flex flex-wrap items-center justify-center gap-x-1 text-base text-ink-2">
              or {choose('choose it')}, to see whether it is genuine
            </p>
            <p className="mt-1 text-sm text-ink-3">It is read in your browser and never sent.</p>
          </>
        )}
      </FileDrop>
      {state?.is === 'failed' && <MessageBox tone="danger">{state.message}</MessageBox>}
      {state?.is === 'reading' && (
        <div>
          <p role="status" className="text-base font-semibold wrap-anywhere">
            Reading {state.name}
          </p>
          <progress aria-label="Progress" max={1} value={state.part} className="mt-2 w-full" />
        </div>
      )}
      {state?.is === 'read' && <Verdict of={state} isGenuine={state.sha256 === pdfSha256} />}
    </div>
  );
}

function Verdict({ of, isGenuine }: { of: Extract<State, { is: 'read' }>; isGenuine: boolean }) {
  const Icon = isGenuine ? ShieldCheck : ShieldX;
  return (
    <div
      role="status"
      aria-label="Verdict"
      className={cx(
        'flex items-start gap-3 rounded-lg border p-4',
        isGenuine ? 'border-brand-line bg-good-soft' : 'border-danger-line bg-danger-soft',
      )}
    >
      <Icon size={24} className={cx('shrink-0', isGenuine ? 'text-good' : 'text-danger')} aria-hidden />
      <div className="min-w-0">
        <p className={cx('text-lg font-[650] leading-6', isGenuine ? 'text-good' : 'text-danger')}>
          {isGenuine ? 'Genuine' : 'Not genuine'}
        </p>
        <p className="text-base">
          {isGenuine
            ? 'This file is the report, unchanged to the last byte.'
            : 'This file is not the report that was made with this code. Ask whoever gave it to you for the original.'}
        </p>
        <p className="mt-1 text-sm text-ink-2 wrap-anywhere">
          {of.name} · {number(Math.ceil(of.bytes / 1000))} kB ·{' '}
          <span className="font-mono">{of.sha256.slice(0, 16).replace(/(.{4})(?=.)/g, '$1 ')}</span>
        </p>
      </div>
    </div>
  );
}
