import type { EventChoices, EventDetail, HistoryEvent } from '@superscope/contracts/event-history';
import { ChevronRight, Eye, History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { Failure } from '../../portal/api/failure';
import { TypeName, typeWords } from '../../portal/event-type';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { useMay } from '../../portal/user/use-may';
import { roleName } from '../../portal/user/user';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { Card, CardHead } from '../../ui/card';
import { date, momentTime, number } from '../../ui/format';
import { Bone, Skeleton } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { useEventChoicesQuery, usePersonalFieldsMutation, useRecordedEventQuery } from './event-history.api';
import { searchAddress } from '../../portal/event-search';
import { AroundCard } from './around-card';
import { AsItStoodCard, asItStoodAddress } from './as-it-stood-card';
import { BesideLinks } from './beside-links';
import { EventChip } from './event-chip';
import { filterIn } from './event-filter';
import { eventSentence } from './event-sentence';
import { actorName, memberText, readModelsText } from './history-text';
import { RequestCard } from './request-card';
import { StateChanges } from './state-changes';
import { Heading } from '../../ui/heading';
import { LinkButton } from '../../ui/link-button';

/** One event: its fields, its stream's state before and after it, and its request. */
export function EventPage() {
  usePageTitle('Event');
  const { place = '' } = useParams();
  const [search] = useSearchParams();
  const filter = filterIn(search);
  const { currentData, isError, error, refetch } = useRecordedEventQuery(place);
  const { currentData: choices } = useEventChoicesQuery();
  const beside = <BesideLinks place={place} filter={filter} />;
  if (currentData)
    return (
      <>
        {beside}
        <Event key={place} detail={currentData} users={choices?.users ?? []} />
      </>
    );
  return (
    <>
      {beside}
      <PlainHeader title="Event" note="One event of the log" />
      <Card>
        {isError ? (
          <NotLoaded
            what="The event"
            note="The search is as it was."
            error={error}
            onRetry={() => void refetch()}
            className="min-h-72"
          />
        ) : (
          <Skeleton label="the event">
            <Bone className="h-72" />
          </Skeleton>
        )}
      </Card>
    </>
  );
}

const LINK = 'font-semibold text-brand hover:underline';

function Event({ detail, users }: { detail: EventDetail; users: EventChoices['users'] }) {
  const [show, { data: shown, isLoading, error }] = usePersonalFieldsMutation();
  const { event, plan, data, metadata, state, isTooLong, standing, counted, around, personal } = shown ?? detail;
  return (
    <>
      <PlainHeader
        title={eventSentence({ event, plan, data, state }, users)}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            Recorded {momentTime(event.at)}
            <EventChip type={event.type} standing={standing} />
          </span>
        }
        right={plan && <AsItStoodLink plan={plan} at={event.at} />}
      />
      <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_20rem] xl:items-start">
        <div className="min-w-0 space-y-5">
          <Card aria-label="Event">
            <Facts event={event} plan={plan} users={users} />
          </Card>
          <section aria-label="Before and after" className="card overflow-hidden">
            <div className="p-4 sm:p-5">
              <CardHead
                title="Before and after"
                note="What the stream says, as the product itself reads it"
                stacks
                right={
                  personal === 'hidden' && (
                    <Button icon={Eye} busy={isLoading} onClick={() => void show(event.place)}>
                      Show personal fields
                    </Button>
                  )
                }
              />
              {personal === 'hidden' && (
                <p className="mt-2 text-sm text-ink-3">
                  Personal fields are hidden. That you look at them is recorded.
                </p>
              )}
              {personal === 'shown' && (
                <p role="status" className="mt-2 text-sm text-ink-2">
                  Personal fields are shown, and that you look at them was recorded.
                </p>
              )}
              <Failure
                error={error}
                otherwise="The personal fields could not be shown. Please try again."
                className="mt-3"
              />
            </div>
            <StateChanges state={state} isTooLong={isTooLong} />
            {counted && <Counted of={counted} />}
          </section>
          <Card aria-label="Ids and record" className="divide-y p-0! sm:p-0!">
            <Folded title="Ids and place in the log" note={`position ${event.place}; event, stream, request, command`}>
              <Ids event={event} />
            </Folded>
            <Folded title="As recorded" note={`the event and what is said about it, ${number(event.bytes)} bytes`}>
              <Json label="Data" of={data} />
              <Json label="Metadata" of={metadata} />
            </Folded>
          </Card>
        </div>
        <div className="min-w-0 space-y-5">
          <AsItStoodCard event={event} plan={plan} />
          <AroundCard event={event} around={around} users={users} />
          <RequestCard event={event} users={users} />
        </div>
      </div>
    </>
  );
}

