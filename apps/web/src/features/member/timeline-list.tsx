import type { EventName } from '@superscope/contracts/event-names';
import type { MemberEvent } from '@superscope/contracts/member-events';
import { sydneyDate } from '@superscope/contracts/sydney-time';
import { Link } from 'react-router';
import { clockOf, detailsOf, kindOf, TONES } from '../../portal/members/event-text';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import { Heading } from '../../ui/heading';

const FILED: EventName = 'ConsultationFiled';

interface Props {
  events: readonly MemberEvent[];
  /** The member whose filed consultations can be made again; null of an erased one. */
  filedOf: string | null;
}

/** Events by their day in Sydney, newest first: what was done, by whom, and what was found. */
export function TimelineList({ events, filedOf }: Props) {
  const days = new Map<string, MemberEvent[]>();
  for (const event of events) {
    const day = sydneyDate(event.at);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return (
    <ol>
      {[...days].map(([day, those]) => (
        <li key={day}>
          <Heading lower={1} className="border-y bg-sunken px-5 py-1.5 text-sm font-semibold text-ink-2">
            {date(day)}
          </Heading>
          <ul>
            {those.map((event) => (
              <Entry key={event.id} event={event} filedOf={filedOf} />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function Entry({ event, filedOf }: { event: MemberEvent; filedOf: string | null }) {
  const { name, tone } = kindOf(event);
  const details = detailsOf(event);
  // What was filed in a plan out of reach is not told.
  const again = event.eventType === FILED && event.notes !== null && filedOf !== null;
  return (
    <li className="flex items-start gap-3 border-t px-5 py-2.5 first:border-t-0">
      <i aria-hidden className={cx('mt-[5px] size-2.5 shrink-0 rounded-full', TONES[tone].dot)} />
      <div className="min-w-0 flex-1 sm:flex sm:gap-3">
        <div className="min-w-0 flex-1">
          <p className="text-base font-semibold leading-[19px]">{name}</p>
          {details !== '' && <p className="mt-0.5 text-sm text-ink-2 wrap-anywhere">{details}</p>}
          {again && (
            <Link
              to={`/staff/consultation?member=${encodeURIComponent(filedOf)}`}
              className="text-sm font-semibold text-brand"
            >
              Make it again
            </Link>
          )}
        </div>
        <p className="shrink-0 text-sm leading-[19px] text-ink-3 sm:max-w-48 sm:text-right">
          {event.consultant ?? 'Member'}
          {event.hasTime && <span className="tnum">, {clockOf(event.at)}</span>}
          {!event.processed && <span className="block font-semibold text-wattle-ink">Not processed</span>}
        </p>
      </div>
    </li>
  );
}
