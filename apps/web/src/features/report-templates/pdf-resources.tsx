import { mostMegabytes, type PdfResource } from '@superscope/contracts/pdf-resources';
import { FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import type { RecordColumn } from '../../portal/records/record-columns';
import { RecordTable } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { Section } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { date, number } from '../../ui/format';
import { PdfUpload } from './pdf-upload';
import { usePdfResourcesQuery, useRemovePdfMutation } from './report-templates.api';

const PAGE_SIZE = 10;

interface Props {
  platform: { id: string; name: string } | null;
  /** Opens a page of a template. */
  onPage: (templateId: string, pageId: string) => void;
}

/** The PDFs whose pages may stand in reports: those of the platform that is chosen, or of all. */
export function PdfResources({ platform, onPage }: Props) {
  const platformId = platform?.id ?? null;
  const { currentData, ...query } = usePdfResourcesQuery(platformId);
  const downloads = useDownload();
  const [removing, setRemoving] = useState<PdfResource | null>(null);
  const columns: RecordColumn<PdfResource>[] = [
    {
      head: 'File',
      names: true,
      cell: ({ filename, platformId: of, isRefused }) => (
        <>
          <button
            type="button"
            className="text-left font-semibold text-brand hover:underline wrap-anywhere pointer-coarse:min-h-11"
            onClick={() =>
              void downloads.download({
                url: `api/pcr/download/${encodeURIComponent(filename)}`,
                params: { platformId: of },
              })
            }
          >
            {filename}
          </button>
          {isRefused && (
            <span className="block text-sm text-danger">
              Refused when stored PDFs were checked, so reports are made without its pages. Upload another of this name.
            </span>
          )}
        </>
      ),
      sort: ({ filename }) => filename,
    },
    ...(platform === null
      ? [
          {
            head: 'Platform',
            cell: ({ platformName }: PdfResource) => platformName,
            sort: ({ platformName }: PdfResource) => platformName,
          },
        ]
      : []),
    { head: 'Pages', right: true, cell: ({ pages }) => number(pages), sort: ({ pages }) => pages },
    {
      head: 'Size',
      right: true,
      cell: ({ size }) => `${number(Math.max(1, Math.round(size / 1024)))} KB`,
      sort: ({ size }) => size,
    },
    { head: 'Modified', cell: ({ modified }) => date(modified), sort: ({ modified }) => modified },
    {
      head: 'Used by',
      cell: ({ usedBy }) =>
        usedBy.length === 0 ? (
          <span className="text-ink-3">no page</span>
        ) : (
          <ul>
            {usedBy.map(({ templateId, templateName, pageId, sequence }) => (
              <li key={pageId}>
                <button
                  type="button"
                  className="text-left text-brand hover:underline pointer-coarse:min-h-11"
                  onClick={() => onPage(templateId, pageId)}
                >
                  {templateName}, p. {sequence}
                </button>
              </li>
            ))}
          </ul>
        ),
    },
    {
      head: 'Remove',
      quiet: true,
      right: true,
      cell: (resource) =>
        resource.usedBy.length > 0 ? (
          <span className="text-sm text-ink-3">In use</span>
        ) : (
          <Button
            icon={Trash2}
            aria-label={`Delete ${resource.filename}`}
            className="!h-8 border-danger-line !text-danger pointer-coarse:!h-11"
            onClick={() => setRemoving(resource)}
          >
            Delete
          </Button>
        ),
    },
  ];
  return (
    <Section
      id="pdf-resources"
      title="PDF resources"
      note={
        platform === null
          ? 'Choose a platform to upload for it.'
          : `Pages of these can stand in a report of ${platform.name}.`
      }
    >
      <DownloadFailed what="The PDF" failure={downloads.failure} />
      <div className={cx('grid gap-4 xl:items-start', platform !== null && 'xl:grid-cols-[minmax(0,1fr)_25rem]')}>
        <div className="min-w-0">
          <RecordTable
            label="PDFs"
            what="The PDFs"
            columns={columns}
            idOf={({ platformId: of, filename }) => `${of} ${filename}`}
            rows={currentData}
            query={query}
            search={platformId ?? ''}
            pages={PAGE_SIZE}
            empty={{
              icon: FileText,
              title: 'No PDFs yet',
              children: `Up to ${mostMegabytes} MB each, not encrypted.`,
            }}
          />
        </div>
        {platform !== null && <PdfUpload key={platform.id} platformId={platform.id} />}
      </div>
      {removing !== null && <RemoveDialog of={removing} onClose={() => setRemoving(null)} />}
    </Section>
  );
}

function RemoveDialog({ of: { platformId, filename }, onClose }: { of: PdfResource; onClose: () => void }) {
  const [remove, { isLoading, error }] = useRemovePdfMutation();
  return (
    <ConfirmDialog
      title={`Delete ${filename}?`}
      action="Delete"
      cancel="Keep"
      busy={isLoading}
      onClose={onClose}
      onConfirm={() =>
        void remove({ platformId, filename })
          .unwrap()
          .then(onClose, () => undefined)
      }
    >
      No page of a template uses it.
      <Failure error={error} otherwise="It was not deleted. Please try again." className="mt-3" />
    </ConfirmDialog>
  );
}
