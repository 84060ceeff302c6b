import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { useState } from 'react';
import { Section } from '../../ui/card';
import { SelectField } from '../../ui/select-field';
import { HistoryList } from './history-list';
import { useImportHistoryQuery } from './import-export.api';
import { tableText } from '../../portal/imports/table-name';

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
  const imports = useImportHistoryQuery(asked, {
    pollingInterval: runs ? SOON_MS : EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  const { data, fulfilledTimeStamp } = imports;
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
            ...tables.map((each) => ({ value: each.table, label: tableText(each.table) })),
          ]}
          value={table}
          onChange={(next) => {
            setTable(next);
            setPage(0);
          }}
        />
      }
    >
      <HistoryList
        query={imports}
        imports={data?.imports}
        atMs={fulfilledTimeStamp ?? 0}
        pages={{ page, size: SIZE, count: data?.total ?? 0, onChange: setPage }}
        none={table === '' ? 'Drop the first file above.' : 'No import of this table.'}
      />
    </Section>
  );
}
