import { mostMegabytes } from '@superscope/contracts/pdf-resources';
import { FileText, FileUp, Upload, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FailureText } from '../../portal/api/failure';
import { usualQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { pdfRejection } from '../../portal/pdf-rejection';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { FileDrop } from '../../ui/file-drop';
import { MessageBox } from '../../ui/message-box';
import { TextField } from '../../ui/text-field';
import { useUploadPdfMutation } from './report-templates.api';

interface Said {
  tone: 'danger' | 'attention' | 'good';
  text: ReactNode;
  /** Of the file that it is about. */
  key: string;
}

/** Queues PDFs, chosen or dropped, and uploads them for a platform. Pages can be left out of a single file. */
export function PdfUpload({ platformId }: { platformId: string }) {
  const [queued, setQueued] = useState<readonly File[]>([]);
  const [pageNumbers, setPageNumbers] = useState('');
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [upload, { isLoading }] = useUploadPdfMutation();
  const isSingle = queued.length === 1;
  useUnsaved(
    queued.length === 0
      ? null
      : {
          ...usualQuestion,
          question: 'PDFs are not uploaded yet. Leave this page?',
          title: 'PDFs are not uploaded yet',
          text: 'They would have to be chosen again.',
          leave: 'Leave without uploading',
        },
  );
  const queue = (given: readonly File[]) => {
    const rejected = given.flatMap((file) => pdfRejection(file) ?? []);
    const taken = given.filter((file) => pdfRejection(file) === null);
    setSaid(rejected.map((text) => ({ tone: 'danger', text, key: text })));
    setQueued((before) => [...before.filter(({ name }) => taken.every((file) => file.name !== name)), ...taken]);
  };
  const send = async () => {
    const results: Said[] = [];
    const left: File[] = [];
    for (const file of queued) {
      const { data, error } = await upload({ platformId, pageNumbers: isSingle ? pageNumbers.trim() : '', file });
      if (data === undefined) {
        left.push(file);
        results.push({
          tone: 'danger',
          text: <FailureText error={error} otherwise={`${file.name} was not uploaded. Please try again.`} />,
          key: file.name,
        });
      } else {
        const told = [...(data.warning === null ? [] : [data.warning]), ...data.notices];
        results.push({
          tone: told.length === 0 ? 'good' : 'attention',
          text: [`${data.filename} is uploaded.`, ...told].join(' '),
          key: file.name,
        });
      }
    }
    // Files may have been queued, or removed, in the meantime.
    setQueued((now) => now.filter((file) => !queued.includes(file) || left.includes(file)));
    if (left.length === 0) setPageNumbers('');
    setSaid(results);
  };
  return (
    <Card aria-label="Upload PDFs" className="space-y-3.5">
      {said.map(({ tone, text, key }) => (
        <MessageBox key={key} tone={tone} stays onClose={() => setSaid(said.filter((each) => each.key !== key))}>
          {text}
        </MessageBox>
      ))}
      <FileDrop
        label="PDFs"
        several
        accepts={['.pdf']}
        onFiles={queue}
        className="flex items-center gap-3 rounded-md px-4 py-3.5"
      >
        {(choose) => (
          <>
            <FileUp size={22} className="shrink-0 text-ink-3" aria-hidden />
            <div className="min-w-0 text-base">
              <p className="flex flex-wrap items-center gap-x-1">
                <span className="font-semibold">Drop PDFs here</span> or {choose('choose')}
              </p>
              <p className="text-sm text-ink-3">up to {mostMegabytes} MB each, not encrypted</p>
            </div>
          </>
        )}
      </FileDrop>
      {queued.length > 0 && (
        <ul aria-label="Queued" className="space-y-1.5">
          {queued.map((file) => (
            <li key={file.name} className="flex items-center gap-2 text-base">
              <FileText size={16} className="shrink-0 text-brand" aria-hidden />
              <span className="min-w-0 flex-1 wrap-anywhere">{file.name}</span>
              <button
                type="button"
                aria-label={`Remove ${file.name}`}
                onClick={() => setQueued(queued.filter((each) => each !== file))}
                className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            compact
            label="Pages to keep"
            aside={<span className="text-sm font-normal text-ink-3">one file only</span>}
            placeholder="All, or such as 1, 3-6"
            disabled={!isSingle}
            maxLength={200}
            value={isSingle ? pageNumbers : ''}
            onChange={({ target }) => setPageNumbers(target.value)}
          />
        </div>
        <Button
          kind="primary"
          icon={Upload}
          disabled={queued.length === 0}
          busy={isLoading}
          className="!h-10 pointer-coarse:!h-11"
          onClick={() => void send()}
        >
          Upload
        </Button>
      </div>
    </Card>
  );
}
