import type { EventChoices, HistoryEvent } from '@superscope/contracts/event-history';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { roleName } from '../../portal/user/user';
import { TypeName, typeWords } from '../../portal/event-type';
import { Card, CardHead } from '../../ui/card';
import { momentTime, number } from '../../ui/format';
import { Bone, Skeleton } from '../../ui/states';
import { useEventTraceQuery } from './event-history.api';
import { searchAddress } from '../../portal/event-search';
import { EventLink } from './event-columns';
import { actorName, readModelsText, staleText, streamText } from './history-text';

/** An import of many months records hundreds. */
const LISTED = 5;

interface Props {
  event: HistoryEvent;
  users: EventChoices['users'];
}

/** From the request to its events, and to what each of them changed. */
export function RequestCard({ event, users }: Props) {
  const { correlationId } = event;
  return (
    <Card aria-label="Request">
      <CardHead title="From the request to what it changed" note="Everything that one request recorded, in order" />
      {correlationId === '' ? (
        <p className="mt-4 text-base text-ink-2">This event does not say which request made it.</p>
      ) : (
        <Trace event={event} users={users} />
      )}
    </Card>
  );
}

function Trace({ event, users }: Props) {
  const { currentData, isError, error, refetch } = useEventTraceQuery(event.correlationId);
  if (isError) return <NotLoaded what="The request" error={error} onRetry={() => void refetch()} className="pt-5" />;
  if (currentData === undefined)
    return (
      <Skeleton label="the request">
        <Bone className="mt-4 h-32" />
      </Skeleton>
    );
  const { events, isCut } = currentData;
  const first = events.slice(0, LISTED);
  const listed = first.some(({ place }) => place === event.place) ? first : [...first, event];
  return (
    <>
      <ol className="records mt-4 border-l pl-5">
        <Step title="Request">
          By {actorName(event, users)}
          {event.role !== '' && event.role !== 'System' && `, as ${roleName(event.role as never)}`}
        </Step>
        {listed.map((each) => (
          <Step
            key={each.place}
            title={each.place === event.place ? `${typeWords(each.type)} (this event)` : <EventLink event={each} />}
            isCurrent={each.place === event.place}
          >
            <TypeName type={each.type} />
            <span className="block wrap-anywhere">
              {momentTime(each.at)}, {streamText(each.stream)}
            </span>
            <span className="block">Changed: {readModelsText(each.readModels)}</span>
            {each.stale !== null && <span className="block">Derived again: {staleText(each.stale)}</span>}
          </Step>
        ))}
      </ol>
      {events.length > listed.length && (
        <p className="mt-4 text-base text-ink-2">
          The request recorded {isCut && 'more than '}
          {number(events.length)} events.{' '}
          <Link
            to={searchAddress({ correlationId: event.correlationId })}
            className="font-semibold text-brand hover:underline"
          >
            See all of them
          </Link>
        </p>
      )}
    </>
  );
}

const Step = ({
  title,
  isCurrent = false,
  children,
}: {
  title: ReactNode;
  isCurrent?: boolean;
  children: ReactNode;
}) => (
  <li className="relative pb-4 text-base last:pb-0" aria-current={isCurrent || undefined}>
    <span
      aria-hidden
      className={`absolute -left-[25.5px] top-1.5 size-2.5 rounded-full border-2 border-surface ${isCurrent ? 'bg-brand' : 'bg-line-strong'}`}
    />
    <span className="font-semibold">{title}</span>
    <div className="text-ink-2">{children}</div>
  </li>
);
