import { Failure } from '../../portal/api/failure';
import { NotLoadedBox } from '../../portal/api/not-loaded';
import { Button } from '../../ui/button';
import { Section } from '../../ui/card';
import { dateTime, number } from '../../ui/format';
import { useClearSlowdownMutation, useSlowdownsQuery } from './security.api';

const EVERY_MS = 30_000;

/** Networks whose sign-ins are slowed down. Renders nothing if there are none. */
export function SlowedNetworks() {
  const {
    data,
    error: unread,
    refetch,
  } = useSlowdownsQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  const [clear, { error }] = useClearSlowdownMutation();
  if (data === undefined)
    return (
      <NotLoadedBox
        error={unread}
        what="Whether networks have to wait"
        onRetry={() => void refetch()}
        className="mt-4"
      />
    );
  if (data.networks.length === 0) return null;
  return (
    <Section
      id="slowed-networks"
      title="Networks that have to wait"
      note="Too many sign-ins from them failed. Whoever signed in from there before is not affected."
    >
      <Failure error={error} otherwise="This did not work. Please try again." className="mb-3" />
      <ul className="card divide-y">
        {data.networks.map(({ network, failures, until }) => (
          <li key={network} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3 text-base">
            <b className="font-semibold">{network}</b>
            <span className="min-w-0 flex-1 text-ink-2">
              {number(failures)} failed sign-ins, until {dateTime(until)}
            </span>
            <Button aria-label={`Clear ${network}`} onClick={() => void clear({ network })}>
              Clear
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
