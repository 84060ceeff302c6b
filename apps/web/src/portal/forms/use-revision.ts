import type { ChangedSince } from '@superscope/contracts/changed-since';
import { useState } from 'react';
import { statusOf } from '../api/base.api';

/** What others changed while a form was open. */
export type Newer = Required<Omit<ChangedSince, 'errors'>>;

const newerOf = (error: unknown): Newer | null => {
  const data = (error as { data?: Partial<ChangedSince> } | undefined)?.data;
  return statusOf(error) === 409 && data?.changes !== undefined && data.revision !== undefined ? (data as Newer) : null;
};

/** The revision that an answer says was written; undefined where it says none. */
export function revisionIn(answer: unknown): number | undefined {
  const written = (answer as { revision?: unknown } | null | undefined)?.revision;
  return written === undefined ? undefined : Number(written);
}

/**
 * The revision of the record that a form was filled from, which each save names. `at` counts only when the form opens, because what is read
 * later is not what the person saw. A save that another person's change refuses is told by `newer`; after that the person has seen the
 * change, and saving again puts theirs over it.
 */
export function useRevision(at: number | undefined) {
  const [read, setRead] = useState(at);
  const [newer, setNewer] = useState<Newer | null>(null);
  return {
    /** The revision that the next save names. */
    at: read,
    newer,
    /** The form shows what was read at a later revision. */
    follow: (revision: number | undefined) => {
      setRead(revision);
      setNewer(null);
    },
    /** Saves at the revision. Rejects with the server's error. */
    send: async <Answer>(save: (revision: number | undefined) => Promise<Answer>): Promise<Answer> => {
      const answer = await save(read);
      const written = revisionIn(answer);
      if (read !== undefined && written !== undefined) setRead(written);
      setNewer(null);
      return answer;
    },
    /** Whether an error is a refusal that `newer` tells. */
    takes: (error: unknown): boolean => {
      // Of a form without a revision, a conflict is something else.
      const found = read === undefined ? null : newerOf(error);
      setNewer(found);
      if (found !== null) setRead(found.revision);
      return found !== null;
    },
  };
}
