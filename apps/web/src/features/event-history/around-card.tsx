import type { EventChoices, HistoryEvent } from '@superscope/contracts/event-history';
import { Link } from 'react-router';
import { searchAddress } from '../../portal/event-search';
import { TypeName, typeWords } from '../../portal/event-type';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { momentTime } from '../../ui/format';
import { EventLink } from './event-columns';
import { actorName } from './history-text';

interface Props {
  event: HistoryEvent;
  around: readonly HistoryEvent[];
  users: EventChoices['users'];
}

/** The member's events beside this one, newest first, without those of imports. Draws nothing for an event of no member. */
export function AroundCard({ event, around, users }: Props) {
  const { memberId } = event;
  if (memberId === null || around.length === 0) return null;
  return (
    <Card aria-label="The member’s history around it" className="p-0! sm:p-0!">
      <div className="px-4 pb-3 pt-4 sm:px-5">
        <CardHead title="The member’s history around it" note="Newest first, without bulk imports" />
      </div>
      <ol className="divide-y border-y text-base">
        {around.map((each) => {
          const isThis = each.place === event.place;
          return (
            <li
              key={each.place}
              aria-current={isThis || undefined}
              className={cx('px-4 py-2 sm:px-5', isThis && 'bg-brand-soft')}
            >
              <span className="block font-semibold">{isThis ? typeWords(each.type) : <EventLink event={each} />}</span>
              <TypeName type={each.type} />
              <span className="block text-sm text-ink-3">
                {momentTime(each.at)}, {actorName(each, users)}
              </span>
            </li>
          );
        })}
      </ol>
      <p className="px-4 py-3 sm:px-5">
        <Link
          to={searchAddress({ memberId, imports: 'hidden' })}
          className="text-base font-semibold text-brand hover:underline"
        >
          All of the member’s history
        </Link>
      </p>
    </Card>
  );
}
