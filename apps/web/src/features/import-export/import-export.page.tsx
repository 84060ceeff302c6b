import { PlainHeader } from '../../portal/page-header/plain-header';
import { NotLoaded } from '../../portal/api/not-loaded';
import { Card } from '../../ui/card';
import { Bone, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { AsfaPanel } from './asfa-panel';
import { ExportCard } from './export-card';
import { useCsvTablesQuery } from './import-export.api';
import { History } from './history';
import { ImportCard } from './import-card';
import { KeptFiles } from './kept-files';
import { TablesCard } from './tables-card';

export function ImportExportPage() {
  usePageTitle('Import / Export');
  const { data: tables, isError, error, refetch } = useCsvTablesQuery();
  return (
    <>
      <PlainHeader
        title="Import / Export"
        note="The fund’s files in and out. A file is checked whole before anything of it is written."
      />
      {tables ? (
        <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)] lg:items-start">
          <div className="grid gap-4">
            <ImportCard tables={tables} />
            <KeptFiles />
            <ExportCard tables={tables} />
          </div>
          <div className="grid gap-4">
            <AsfaPanel />
            <TablesCard tables={tables} />
          </div>
        </div>
      ) : (
        <Card className="grid min-h-72">
          {isError ? (
            <NotLoaded
              what="The tables"
              note="Nothing can be imported or exported until they are there."
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton label="the tables">
              <Bone className="h-40" />
              <Bone className="mt-5 h-10" />
            </Skeleton>
          )}
        </Card>
      )}
      <History tables={tables ?? []} />
    </>
  );
}
