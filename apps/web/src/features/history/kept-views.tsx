import type { AsOfView } from '@superscope/contracts/as-of-views';
import { Card, CardHead } from '../../ui/card';
import { Button } from '../../ui/button';
import { momentTime } from '../../ui/format';
import { useAsOfViewsQuery } from './history.api';

const LOOK_EVERY_MS = 10_000;
const STATES: Record<AsOfView['state'], string> = {
  waiting: ', being made',
  running: ', being made',
  ready: '',
  failed: ', failed',
  cancelled: ', cancelled',
};

/** Existing views, which open without waiting. */
export function KeptViews({ chosen, onChoose }: { chosen: string | null; onChoose: (view: AsOfView) => void }) {
  const { data } = useAsOfViewsQuery(undefined, { pollingInterval: LOOK_EVERY_MS, skipPollingIfUnfocused: true });
  const others = data?.filter(({ id }) => id !== chosen) ?? [];
  if (others.length === 0) return null;
  return (
    <Card aria-label="Views that are kept" className="mt-4">
      <CardHead title="Views that are kept" note="They are shared by everybody who may see the plan" />
      <ul className="mt-2 divide-y">
        {others.map((view) => (
          <li key={view.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-56 text-base">
              <span className="block font-medium">{view.planName}</span>
              <span className="block text-sm text-ink-3">
                {momentTime(view.moment)}
                {STATES[view.state]}
              </span>
            </span>
            <Button
              kind="quiet"
              aria-label={`Show ${view.planName} on ${momentTime(view.moment)}`}
              onClick={() => onChoose(view)}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
