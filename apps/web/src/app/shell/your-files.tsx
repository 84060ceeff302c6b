import type { WorkItem } from '@superscope/contracts/work';
import { FileDown, LoaderCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { may, type User } from '../../portal/user/user';
import { useOwnWorkQuery } from '../../portal/work/work.api';
import { isUnderWay, workName } from '../../portal/work/work-words';
import { cx } from '../../ui/class-names';
import { onDemand } from '../../ui/on-demand';
import { Opener } from '../../ui/opener';

const YourFilesPopUp = onDemand(async () => (await import('./your-files-pop-up')).YourFilesPopUp);

const EVERY_MS = 15_000;
/** When this browser last opened the list: failures since then are marked. ISO, UTC. */
const SEEN = 'yourFilesSeenAt';
const readSeen = (): string => localStorage.getItem(SEEN) ?? '';
const writeSeen = (at: string): string => {
  localStorage.setItem(SEEN, at);
  return at;
};
const NONE: readonly WorkItem[] = [];

/** The files that are made for this person: how many are at work, and whether one is new. Nothing until there are any. */
export function YourFiles({ user }: { user: User }) {
  const skip = !may(user, 'documents.make');
  const { data } = useOwnWorkQuery(undefined, { skip });
  const items = data?.items ?? NONE;
  const atWork = items.filter(isUnderWay).length;
  // Changes are announced, but not to a browser that lost the connection.
  useOwnWorkQuery(undefined, { skip: skip || atWork === 0, pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  const isNew = items.some(({ file }) => file?.isNew);
  const [seenAt, setSeenAt] = useState(readSeen);
  const hasFailed = items.some(({ state, endedAt }) => state === 'failed' && (endedAt ?? '') > seenAt);
  const open = () => setSeenAt(writeSeen(new Date().toISOString()));
  const said = useEnded(items);
  return (
    <>
      {/* Stays in the page, so that a change of its text is read out. */}
      <span role="status" className="sr-only">
        {said}
      </span>
      {items.length > 0 && (
        <Opener
          opens="dialog"
          letter="F"
          reach={YourFilesPopUp.reach}
          popUp={(opened) => <YourFilesPopUp {...opened} items={items} user={user} onOpen={open} />}
          className="flex h-9 shrink-0 items-center gap-2 rounded-md px-2 text-sm font-medium hover:bg-hover pointer-coarse:min-h-11 pointer-coarse:min-w-11"
        >
          <FileDown size={17} className="text-ink-2" aria-hidden />
          <span className="hidden md:inline">Your files</span>
          <span className="sr-only md:hidden">Your files</span>
          {atWork > 0 ? (
            <Count tone="bg-brand text-on-brand">
              <LoaderCircle size={12} className="motion-safe:animate-spin" aria-hidden />
              {atWork}
              <span className="sr-only"> at work</span>
            </Count>
          ) : (
            isNew && <Count tone="bg-brand-soft text-brand">New</Count>
          )}
          {hasFailed && (
            <span className="size-2 rounded-full bg-danger">
              <span className="sr-only">, one has failed</span>
            </span>
          )}
        </Opener>
      )}
    </>
  );
}

const Count = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <span className={cx('flex h-5 items-center gap-1 rounded-full px-2 text-xs font-semibold', tone)}>{children}</span>
);

/** A sentence about the work that has ended since the last answer. */
function useEnded(items: readonly WorkItem[]): string {
  const [{ seen, said }, setSeen] = useState({ seen: items, said: '' });
  if (seen !== items) {
    const wasUnderWay = new Set(seen.filter(isUnderWay).map(({ workId }) => workId));
    const ended = items.find((item) => !isUnderWay(item) && wasUnderWay.has(item.workId));
    setSeen({ seen: items, said: ended === undefined ? said : outcomeOf(ended) });
  }
  return said;
}

const outcomeOf = (item: WorkItem): string =>
  item.state === 'done' ? `${workName(item)} is ready in Your files.` : `${workName(item)} was not made.`;
