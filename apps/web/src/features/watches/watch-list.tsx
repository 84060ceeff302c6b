import type { OwnWatches, Watch } from '@superscope/contracts/watches';
import { Bell, BellOff, CalendarCheck, TrendingDown, TrendingUp } from 'lucide-react';
import { Failure } from '../../portal/api/failure';
import { Button } from '../../ui/button';
import { month } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { useRemoveWatchMutation } from './watches.api';
import { watchText } from './watch-text';

const ICONS = { above: TrendingUp, below: TrendingDown };

/** All watches of the signed-in user, each with its last outcome. */
export function WatchList({ watches }: Pick<OwnWatches, 'watches'>) {
  const [remove, { error }] = useRemoveWatchMutation();
  if (watches.length === 0) {
    return (
      <EmptyState icon={Bell} title="You watch nothing yet" className="min-h-48 p-5">
        Set a value above, or press the bell of a figure on a page of a plan.
      </EmptyState>
    );
  }
  return (
    <>
      <Failure error={error} otherwise="The watch could not be removed. Please try again." className="p-4" />
      <ul>
        {watches.map((watch) => (
          <Line key={watch.watchId} watch={watch} onRemove={() => void remove(watch.watchId)} />
        ))}
      </ul>
    </>
  );
}

function Line({ watch, onRemove }: { watch: Watch; onRemove: () => void }) {
  const { planName, direction, toldOf } = watch;
  const Icon = direction === null ? CalendarCheck : ICONS[direction];
  const text = watchText(watch);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-3 last:border-0 sm:px-5">
      <Icon size={18} className="shrink-0 text-ink-3" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="text-base font-semibold">{text}</p>
        <p className="truncate text-sm text-ink-3" title={planName ?? undefined}>
          {planName ?? 'A plan that is out of your reach: nothing is mailed'}
          {toldOf !== null && ` · told of ${month(toldOf)}`}
        </p>
      </div>
      <Button
        icon={BellOff}
        aria-label={`Stop watching ${text}${planName === null ? '' : `, ${planName}`}`}
        onClick={onRemove}
      >
        Stop
      </Button>
    </li>
  );
}
