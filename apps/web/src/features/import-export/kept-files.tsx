import { Wrench } from 'lucide-react';
import { Link } from 'react-router';
import { Failure } from '../../portal/api/failure';
import { Card, CardHead } from '../../ui/card';
import { date } from '../../ui/format';
import { useKeptRefusedFilesQuery } from './import-export.api';
import { TableName } from '../../portal/imports/table-name';

/** The user's refused files that wait to be mended; nothing while there are none. */
export function KeptFiles() {
  const { data = [], isError, error } = useKeptRefusedFilesQuery();
  if (isError) return <Failure error={error} otherwise="Your files to repair did not load." />;
  if (data.length === 0) return null;
  return (
    <Card aria-label="Files to repair">
      <CardHead
        title="Files to repair"
        note="Refused, and kept encrypted until they are imported or discarded, for 30 days at most."
      />
      <ul className="mt-3 divide-y">
        {data.map(({ importId, fileName, table, keptUntil }) => (
          <li key={importId} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-base">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {fileName}
              <span className="block text-sm text-ink-3">
                <TableName table={table} />, until {date(keptUntil)}
              </span>
            </span>
            <Link
              to={`/staff/importExport/${importId}/repair`}
              aria-label={`Repair ${fileName}`}
              className="inline-flex min-h-9 items-center gap-1.5 font-semibold text-brand hover:underline pointer-coarse:min-h-11"
            >
              <Wrench size={15} aria-hidden />
              Repair
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
