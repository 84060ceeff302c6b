import { notWell, treeNames } from '@superscope/contracts/dev-ops';
import { momentTime } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { durationText } from '../../ui/duration';
import { cx } from '../../ui/class-names';
import { useDevOpsTreeQuery } from './dev-ops.api';
import { LOOKS } from './states';
import type { Live } from './use-live-trees';

const secondsFrom = (from: number, to: number) => Math.max(0, Math.round((to - from) / 1000));

/** Whether the page follows, when something last changed, and what is not well, in a line above the trees. */
export function LiveLine({ live, now }: { live: Live; now: number }) {
  const monitors = useDevOpsTreeQuery('monitors').data;
  const batches = useDevOpsTreeQuery('batches').data;
  const containers = useDevOpsTreeQuery('containers').data;
  const trees = { monitors, batches, containers };
  const sentences = treeNames.flatMap((name) => trees[name]?.summary.filter(({ state }) => notWell.has(state)) ?? []);
  const hasAll = treeNames.every((name) => trees[name] !== undefined);
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-base">
      <span className="flex items-center gap-2 font-semibold">
        <span aria-hidden className={cx('size-2 shrink-0 rounded-full', live.isLive ? 'bg-plot' : 'bg-line-strong')} />
        {live.isLive ? 'Live' : live.heardAt === null ? 'Connecting' : 'Not live'}
      </span>
      {live.isLive && live.changedAt !== null && (
        <span className="text-ink-2 tabular-nums">Changed {durationText(secondsFrom(live.changedAt, now))} ago</span>
      )}
      {sentences.map(({ state, sentence }) => {
        const look = LOOKS[state === 'none' ? 'well' : state];
        return (
          <span key={sentence} className="flex items-center gap-1.5">
            <look.Icon size={16} aria-hidden className={look.text} />
            {sentence}
          </span>
        );
      })}
      {hasAll && sentences.length === 0 && (
        <span className="flex items-center gap-1.5">
          <LOOKS.well.Icon size={16} aria-hidden className={LOOKS.well.text} />
          All is well
        </span>
      )}
    </div>
  );
}

/** Says since when the page does not follow any more. */
export function NotLive({ live: { isLive, heardAt, againAt }, now }: { live: Live; now: number }) {
  if (isLive || (heardAt === null && againAt === null)) return null;
  const since =
    heardAt === null
      ? 'The page cannot follow what happens. What you see is of when it opened'
      : `Not live since ${momentTime(new Date(heardAt).toISOString()).split(' ')[1]!}. What you see is of then`;
  return (
    <div className="mb-4">
      <MessageBox tone="attention" stays>
        {since}
        <span aria-hidden>
          {againAt === null ? '; connecting again' : `; connecting again in ${secondsFrom(now, againAt)} s`}
        </span>
        .
      </MessageBox>
    </div>
  );
}
