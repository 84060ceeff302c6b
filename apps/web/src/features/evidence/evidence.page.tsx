import { FolderSearch } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { useAnnounced } from '../../portal/page-file/use-announced-page';
import { Card } from '../../ui/card';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { useEvidenceQuery } from './evidence.api';
import { EvidenceSheet } from './evidence-sheet';

/** A view of the past and its proof as a document. */
export function EvidencePage() {
  usePageTitle('Evidence');
  const [query] = useSearchParams();
  const viewId = query.get('view') ?? '';
  const { currentData, isError, error, refetch } = useEvidenceQuery(viewId, { skip: viewId === '' });
  useAnnounced(isError || viewId === '' ? 'failed' : currentData === undefined ? null : 'ready');
  if (viewId === '')
    return (
      <Card className="grid min-h-96">
        <EmptyState icon={FolderSearch} as="h1" title="No view is named">
          The address of a document names its view, as in ?view=a1b2c3d4e5f6.
        </EmptyState>
      </Card>
    );
  if (isError) return <NotLoaded what="The document" error={error} onRetry={() => void refetch()} />;
  if (currentData === undefined)
    return (
      <Skeleton label="the document">
        <Bone className="h-96" />
      </Skeleton>
    );
  return <EvidenceSheet evidence={currentData} />;
}
