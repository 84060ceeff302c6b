import type { EventChoices, EventFilter, HistoryEvent } from '@superscope/contracts/event-history';
import { Link } from 'react-router';
import { searchAddress } from '../../portal/event-search';
import { TypeName, typeWords } from '../../portal/event-type';
import { roleName } from '../../portal/user/user';
import { momentTime, number } from '../../ui/format';
import type { RecordColumn } from '../../portal/records/record-columns';
import { eventAddress } from './event-filter';
import { actorName, readModelsText, streamText } from './history-text';

export const eventColumns = (
  users: EventChoices['users'],
  filter: EventFilter,
): readonly RecordColumn<HistoryEvent>[] => [
  { head: 'Recorded', cell: ({ at }) => momentTime(at), className: 'whitespace-nowrap text-ink-2' },
  {
    head: 'Event',
    leads: true,
    cell: (event) => (
      <>
        <EventLink event={event} filter={filter} />
        <span className="block">
          <TypeName type={event.type} />
        </span>
      </>
    ),
    className: 'min-w-52',
  },
  { head: 'About', cell: ({ stream, revision }) => <Place stream={stream} revision={revision} /> },
  { head: 'By', cell: (event) => <Actor event={event} users={users} />, className: 'max-w-72' },
  { head: 'Changed', cell: ({ readModels }) => readModelsText(readModels), className: 'max-w-64 text-ink-2' },
];

interface LinkProps {
  event: Pick<HistoryEvent, 'place' | 'type'>;
  /** The search that found it. */
  filter?: EventFilter;
}
export const EventLink = ({ event: { place, type }, filter }: LinkProps) => (
  <Link to={eventAddress(place, filter)} className="font-semibold text-brand hover:underline">
    {typeWords(type)}
  </Link>
);

const Place = ({ stream, revision }: Pick<HistoryEvent, 'stream' | 'revision'>) => (
  <span className="wrap-anywhere text-ink-2">
    <Link
      to={searchAddress({ stream })}
      title={stream}
      className="underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {streamText(stream)}
    </Link>
    <span className="whitespace-nowrap text-ink-3">, event {number(revision + 1)}</span>
  </span>
);

/** The product itself has no role worth telling. */
const Actor = ({ event, users }: { event: HistoryEvent; users: EventChoices['users'] }) => (
  <>
    <span className="wrap-anywhere">{actorName(event, users)}</span>
    {event.role !== '' && event.role !== 'System' && (
      <span className="whitespace-nowrap text-ink-3"> · {roleName(event.role as never)}</span>
    )}
  </>
);
