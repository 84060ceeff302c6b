import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { History as HistoryIcon } from 'lucide-react';
import { useState } from 'react';
import { referenceOf } from '../../portal/api/base.api';
import { Section } from '../../ui/card';
import { Pager } from '../../ui/pager';
import { SelectField } from '../../ui/select-field';
import { Bone, EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { HistoryList } from './history-list';
import { useImportHistoryQuery } from './import-export.api';

const SIZE = 10;
const EVERY_MS = 10_000;
/** Polling interval in ms while an import runs. */
const SOON_MS = 1_000;

/** All imports: user, time, file and outcome. */
export function History({ tables }: { tables: readonly CsvTableInfo[] }) {
  const [table, setTable] = useState('');
  const [page, setPage] = useState(0);
  const [runs, setRuns] = useState(false);
  const asked = { page: page + 1, size: SIZE, ...(table === '' ? {} : { table }) };
  const { data, isError, error, refetch, fulfilledTimeStamp } = useImportHistoryQuery(asked, {
    pollingInterval: runs ? SOON_MS : EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const isRunning = data?.imports.some(({ state }) => state === 'running') ?? false;
  if (isRunning !== runs) setRuns(isRunning);
  return (
    <Section
      id="history"
      title="History"
      note="Every import, whoever began it"
      right={
        <SelectField
          label="Table of the history"
          labelHidden
          options={[
            { value: '', label: 'All tables' },
            ...tables.map((each) => ({ value: each.table, label: each.table })),
          ]}
          value={table}
          onChange={(next) => {
            setTable(next);
            setPage(0);
          }}
        />
      }
    >
      <div className="card overflow-hidden">
        {data ? (
          data.imports.length > 0 ? (
            <HistoryList imports={data.imports} atMs={fulfilledTimeStamp ?? 0} />
          ) : (
            <EmptyState icon={HistoryIcon} title="Nothing was imported yet" className="min-h-48 p-5">
              {table === '' ? 'Drop the first file above.' : 'No import of this table.'}
            </EmptyState>
          )
        ) : isError ? (
          <ErrorState
            what="The history of imports"
            note="Imports go on meanwhile."
            reference={referenceOf(error)}
            onRetry={() => void refetch()}
            className="min-h-48"
          />
        ) : (
          <Skeleton label="the history of imports" className="p-5">
            <Bone className="h-8" />
            <Bone className="mt-4 h-8" />
            <Bone className="mt-4 h-8" />
          </Skeleton>
        )}
        {data && data.total > SIZE && (
          <Pager label="History" page={page} size={SIZE} count={data.total} onChange={setPage} />
        )}
      </div>
    </Section>
  );
}
