import type { ImportedMonth, MonthImport, PlanCorrections } from '@superscope/contracts/corrections';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { dateTime, longMonth, number } from '../../ui/format';
import { Pager } from '../../ui/pager';
import type { Asked } from './correction-dialog';
import { tableWords } from '@superscope/contracts/csv-table-words';

const SIZE = 10;

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** The import in force for each month, and the one that takes its place if it is withdrawn. */
export function MonthsCard({ plan: { id: planId, months }, onAsk }: Props) {
  const [page, setPage] = useState(0);
  // Withdrawing the last month of the last page leaves one page fewer.
  const at = Math.min(page, Math.max(0, Math.ceil(months.length / SIZE) - 1));
  const ask = (of: ImportedMonth, current: MonthImport, before: MonthImport | undefined) =>
    onAsk({
      title: `Withdraw ${longMonth(of.month)}?`,
      text: `${tableWords(of.table)} of ${nameOf(current)} will not count any more. ${
        before ? `Those of ${nameOf(before)} count again.` : 'The month then has none.'
      } Employers read a closed month as it was published until the plan is published anew.`,
      action: 'Withdraw',
      make: () => ({ kind: 'withdraw', importId: current.importId, table: of.table, planId, month: of.month }),
      done: `${tableWords(of.table)} of ${longMonth(of.month)} are withdrawn. The figures follow by themselves.`,
    });
  return (
    <section aria-label="Imported months" className="card overflow-hidden">
      <div className="p-4 pb-3 sm:p-5 sm:pb-3">
        <CardHead title="Imported months" note="Withdrawing an import lets the one before it count again." />
      </div>
      {months.length === 0 ? (
        <p className="border-t px-5 py-8 text-center text-base text-ink-3">No month of this plan is imported.</p>
      ) : (
        <ul aria-label="Imported months" className="border-t">
          {months.slice(at * SIZE, at * SIZE + SIZE).map((of) => {
            const [current, before] = of.imports;
            return (
              current && (
                <li
                  key={`${of.month} ${of.table}`}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2.5 last:border-0 sm:px-5"
                >
                  <div className="w-full sm:w-48">
                    <p className="text-base font-semibold">{longMonth(of.month)}</p>
                    <p className="text-sm text-ink-3">{tableWords(of.table)}</p>
                  </div>
                  <div className="min-w-0 flex-1">
                    <p className="text-base wrap-anywhere">
                      {nameOf(current)}, {number(current.rows)} {current.rows === 1 ? 'row' : 'rows'}
                    </p>
                    <p className="text-sm text-ink-3">
                      {dateTime(current.completedAt)}
                      {current.startedBy !== null && ` · ${current.startedBy}`}
                      {before && ` · before it: ${nameOf(before)}, ${dateTime(before.completedAt)}`}
                    </p>
                  </div>
                  <Button
                    icon={Undo2}
                    aria-label={`Withdraw ${tableWords(of.table).toLowerCase()} of ${longMonth(of.month)}`}
                    onClick={() => ask(of, current, before)}
                  >
                    Withdraw
                  </Button>
                </li>
              )
            );
          })}
        </ul>
      )}
      {months.length > SIZE && (
        <Pager label="Imported months" page={at} size={SIZE} count={months.length} onChange={setPage} />
      )}
    </section>
  );
}

const nameOf = ({ fileName, importId }: MonthImport) => fileName ?? `import ${importId.slice(0, 8)}`;
