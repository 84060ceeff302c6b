import type { ImportRecord } from '@superscope/contracts/csv-import';
import { useState } from 'react';
import { dateTime } from '../../ui/format';
import { ImportDialog } from './import-dialog';
import { outcomeText } from './outcome-text';
import { RunningImport } from './running-import';

/** Imports as they stood when they were fetched, as a table; on narrow screens as one card each. */
export function HistoryList({ imports, atMs }: { imports: readonly ImportRecord[]; atMs: number }) {
  const [shown, setShown] = useState<ImportRecord | null>(null);
  return (
    <>
      <div className="hidden overflow-x-auto lg:block" role="region" aria-label="History: table" tabIndex={0}>
        <table className="w-full text-base">
          <thead>
            <tr className="border-b bg-sunken text-left text-sm text-ink-2">
              <th scope="col" className="py-2 pl-5 font-semibold">
                When
              </th>
              <th scope="col" className="py-2 pl-4 font-semibold">
                Who
              </th>
              <th scope="col" className="py-2 pl-4 font-semibold">
                File
              </th>
              <th scope="col" className="py-2 pl-4 font-semibold">
                Table
              </th>
              <th scope="col" className="py-2 pl-4 pr-5 font-semibold">
                Outcome
              </th>
            </tr>
          </thead>
          <tbody>
            {imports.map((each) => (
              <tr key={each.importId} className="border-b align-top last:border-0">
                <td className="whitespace-nowrap py-3 pl-5 text-ink-2">{dateTime(each.startedAt)}</td>
                <td className="max-w-48 py-3 pl-4 wrap-anywhere">{whoOf(each)}</td>
                <td className="max-w-72 py-3 pl-4">
                  <FileName of={each} onShow={setShown} />
                </td>
                <td className="py-3 pl-4">
                  {each.table}
                  {each.planName !== null && <p className="text-sm text-ink-3">{each.planName}</p>}
                </td>
                <td className="min-w-64 py-3 pl-4 pr-5">
                  <Outcome of={each} atMs={atMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className="lg:hidden" aria-label="History">
        {imports.map((each) => (
          <li key={each.importId} className="border-b px-4 py-4 text-base last:border-0">
            <FileName of={each} onShow={setShown} />
            <p className="text-sm text-ink-3">
              {each.table}
              {each.planName !== null && ` · ${each.planName}`}
            </p>
            <div className="mt-2">
              <Outcome of={each} atMs={atMs} />
            </div>
            <p className="mt-1 text-sm text-ink-3">
              {dateTime(each.startedAt)} · {whoOf(each)}
            </p>
          </li>
        ))}
      </ul>
      {shown && <ImportDialog of={shown} onClose={() => setShown(null)} />}
    </>
  );
}

export const whoOf = ({ startedBy }: ImportRecord) => startedBy?.name ?? startedBy?.username ?? 'Not known any more';

const FileName = ({ of, onShow }: { of: ImportRecord; onShow: (of: ImportRecord) => void }) => (
  <button
    type="button"
    onClick={() => onShow(of)}
    className="rounded-sm text-left font-medium text-brand wrap-anywhere hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
  >
    {of.fileName}
  </button>
);

function Outcome({ of, atMs }: { of: ImportRecord; atMs: number }) {
  if (of.state === 'running') return <RunningImport of={of} atMs={atMs} />;
  const isWrong = of.state === 'failed' || of.errorCount > 0;
  return <span className={isWrong ? 'font-medium text-danger' : 'text-ink-2'}>{outcomeText(of)}</span>;
}
