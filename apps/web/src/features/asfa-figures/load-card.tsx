import { CircleCheck, FileUp, RefreshCw, TriangleAlert, X } from 'lucide-react';
import { useState } from 'react';
import { Button as PressButton, FileTrigger } from 'react-aria-components';
import { messageOf, referenceOf } from '../../portal/api/base.api';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { dateTime } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { TextField } from '../../ui/text-field';
import type { AsfaDocument } from '@superscope/contracts/asfa';
import { useLoadDocumentMutation, useReadFileMutation } from './asfa-figures.api';
import type { LoadedDocument } from './figure-entries';
import { readText } from './figure-text';

interface Props {
  documents: readonly LoadedDocument[];
  /** `pdfUrl` is null for a file. */
  onLoaded: (document: AsfaDocument, pdfUrl: string | null) => void;
  onRemove: (id: string) => void;
  onHosts: () => void;
}

/** Documents by their address or as files, and those that were read. */
export function LoadCard({ documents, onLoaded, onRemove, onHosts }: Props) {
  const [address, setAddress] = useState('');
  const [load, loading] = useLoadDocumentMutation();
  const [read, reading] = useReadFileMutation();
  const [rejection, setRejection] = useState<string | null>(null);
  const error = loading.error ?? reading.error;
  const isBusy = loading.isLoading || reading.isLoading;
  const begin = () => {
    setRejection(null);
    loading.reset();
    reading.reset();
  };
  const loadIt = async () => {
    begin();
    const pdfUrl = address.trim();
    const { data } = await load(pdfUrl);
    if (data !== undefined) onLoaded(data, pdfUrl);
  };
  const readIt = async (file: File) => {
    begin();
    if (!/\.pdf$/i.test(file.name) && file.type !== 'application/pdf') {
      setRejection(
        `File: '${file.name}' type: '${file.type}' did not pass: '.pdf or application/pdf' validation constraint`,
      );
      return;
    }
    const { data } = await read(file);
    if (data !== undefined) onLoaded(data, null);
  };
  return (
    <Card aria-label="Documents">
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (address.trim() !== '' && !isBusy) void loadIt();
        }}
      >
        <div className="min-w-0 flex-1 basis-80">
          <TextField
            label="Address of a PDF"
            aside={
              <p className="text-sm font-normal text-ink-3">
                https,{' '}
                <button type="button" className="text-brand underline" onClick={onHosts}>
                  hosts of the list
                </button>
              </p>
            }
            compact
            type="url"
            maxLength={2000}
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
        </div>
        <Button type="submit" icon={RefreshCw} busy={isBusy} disabled={address.trim() === ''} className="h-10">
          Load
        </Button>
        <FileTrigger
          acceptedFileTypes={['.pdf', 'application/pdf']}
          onSelect={(chosen) => {
            const [file] = chosen ?? [];
            if (file !== undefined && !isBusy) void readIt(file);
          }}
        >
          <PressButton className="settle inline-flex h-10 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 text-base font-semibold hover:bg-hover pointer-coarse:h-11">
            <FileUp size={16} aria-hidden />
            Or a file
          </PressButton>
        </FileTrigger>
      </form>
      <p role="status" className="mt-2 text-sm text-ink-3 empty:hidden">
        {isBusy && 'The document is being read…'}
      </p>
      {documents.length > 0 && (
        <ul aria-label="Documents read" className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
          {documents.map(({ id, document, loadedAt }, at) => {
            const Icon = document.found.length > 0 ? CircleCheck : TriangleAlert;
            return (
              <li key={id} className="flex min-w-0 items-center gap-2 text-base">
                <Icon
                  size={16}
                  aria-hidden
                  className={document.found.length > 0 ? 'shrink-0 text-good' : 'shrink-0 text-attention'}
                />
                <span className="min-w-0 wrap-anywhere">
                  <strong className="font-semibold">{document.name}</strong>{' '}
                  <span className="text-ink-3">
                    {readText(document)}, {dateTime(loadedAt).slice(-5)}
                    {at > 0 && ', added'}
                  </span>
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${document.name}`}
                  onClick={() => onRemove(id)}
                  className="grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
                >
                  <X size={16} aria-hidden />
                </button>
              </li>
            );
          })}
        </ul>
      )}
      {(rejection !== null || error !== undefined) && (
        <div className="mt-3">
          <MessageBox tone="danger" onClose={begin}>
            {rejection ?? messageOf(error) ?? 'The document could not be read. Please try again.'}
            <Reference id={referenceOf(error)} className="mt-1" />
          </MessageBox>
        </div>
      )}
    </Card>
  );
}
