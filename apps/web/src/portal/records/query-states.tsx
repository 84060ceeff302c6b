import type { ReactNode } from 'react';
import { Bone, Skeleton } from '../../ui/states';
import { NotLoaded } from '../api/not-loaded';

/** What a query's hook returns, as far as its states need it. */
export interface Query<Answer> {
  data?: Answer | undefined;
  /** The answer to what is asked now; `data` may still be that to what was asked before. */
  currentData?: Answer | undefined;
  isUninitialized?: boolean;
  isError: boolean;
  error?: unknown;
  refetch: () => unknown;
}

interface Props<Answer> {
  query: Query<Answer>;
  /** What is loaded, as the subject of a sentence: 'The users'. */
  what: string;
  /** What its failure means for the user; by default whether the rest of the page is up to date. */
  note?: string | undefined;
  /** Of the failed and the loading state. */
  className?: string;
  /** Drawn while it loads; by default four lines. */
  bones?: ReactNode;
  children: (answer: Answer) => ReactNode;
}

/** An answer of the server, or in its place that it loads, or that it did not load. */
export function QueryStates<Answer>({ query, what, note, className, bones, children }: Props<Answer>) {
  if (query.data !== undefined) return children(query.data);
  if (!query.isError)
    return (
      <Skeleton label={what[0]!.toLowerCase() + what.slice(1)} className={className}>
        {bones ?? <Lines />}
      </Skeleton>
    );
  return (
    <NotLoaded what={what} note={note} error={query.error} onRetry={() => void query.refetch()} className={className} />
  );
}

const Lines = () => (
  <div className="space-y-4">
    {[0, 1, 2, 3].map((i) => (
      <Bone key={i} className="h-8" />
    ))}
  </div>
);
