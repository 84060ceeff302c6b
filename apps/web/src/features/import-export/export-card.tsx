import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { Download, ListTree } from 'lucide-react';
import { useState } from 'react';
import { DownloadFailed } from '../../portal/downloads/download-failed';
import { useDownload } from '../../portal/downloads/use-download';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { SelectField } from '../../ui/select-field';
import { PlaceFields } from './place-fields';
import type { Place } from './queued-file';
import { tableText } from '../../portal/imports/table-name';

const ALL = { platform: 'All platforms', plan: 'All plans' };

/** A table as a file that imports again unchanged, and the description of every field. */
export function ExportCard({ tables }: { tables: readonly CsvTableInfo[] }) {
  const [table, setTable] = useState(tables[0]?.table ?? '');
  const [place, setPlace] = useState<Place>({ platformId: null, plan: null });
  const { busy, failure, download } = useDownload();
  const [asked, setAsked] = useState('');
  const { platformId, plan } = place;
  const narrows = tables.find((each) => each.table === table)?.platformBy !== null;
  const save = (what: string, path: string, params: Record<string, string> = {}) => {
    setAsked(what);
    void download({ url: path, params });
  };
  const filter = {
    ...(platformId === null ? {} : { platformId }),
    ...(plan === null ? {} : { planId: plan.id }),
  };
  return (
    <Card aria-label="Export">
      <CardHead title="Export" note="A table as CSV. It imports again unchanged." />
      <div className="mt-4 grid gap-3 sm:grid-cols-3">
        <SelectField
          label="Table"
          wide
          options={tables.map((each) => ({ value: each.table, label: tableText(each.table) }))}
          value={table}
          onChange={setTable}
        />
        {narrows && <PlaceFields value={place} onChange={setPlace} none={ALL} />}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          kind="primary"
          icon={Download}
          busy={busy}
          onClick={() => save(tableText(table), `api/csv/${table}/export`, narrows ? filter : {})}
        >
          CSV
        </Button>
        <Button
          icon={ListTree}
          busy={busy}
          title="Every field of every table: type, unit, rule and an example"
          onClick={() => save('The dynamic fields', 'api/csv/exportDynamicFields')}
        >
          Dynamic Fields
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-ink-3 empty:hidden">
        {busy && 'The file is being made…'}
      </p>
      <DownloadFailed what={asked} failure={failure} />
    </Card>
  );
}
