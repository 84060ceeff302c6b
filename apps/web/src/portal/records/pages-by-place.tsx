import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';

/** Pages of which each answer names the place where the next one begins, such as those of recorded events, the newest first. */
export function usePagesByPlace() {
  /** Where each page that was visited begins. */
  const [turned, setTurned] = useState<readonly string[]>([]);
  return {
    /** Where this page begins; undefined for the first. */
    before: turned.at(-1),
    toNewer: () => setTurned(turned.slice(0, -1)),
    toOlder: (next: string) => setTurned([...turned, next]),
  };
}

interface Props {
  label: string;
  pages: ReturnType<typeof usePagesByPlace>;
  /** Where the next page begins; null on the last, and until it is known. */
  next: string | null;
}

/** Turns them. Draws nothing where there is one page only. */
export const PagesByPlace = ({ label, pages: { before, toNewer, toOlder }, next }: Props) =>
  (before !== undefined || next !== null) && (
    <nav aria-label={`${label}: pages`} className="flex justify-end gap-2 border-t px-4 py-2.5">
      <Button kind="quiet" icon={ChevronLeft} disabled={before === undefined} onClick={toNewer}>
        Newer
      </Button>
      <Button kind="quiet" icon={ChevronRight} disabled={next === null} onClick={() => next !== null && toOlder(next)}>
        Older
      </Button>
    </nav>
  );
