import {
  titleOf,
  type DocumentMapping,
  type DocumentSaved,
  type LibraryDocument,
} from '@superscope/contracts/microsites';
import { CloudUpload, FolderSearch, ListRestart, RefreshCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FailureText } from '../../portal/api/failure';
import { NotLoadedBox } from '../../portal/api/not-loaded';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { CompanyLookup } from '../../portal/lookups/company-lookup';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { PlanLookup } from '../../portal/plan/plan-lookup';
import { PlatformLookup } from '../../portal/platforms/platform-lookup';
import { QueryStates } from '../../portal/records/query-states';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { MessageBox } from '../../ui/message-box';
import { EmptyState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { DeleteDocumentDialog, UnmapDialog } from './delete-document.dialog';
import { DocumentDialog } from './document.dialog';
import { LibraryCard } from './library-card';
import { MappingDialog } from './mapping.dialog';
import { MappingsCard } from './mappings-card';
import { useClearCacheMutation, useLibraryQuery, useMappingsQuery } from './microsite-documents.api';
import { SeenCard } from './seen-card';
import { useFilters } from './use-filters';
import { useSync } from './use-sync';

/** What is being asked in a dialog. */
type Asked =
  | { what: 'document'; document: LibraryDocument | null }
  | { what: 'delete'; document: LibraryDocument }
  | { what: 'mapping'; document: LibraryDocument | null; mapping: DocumentMapping | null }
  | { what: 'unmap'; mapping: DocumentMapping };

interface Said {
  tone: 'good' | 'attention' | 'danger';
  text: ReactNode;
  key: number;
}

export function MicrositeDocumentsPage() {
  usePageTitle('Microsite documents');
  const { chosen, choosePlatform, choosePlan, chooseEmployer } = useFilters();
  const { platform, plan, employer } = chosen;
  const filters = {
    platformId: platform?.id ?? null,
    planId: plan?.id ?? null,
    companyId: employer?.id ?? null,
  };
  const library = useLibraryQuery(filters);
  const mappings = useMappingsQuery({ companyId: filters.companyId }, { skip: filters.companyId === null });
  const [clear, clearing] = useClearCacheMutation();
  const sync = useSync();
  const downloads = useDownload();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const close = () => setAsked(null);
  const saved = ({ notices }: DocumentSaved) => {
    close();
    setSaid(
      notices.length === 0
        ? null
        : { tone: 'attention', text: ['The document is saved.', ...notices].join(' '), key: Date.now() },
    );
  };
  const documents = library.currentData ?? [];
  const list = filters.companyId === null ? undefined : mappings.currentData;
  const shown = list === undefined ? null : new Set(list.mappings.map(({ documentId }) => documentId));
  const noEmployer = employer === null && (platform !== null || plan !== null);

  const clearCache = async () => {
    setSaid(null);
    const { data, error } = await clear(filters.companyId);
    setSaid(
      data === undefined
        ? {
            tone: 'danger',
            text: <FailureText error={error} otherwise="The cache was not cleared. Please try again." />,
            key: Date.now(),
          }
        : { tone: 'good', text: data.message, key: Date.now() },
    );
  };
  const refresh = () => {
    void library.refetch();
    if (filters.companyId !== null) void mappings.refetch();
  };
  const nameOf = ({ documentId }: DocumentMapping) => {
    const document = documents.find((each) => each.documentId === documentId);
    return document === undefined ? 'this document' : titleOf(document);
  };
  return (
    <>
      <PlainHeader
        title="Microsite documents"
        note="What members of an employer find on its microsite, and in which order."
        right={
          <div className="flex flex-wrap items-center gap-2">
            <Button icon={RefreshCw} busy={library.isFetching} onClick={refresh}>
              Refresh
            </Button>
            <Button
              icon={ListRestart}
              busy={clearing.isLoading}
              disabled={noEmployer}
              title={noEmployer ? 'Choose an employer' : undefined}
              aria-describedby={noEmployer ? 'no-clearing' : undefined}
              onClick={() => void clearCache()}
            >
              Clear microsite cache
            </Button>
            {noEmployer && (
              <span id="no-clearing" className="text-sm text-ink-3">
                Choose an employer
              </span>
            )}
            {sync.isOffered && (
              <Button icon={CloudUpload} busy={sync.isBusy} onClick={() => void sync.sync()}>
                Sync with UAT
              </Button>
            )}
          </div>
        }
      />
      {said !== null && (
        <div className="mb-4">
          <MessageBox key={said.key} tone={said.tone} stays={said.tone !== 'good'} onClose={() => setSaid(null)}>
            {said.text}
          </MessageBox>
        </div>
      )}
      <NotLoadedBox
        error={sync.unread}
        what="Whether documents can be synced with UAT"
        onRetry={sync.look}
        className="mb-4"
      />
      {sync.said !== null && (
        <div className="mb-4">
          <MessageBox key={sync.said.key} tone={sync.said.tone} onClose={sync.close}>
            {sync.said.text}
          </MessageBox>
        </div>
      )}
      <Card aria-label="Whose documents" className="mb-4">
        <div className="grid gap-3 md:grid-cols-3">
          <PlatformLookup optional value={platform} onChange={choosePlatform} />
          <PlanLookup label="Plan" value={plan} platformId={platform?.id} onChange={choosePlan} clears />
          <CompanyLookup value={employer} planId={plan?.id} onChange={chooseEmployer} clears />
        </div>
      </Card>
      <DownloadFailed what="The document" failure={downloads.failure} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="min-w-0">
          <LibraryCard
            chosen={chosen}
            documents={library.currentData}
            query={library}
            dimmed={library.isFetching}
            shown={shown}
            onNew={() => setAsked({ what: 'document', document: null })}
            onEdit={(document) => setAsked({ what: 'document', document })}
            onDelete={(document) => setAsked({ what: 'delete', document })}
            onAdd={(document) => setAsked({ what: 'mapping', document, mapping: null })}
            onDownload={({ documentId, digest }) =>
              void downloads.download({
                url: `api/documents/${documentId}`,
                ...(digest !== null && { params: { digest } }),
              })
            }
          />
        </div>
        <div className="min-w-0 space-y-4">
          {employer === null ? (
            <section aria-label="Employer mappings" className="card">
              <EmptyState icon={FolderSearch} title="Choose an employer" className="min-h-72 p-5">
                Then its documents stand here, first to last.
              </EmptyState>
            </section>
          ) : (
            <>
              <QueryStates query={{ ...mappings, data: list }} what="The mappings" className="card min-h-72 p-5">
                {(found) => (
                  <MappingsCard
                    key={employer.id}
                    employer={employer}
                    mappings={found.mappings}
                    documents={documents}
                    changes={found.lists[0]?.changes ?? 0}
                    onAdd={() => setAsked({ what: 'mapping', document: null, mapping: null })}
                    onEdit={(mapping) => setAsked({ what: 'mapping', document: null, mapping })}
                    onRemove={(mapping) => setAsked({ what: 'unmap', mapping })}
                  />
                )}
              </QueryStates>
              <SeenCard key={employer.id} employer={employer} />
            </>
          )}
        </div>
      </div>
      {asked?.what === 'document' && (
        <DocumentDialog chosen={chosen} document={asked.document} onDone={saved} onClose={close} />
      )}
      {asked?.what === 'delete' && <DeleteDocumentDialog document={asked.document} onClose={close} />}
      {asked?.what === 'mapping' && plan !== null && employer !== null && list !== undefined && (
        <MappingDialog
          plan={plan}
          employer={employer}
          mappings={list.mappings}
          documents={documents}
          document={asked.document}
          mapping={asked.mapping}
          revision={list.lists[0]?.revision ?? -1}
          onClose={close}
          onLeftOut={(text) => setSaid({ tone: 'danger', text, key: Date.now() })}
        />
      )}
      {asked?.what === 'unmap' && employer !== null && (
        <UnmapDialog
          mappingId={asked.mapping.id}
          title={nameOf(asked.mapping)}
          employer={employer.name}
          onClose={close}
        />
      )}
    </>
  );
}
