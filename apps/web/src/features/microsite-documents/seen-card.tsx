import { earliestDay } from '@superscope/contracts/csv-columns';
import type { SeenDocuments } from '@superscope/contracts/microsites';
import { FileText, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { searchAddress } from '../../portal/event-search';
import { QueryStates } from '../../portal/records/query-states';
import { useMay } from '../../portal/user/use-may';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { date, sydneyToday } from '../../ui/format';
import { fileText } from './document-words';
import { CardHeading } from './library-card';
import { useSeenQuery } from './microsite-documents.api';
import type { Chosen } from './use-filters';

/** What members of an employer find on its microsite, today or at the end of a past day. */
export function SeenCard({ employer }: { employer: Chosen }) {
  const today = sydneyToday();
  const [typed, setTyped] = useState<string | null>(today);
  // A day that is typed in part leaves what is shown.
  const [on, setOn] = useState(today);
  const choose = (day: string | null) => {
    setTyped(day);
    if (day !== null && day >= earliestDay && day <= today) setOn(day);
  };
  const past = on < today ? on : null;
  const { currentData, ...query } = useSeenQuery({ companyId: employer.id, on: past });
  const mayReadHistory = useMay('history.read');
  return (
    <section aria-label="What the employer sees" className="card overflow-hidden">
      <CardHeading title="What the employer sees" />
      <div className="flex flex-wrap items-end gap-2 border-b px-5 py-3">
        <DateField label="Day" min={earliestDay} max={today} value={typed} onChange={choose} />
        <Button kind="quiet" className="!h-10 pointer-coarse:!h-11" onClick={() => choose(today)}>
          Today
        </Button>
      </div>
      <QueryStates query={{ ...query, data: currentData }} what="What the employer sees" className="min-h-40 p-5">
        {(seen) => (
          <>
            {past !== null && (
              <p role="status" className="bg-attention-soft px-5 py-2.5 text-base">
                {sinceText(past, seen)}
              </p>
            )}
            {seen.documents.length === 0 ? (
              <p className="px-5 py-4 text-base text-ink-3">No documents</p>
            ) : (
              <ol className="divide-y">
                {seen.documents.map((document, place) => {
                  const Icon = document.url === null ? FileText : Link2;
                  return (
                    <li key={document.documentId} className="flex min-h-10 items-center gap-2.5 px-5 py-1.5">
                      <span className="w-5 text-right text-ink-3 tabular-nums">{place + 1}</span>
                      <Icon size={16} className="shrink-0 text-brand" aria-hidden />
                      <span className="min-w-0 flex-1 wrap-anywhere">{document.title}</span>
                      <span className="shrink-0 text-sm text-ink-3">{fileText(document)}</span>
                    </li>
                  );
                })}
              </ol>
            )}
            <p className="border-t px-5 py-3 text-sm text-ink-3">
              {seen.revision < 0 ? 'Its list has no changes yet.' : `Revision ${seen.revision} of its list.`}{' '}
              {mayReadHistory && seen.revision >= 0 && (
                <Link
                  to={searchAddress({ stream: `micrositeList-${seen.companyId}` })}
                  className="font-semibold text-brand hover:underline"
                >
                  Who changed what
                </Link>
              )}
            </p>
          </>
        )}
      </QueryStates>
    </section>
  );
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const inWords = (count: number): string => NUMBERS[count] ?? String(count);

/** 'As it stood at the end of 14/10/2026: 4 documents. Since then one was added and two changed places.' */
export function sinceText(on: string, { documents, since }: Pick<SeenDocuments, 'documents' | 'since'>): string {
  const count = documents.length === 1 ? '1 document' : `${documents.length} documents`;
  const then = `As it stood at the end of ${date(on)}: ${count}.`;
  if (since === null) return then;
  const was = (number: number) => (number === 1 ? 'was' : 'were');
  const parts = [
    ...(since.added > 0 ? [`${inWords(since.added)} ${was(since.added)} added`] : []),
    ...(since.removed > 0 ? [`${inWords(since.removed)} ${was(since.removed)} removed`] : []),
    ...(since.moved > 0 ? [`${inWords(since.moved)} changed places`] : []),
  ];
  if (parts.length === 0) return `${then} Since then the list has not changed.`;
  return `${then} Since then ${parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`}.`;
}
