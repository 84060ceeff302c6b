import { titleOf, type LibraryDocument } from '@superscope/contracts/microsites';
import { FileText, Link2, Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Query } from '../../portal/records/query-states';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { number } from '../../ui/format';
import { fileText, forText } from './document-words';
import type { ChosenFilters } from './use-filters';
import { TYPE_NAMES } from './type-names';

const PAGE_SIZE = 20;

interface Props {
  chosen: ChosenFilters;
  documents: readonly LibraryDocument[] | undefined;
  query: Omit<Query<unknown>, 'data'>;
  dimmed: boolean;
  /** The documents that the chosen employer has; null without one. */
  shown: ReadonlySet<string> | null;
  onNew: () => void;
  onEdit: (document: LibraryDocument) => void;
  onDelete: (document: LibraryDocument) => void;
  onAdd: (document: LibraryDocument) => void;
  onDownload: (document: LibraryDocument) => void;
}

/** The documents that there are for what is chosen. */
export function LibraryCard({ chosen, documents, query, dimmed, shown, onNew, ...on }: Props) {
  const columns: RecordColumn<LibraryDocument>[] = [
    {
      head: 'Document',
      names: true,
      cell: (document) => <DocumentName document={document} onDownload={on.onDownload} />,
      sort: titleOf,
    },
    { head: 'For', cell: (document) => forText(document, chosen), sort: (document) => forText(document, chosen) },
    {
      head: 'File',
      cell: (document) => (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          {!document.file && <Link2 size={15} className="text-ink-3" aria-hidden />}
          {fileText(document)}
        </span>
      ),
      sort: ({ size }) => size,
    },
    {
      head: 'Mapped',
      right: true,
      cell: ({ mapped }) => (mapped === 0 ? <span className="text-ink-3">none</span> : number(mapped)),
      sort: ({ mapped }) => mapped,
    },
    {
      head: 'Actions',
      quiet: true,
      right: true,
      cell: (document) => {
        const title = titleOf(document);
        return (
          <span className="inline-flex items-center justify-end gap-0.5">
            {shown !== null &&
              (shown.has(document.documentId) ? (
                <span className="px-2 text-ink-3">Shown</span>
              ) : (
                <Button
                  kind="quiet"
                  icon={Plus}
                  className="!h-8 !px-2 pointer-coarse:!h-11"
                  aria-label={`Add ${title}`}
                  onClick={() => on.onAdd(document)}
                >
                  Add
                </Button>
              ))}
            {document.mayChange && (
              <>
                <IconButton label={`Edit ${title}`} icon={Pencil} onClick={() => on.onEdit(document)} />
                {document.mapped === 0 && (
                  <IconButton label={`Delete ${title}`} icon={Trash2} onClick={() => on.onDelete(document)} />
                )}
              </>
            )}
          </span>
        );
      },
    },
  ];
  const count = documents?.length ?? 0;
  return (
    <RecordTable
      label="Resource library"
      what="The documents"
      columns={columns}
      idOf={({ documentId }) => documentId}
      rows={documents}
      query={query}
      dimmed={dimmed}
      search={[chosen.platform, chosen.plan, chosen.employer].map((each) => each?.id ?? '').join(' ')}
      pages={PAGE_SIZE}
      head={
        <CardHeading
          title="Resource library"
          note={
            documents === undefined
              ? undefined
              : chosen.employer !== null
                ? `${count} that this employer could have`
                : `${count} ${count === 1 ? 'document' : 'documents'}`
          }
          right={
            <Button kind="primary" icon={Plus} onClick={onNew}>
              New document
            </Button>
          }
        />
      }
      foot={<p className="border-t px-5 py-3 text-sm text-ink-3">Delete only when mapped nowhere</p>}
      empty={{ icon: FileText, title: 'No documents yet', children: 'A document is a PDF or a page elsewhere.' }}
    />
  );
}

interface HeadingProps {
  title: string;
  note?: ReactNode;
  right?: ReactNode;
}
/** The head of a card with a list. */
export const CardHeading = ({ title, note, right }: HeadingProps) => (
  <div className="flex flex-wrap items-center gap-3 border-b px-5 py-3.5">
    <div className="min-w-0 flex-1">
      <h2 className="text-md font-semibold">{title}</h2>
      {note !== undefined && <p className="text-sm text-ink-3">{note}</p>}
    </div>
    {right}
  </div>
);

interface NameProps {
  document: LibraryDocument;
  onDownload: (document: LibraryDocument) => void;
}
function DocumentName({ document, onDownload }: NameProps) {
  const link = 'text-left font-semibold hover:text-brand hover:underline wrap-anywhere pointer-coarse:min-h-11';
  return (
    <span className="block min-w-0">
      {document.file ? (
        <button type="button" className={link} onClick={() => onDownload(document)}>
          {titleOf(document)}
        </button>
      ) : (
        <a href={document.url!} target="_blank" rel="noreferrer" className={link}>
          {titleOf(document)}
        </a>
      )}
      <span className="ml-2 text-sm text-ink-3">{TYPE_NAMES[document.type]}</span>
      {document.isRefused && (
        <span className="block text-sm text-danger">
          Refused when stored PDFs were checked. Edit it to upload another.
        </span>
      )}
      {document.description !== null && (
        <span className="block text-sm text-ink-2 wrap-anywhere">{document.description}</span>
      )}
    </span>
  );
}