/** What the event changed of the plan’s own figures. */
const Counted = ({ of: { months, to, before, after } }: { of: NonNullable<EventDetail['counted']> }) => (
  <div className="border-t px-4 py-3 sm:px-5">
    <p className="text-base">
      <b className="font-semibold">The plan:</b> members with one in the {months} months to {date(to)}{' '}
      {before === after ? (
        <>
          <b className="font-semibold">{number(after)}</b>, as before
        </>
      ) : (
        <>
          {number(before)}
          <span aria-hidden> → </span>
          <span className="sr-only"> before, </span>
          <b className="font-semibold">{number(after)}</b>
          <span className="sr-only"> after</span>
        </>
      )}
    </p>
    <p className="mt-0.5 text-sm text-ink-3">Read just before and just after it. An exact figure, for auditors only.</p>
  </div>
);

/** The plan at the moment of the event, including its changes. */
const AsItStoodLink = ({ plan, at }: { plan: NonNullable<EventDetail['plan']>; at: string }) => (
  <LinkButton icon={History} to={asItStoodAddress(plan.id, at)}>
    As it stood then
  </LinkButton>
);

interface FactsProps {
  event: HistoryEvent;
  plan: EventDetail['plan'];
  users: EventChoices['users'];
}

const Facts = ({ event, plan, users }: FactsProps) => (
  <dl className="grid gap-x-6 gap-y-4 text-base sm:grid-cols-2 lg:grid-cols-4">
    <Fact name="By">
      {actorName(event, users)}
      {event.role !== '' && event.role !== 'System' && `, ${roleName(event.role as never)}`}
    </Fact>
    <Fact name="What it is">
      {typeWords(event.type)}
      <span className="block">
        <TypeName type={event.type} />
      </span>
    </Fact>
    {plan !== null && (
      <Fact name="Plan">
        <Link to={searchAddress({ planId: plan.id })} className={LINK}>
          {plan.name}
        </Link>
        {plan.name !== plan.id && <span className="block text-sm text-ink-3">{plan.id}</span>}
      </Fact>
    )}
    {event.memberId !== null && (
      <Fact name="Member">
        <Link to={searchAddress({ memberId: event.memberId })} className={LINK}>
          {memberText(event.memberId)}
        </Link>
        <TimelineLink memberId={event.memberId} />
      </Fact>
    )}
    <Fact name="Changed">{readModelsText(event.readModels)}</Fact>
  </dl>
);

/** Part of the page that opens on request. */
const Folded = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => (
  <details className="group">
    <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-2 px-4 py-3 sm:px-5 [&::-webkit-details-marker]:hidden">
      <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-3 group-open:rotate-90" />
      <span className="text-base font-semibold">{title}</span>
      <span className="min-w-0 text-sm wrap-anywhere text-ink-3">{note}</span>
    </summary>
    <div className="px-4 pb-4 sm:px-5">{children}</div>
  </details>
);

const Ids = ({ event }: { event: HistoryEvent }) => (
  <dl className="grid gap-x-6 gap-y-3 text-base sm:grid-cols-2">
    <IdFact name="Place in the log" id={event.place} />
    <IdFact name="Event id" id={event.eventId} />
    <IdFact name="Stream" id={event.stream} to={searchAddress({ stream: event.stream })} />
    <Fact name="Number in its stream">{number(event.revision + 1)}</Fact>
    {event.correlationId !== '' && (
      <IdFact name="Request" id={event.correlationId} to={searchAddress({ correlationId: event.correlationId })} />
    )}
    {event.commandId !== '' && <IdFact name="Command" id={event.commandId} />}
    {event.causationId !== null && <IdFact name="Caused by" id={event.causationId} />}
    {event.memberId !== null && <IdFact name="Member id" id={event.memberId} />}
  </dl>
);

/** An id that can be copied. `to` is the search for it. */
function IdFact({ name, id, to }: { name: string; id: string; to?: string }) {
  return (
    <Fact name={name}>
      {to === undefined ? (
        id
      ) : (
        <Link to={to} className={LINK}>
          {id}
        </Link>
      )}
      <CopyButton text={id} label={`Copy ${name.toLowerCase()}`} done={`${name} copied`} />
    </Fact>
  );
}

/** Auditors may read events but not members' timelines. */
function TimelineLink({ memberId }: { memberId: string }) {
  const may = useMay('members.read');
  if (!may) return null;
  return (
    <>
      {' · '}
      <Link to={`/staff/memberEvents?member=${encodeURIComponent(memberId)}`} className={LINK}>
        Timeline
      </Link>
    </>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-ink-3">{name}</dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
);

const Json = ({ label, of }: { label: string; of: unknown }) => (
  <div className="mt-4">
    <Heading lower={1} className="text-sm font-semibold">
      {label}
    </Heading>
    <pre
      role="region"
      aria-label={label}
      tabIndex={0}
      className="mt-1.5 max-h-96 overflow-auto rounded-md border bg-sunken p-3 text-sm leading-5"
    >
      {JSON.stringify(of, null, 2)}
    </pre>
  </div>
);
