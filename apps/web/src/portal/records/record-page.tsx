import { FolderSearch } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { PlainHeader } from '../page-header/plain-header';
import { PlanLookup } from '../plan/plan-lookup';
import { QueryStates, type Query } from './query-states';

/** The plan whose record a page shows. It is in the address, so a link opens the same record. */
export function useRecordPlan() {
  const [search, setSearch] = useSearchParams();
  const planId = search.get('plan');
  const choose = (id: string | null) => setSearch(id === null ? {} : { plan: id }, { replace: true });
  return { planId, choose };
}

interface Props<T> {
  title: string;
  /** One sentence under the title. */
  note: ReactNode;
  /** The name of the card in which the plan is chosen: 'Plan to correct'. */
  label: string;
  /** From `useRecordPlan`. */
  plan: ReturnType<typeof useRecordPlan>;
  /** The record of that plan. */
  query: Query<T>;
  /** The record as the subject of a sentence: 'What can be corrected'. */
  what: string;
  /** Says what can be done once a plan is chosen. */
  prompt: string;
  /** Stands between the choice and the record, such as what was done. */
  told?: ReactNode;
  children: (record: T) => ReactNode;
}

/** A page for one plan's record: the choice of the plan, then its record, or why there is none. */
export function RecordPage<T extends { id: string; name: string }>({
  title,
  plan,
  query,
  children,
  ...said
}: Props<T>) {
  usePageTitle(title);
  const { note, label, what, prompt, told } = said;
  return (
    <>
      <PlainHeader title={title} note={note} />
      <Card aria-label={label} className="mb-4">
        <div className="max-w-md">
          <PlanLookup
            label="Plan"
            value={query.data ? { id: query.data.id, name: query.data.name } : null}
            onChange={(chosen) => plan.choose(chosen?.id ?? null)}
          />
        </div>
      </Card>
      {told}
      {query.data !== undefined ? (
        children(query.data)
      ) : (
        <Card className="grid min-h-72">
          {plan.planId === null ? (
            <EmptyState icon={FolderSearch} title="Please select a plan">
              {prompt}
            </EmptyState>
          ) : (
            <QueryStates query={query} what={what} note="Another plan may be chosen above.">
              {() => null}
            </QueryStates>
          )}
        </Card>
      )}
    </>
  );
}
