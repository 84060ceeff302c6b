import type { Plan } from '@superscope/contracts/plan';
import { Trash2, Upload } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button as AriaButton, FileTrigger } from 'react-aria-components';
import { FailureText } from '../../portal/api/failure';
import { Button } from '../../ui/button';
import { DetailDialog } from '../../ui/detail-dialog';
import { MessageBox } from '../../ui/message-box';
import { useRemoveFlyerMutation, useUploadFlyerMutation } from './downloads.api';

const MOST_BYTES = 20 * 1024 ** 2;

/** For Staff and Admin: the flyers of a plan, to remove or to replace, and a new one. */
export function FlyersDialog({ plan: { id: planId, name, files }, onClose }: { plan: Plan; onClose: () => void }) {
  const [upload, uploading] = useUploadFlyerMutation();
  const [remove, removing] = useRemoveFlyerMutation();
  const [asked, setAsked] = useState<string | null>(null);
  const [problem, setProblem] = useState<ReactNode>(null);
  const [done, setDone] = useState<string | null>(null);
  const [notices, setNotices] = useState<readonly string[]>([]);
  const attempt = async <Result,>(
    work: { unwrap: () => Promise<Result> },
    failed: string,
    succeeded: string,
    noticesOf: (result: Result) => readonly string[] = () => [],
  ) => {
    setProblem(null);
    setDone(null);
    setNotices([]);
    try {
      setNotices(noticesOf(await work.unwrap()));
      setDone(succeeded);
    } catch (error) {
      setProblem(<FailureText error={error} otherwise={failed} />);
    }
  };
  const send = (file: File | undefined) => {
    if (!file) return;
    if (file.size > MOST_BYTES) return setProblem('The file is larger than 20 MB.');
    void attempt(upload({ planId, file }), 'The flyer was not uploaded.', 'Flyer uploaded.', ({ notices }) => notices);
  };
  const busy = uploading.isLoading || removing.isLoading;
  return (
    <DetailDialog
      title="Plan details flyers"
      note={`Everybody who may see ${name} can download them. A file of the same name replaces the one before.`}
      onClose={onClose}
    >
      {files.length === 0 ? (
        <p className="mt-4 rounded-md border border-dashed border-line-strong px-4 py-5 text-center text-base text-ink-3">
          No flyer yet.
        </p>
      ) : (
        <ul aria-label="Flyers" className="mt-4 divide-y border-y">
          {files.map((file) => (
            <li key={file} className="flex min-h-12 flex-wrap items-center gap-2 py-1.5">
              <span className="min-w-0 flex-1 text-base wrap-anywhere">{file}</span>
              {asked === file ? (
                <>
                  <Button onClick={() => setAsked(null)}>Keep</Button>
                  <Button
                    kind="primary"
                    busy={busy}
                    onClick={() => {
                      setAsked(null);
                      void attempt(remove({ planId, file }), 'The flyer was not removed.', 'Flyer removed.');
                    }}
                  >
                    Remove
                  </Button>
                </>
              ) : (
                <Button
                  kind="quiet"
                  icon={Trash2}
                  busy={busy}
                  aria-label={`Remove ${file}`}
                  onClick={() => setAsked(file)}
                >
                  Remove
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileTrigger acceptedFileTypes={['application/pdf']} onSelect={(chosen) => send(chosen?.[0])}>
          <AriaButton
            isDisabled={busy}
            className="settle inline-flex h-9 items-center gap-2 rounded-md bg-brand px-3.5 text-base font-semibold text-on-brand hover:bg-brand-hover data-[disabled]:border data-[disabled]:border-line data-[disabled]:bg-sunken data-[disabled]:text-ink-3 pointer-coarse:h-11"
          >
            <Upload size={16} aria-hidden />
            {uploading.isLoading ? 'Uploading…' : 'Upload a PDF'}
          </AriaButton>
        </FileTrigger>
        <span className="text-sm text-ink-3">At most 20 MB</span>
      </div>
      {problem !== null && (
        <div role="alert" className="mt-3 text-base text-danger">
          {problem}
        </div>
      )}
      <p role="status" className="mt-3 text-base text-good empty:hidden">
        {done}
      </p>
      {notices.length > 0 && (
        <div className="mt-3">
          <MessageBox tone="attention" stays onClose={() => setNotices([])}>
            {notices.join(' ')}
          </MessageBox>
        </div>
      )}
    </DetailDialog>
  );
}
