import type { CsvTableInfo } from '@superscope/contracts/csv-import';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import { Card, CardHead } from '../../ui/card';
import { date, dateTime, sydneyField } from '../../ui/format';
import { FieldsDialog } from './fields-dialog';
import { TableName } from '../../portal/imports/table-name';

/** The tables in the order of their references, each with the time of its last import. */
export function TablesCard({ tables }: { tables: readonly CsvTableInfo[] }) {
  const [shown, setShown] = useState<CsvTableInfo | null>(null);
  const isNew = tables.every(({ lastImportAt }) => lastImportAt === null);
  return (
    <Card aria-label="Tables">
      <CardHead
        title="Tables in their order"
        note={
          isNew
            ? `Nothing is imported yet. Begin at the top of these ${tables.length}: a file refers to those before it.`
            : `${tables.length} tables. A file refers to those before it. A name shows its fields.`
        }
      />
      <ol className="mt-3 max-h-[32.25rem] divide-y overflow-y-auto border-y" aria-label="Tables in their order">
        {tables.map((each, at) => (
          <li key={each.table} className="flex items-start gap-2.5 py-2">
            {each.lastImportAt === null ? (
              <CircleDashed size={16} className="mt-0.5 shrink-0 text-ink-3" role="img" aria-label="Not imported yet" />
            ) : (
              <CircleCheck size={16} className="mt-0.5 shrink-0 text-good" role="img" aria-label="Imported" />
            )}
            <span className="w-5 shrink-0 text-right text-base tabular-nums text-ink-3">{at + 1}</span>
            <div className="min-w-0 flex-1">
              <button
                type="button"
                onClick={() => setShown(each)}
                className="rounded-sm text-left text-base font-medium text-brand hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
              >
                <TableName table={each.table} />
              </button>
              <p className="text-sm text-ink-3">{each.holds}</p>
            </div>
            {each.lastImportAt !== null && (
              <span className="shrink-0 text-sm text-ink-3" title={`Imported ${dateTime(each.lastImportAt)}`}>
                {date(sydneyField(each.lastImportAt))}
              </span>
            )}
          </li>
        ))}
      </ol>
      {shown && <FieldsDialog table={shown} onClose={() => setShown(null)} />}
    </Card>
  );
}
