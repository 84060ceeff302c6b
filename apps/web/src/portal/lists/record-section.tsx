import type { ReactNode } from 'react';
import { Pager } from '../../ui/pager';
import { Bone, ErrorState, Skeleton } from '../../ui/states';
import { referenceOf } from '../api/base.api';

interface Props<T> {
  /** The title of the list: 'Users'. */
  label: string;
  /** The same as the subject of a sentence: 'The users'. */
  what: string;
  /** The text under an error, beside the button to try again. */
  errorNote?: string;
  query: { data?: T | undefined; isError: boolean; error?: unknown; refetch: () => unknown };
  pages?: { page: number; size: number; count: number; onChange: (page: number) => void };
  children: (data: T) => ReactNode;
}

/** A card with a list of records, its loading and failed states, and a pager if there is more than one page. */
export const RecordSection = <T,>({ label, what, errorNote, query, pages, children }: Props<T>) => (
  <section aria-label={label} className="card overflow-hidden">
    {query.data !== undefined ? (
      children(query.data)
    ) : query.isError ? (
      <ErrorState
        what={what}
        {...(errorNote !== undefined && { note: errorNote })}
        reference={referenceOf(query.error)}
        onRetry={() => void query.refetch()}
        className="min-h-72"
      />
    ) : (
      <Skeleton label={label.toLowerCase()} className="space-y-4 p-5">
        {[0, 1, 2, 3].map((i) => (
          <Bone key={i} className="h-8" />
        ))}
      </Skeleton>
    )}
    {pages && pages.count > pages.size && <Pager label={label} {...pages} />}
  </section>
);
