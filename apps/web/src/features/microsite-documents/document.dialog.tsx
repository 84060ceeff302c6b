import {
  documentRequest,
  documentTypes,
  longestDescription,
  longestTitle,
  longestUrl,
  needsTitle,
  type DocumentSaved,
  type DocumentType,
  type LibraryDocument,
} from '@superscope/contracts/microsites';
import { mostMegabytes } from '@superscope/contracts/pdf-resources';
import { FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { pdfRejection } from '../../portal/pdf-rejection';
import { FileDrop } from '../../ui/file-drop';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useSaveDocumentMutation } from './microsite-documents.api';
import type { ChosenFilters } from './use-filters';
import { TYPE_NAMES } from './type-names';

interface Scope {
  platformId: string | null;
  planId: string | null;
  companyId: string | null;
}

const EVERYBODY = 'all';
const keyOf = ({ platformId, planId, companyId }: Scope): string => companyId ?? planId ?? platformId ?? EVERYBODY;

/** For whom a document may be: what is chosen above the tables, and whom it is for already. */
function scopesOf({ platform, plan, employer }: ChosenFilters, document: LibraryDocument | null) {
  const ids = { platformId: platform?.id ?? null, planId: plan?.id ?? null, companyId: employer?.id ?? null };
  const choices: { scope: Scope; label: string }[] = [];
  if (employer !== null) choices.push({ scope: ids, label: 'This employer' });
  if (plan !== null) choices.push({ scope: { ...ids, companyId: null }, label: 'This plan' });
  if (platform !== null)
    choices.push({ scope: { platformId: platform.id, planId: null, companyId: null }, label: 'This platform' });
  choices.push({ scope: { platformId: null, planId: null, companyId: null }, label: 'All' });
  if (document !== null && choices.every(({ scope }) => keyOf(scope) !== keyOf(document)))
    choices.unshift({ scope: document, label: document.isFor ?? keyOf(document) });
  return choices;
}

interface Props {
  chosen: ChosenFilters;
  /** The document to revise; null adds one. */
  document: LibraryDocument | null;
  onDone: (saved: DocumentSaved) => void;
  onClose: () => void;
}

const REQUIRED = <span className="font-normal text-ink-3"> (required)</span>;

/** Adds a document or revises one. */
export function DocumentDialog({ chosen, document, onDone, onClose }: Props) {
  const [save] = useSaveDocumentMutation();
  const [file, setFile] = useState<File | null>(null);
  const [rejected, setRejected] = useState<string | null>(null);
  const [keepsFile, setKeepsFile] = useState(document?.file ?? false);
  const scopes = scopesOf(chosen, document);
  const values: Record<'type' | 'isFor' | 'title' | 'description' | 'url', string> = {
    type: document?.type ?? 'Info',
    isFor: document === null ? keyOf(scopes[0]!.scope) : keyOf(document),
    title: document?.title ?? '',
    description: document?.description ?? '',
    url: document?.url ?? '',
  };
  const form = useRequestForm({
    of: document?.documentId ?? 'new document',
    schema: documentRequest,
    values,
    request: ({ isFor, url, type, ...texts }) => {
      const { platformId, planId, companyId } = scopes.find(({ scope }) => keyOf(scope) === isFor)!.scope;
      return {
        ...(document !== null && { documentId: document.documentId }),
        platformId,
        planId,
        companyId,
        type: type as DocumentType,
        ...texts,
        url: file === null && !keepsFile ? url : null,
      };
    },
    rules: ({ url }) => ({ url: file === null && !keepsFile && url.trim() === '' && 'Url is required' }),
    revision: document?.revision,
    send: (request, revision) =>
      save({ document: { ...request, ...(revision !== undefined && { revision }) }, file }).unwrap(),
    onDone,
    alsoEntered: file !== null || keepsFile !== (document?.file ?? false),
    failed: 'It was not saved. Please try again.',
  });
  const take = (given: File) => {
    const why = pdfRejection(given);
    setRejected(why);
    if (why === null) setFile(given);
  };
  const { type, title, description, url } = form.values;
  const filename = file?.name ?? (keepsFile ? document!.filename : null);
  const mark = needsTitle(type as DocumentType) ? REQUIRED : undefined;
  return (
    <FormDialog
      title={document === null ? 'New document' : 'Edit document'}
      action="Save"
      form={form}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          wide
          required
          label="Type"
          placeholder="Choose a type"
          options={documentTypes.map((each) => ({ value: each, label: TYPE_NAMES[each] }))}
          {...form.choice('type')}
        />
        <SelectField
          wide
          label="For"
          options={scopes.map(({ scope, label }) => ({ value: keyOf(scope), label }))}
          {...form.choice('isFor')}
        />
      </div>
      <TextField
        compact
        label="Title"
        mark={mark}
        maxLength={longestTitle}
        aside={<Count of={title} most={longestTitle} />}
        {...form.text('title')}
      />
      <TextField
        compact
        label="Description"
        maxLength={longestDescription}
        aside={<Count of={description} most={longestDescription} />}
        {...form.text('description')}
      />
      {filename !== null ? (
        <ChosenFile
          name={filename}
          onRemove={() => {
            setFile(null);
            setKeepsFile(false);
          }}
        />
      ) : (
        <>
          <TextField
            compact
            label="PDF or address"
            mark={REQUIRED}
            placeholder="https://"
            maxLength={longestUrl}
            {...form.text('url')}
          />
          {url.trim() === '' && <PdfDrop onFile={take} />}
        </>
      )}
      {rejected !== null && (
        <p role="alert" className="text-sm font-medium text-danger wrap-anywhere">
          {rejected}
        </p>
      )}
    </FormDialog>
  );
}

const Count = ({ of, most }: { of: string; most: number }) => (
  <span className="text-sm font-normal text-ink-3">
    {of.length} of {most}
  </span>
);

const ChosenFile = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <div>
    <span className="mb-1 block text-base font-semibold">PDF or address{REQUIRED}</span>
    <div className="flex min-h-10 items-center gap-2 rounded-md border border-brand-line bg-brand-soft px-3 text-base">
      <FileUp size={16} className="shrink-0 text-brand" aria-hidden />
      <span className="min-w-0 flex-1 wrap-anywhere">{name}</span>
      <button
        type="button"
        aria-label={`Remove ${name}`}
        onClick={onRemove}
        className="-mr-1.5 grid size-8 shrink-0 place-items-center rounded-sm text-ink-3 hover:text-ink pointer-coarse:size-11"
      >
        <X size={16} aria-hidden />
      </button>
    </div>
  </div>
);

const PdfDrop = ({ onFile }: { onFile: (file: File) => void }) => (
  <FileDrop
    label="PDF of the document"
    accepts={['.pdf']}
    onFiles={([file]) => onFile(file!)}
    className="flex min-h-11 flex-wrap items-center gap-x-1.5 rounded-md px-3 text-base"
  >
    {(choose) => (
      <>
        <FileUp size={16} className="text-ink-3" aria-hidden />
        Drop a PDF, or {choose('choose one')}
        <span className="text-sm text-ink-3">up to {mostMegabytes} MB, not encrypted</span>
      </>
    )}
  </FileDrop>
);
