import type { EventFilter } from '@superscope/contracts/event-history';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router';
import { searchAddress } from '../../portal/event-search';
import { eventAddress, isEmpty } from './event-filter';
import { useEventsBesideQuery } from './event-history.api';
import { foundText } from './history-text';

const LINK = 'inline-flex items-center gap-1.5 font-semibold text-brand hover:underline pointer-coarse:min-h-11';

/** Back to the search that led here, and on to what it found next. Without a search, what was recorded before and after. */
export function BesideLinks({ place, filter }: { place: string; filter: EventFilter }) {
  const { currentData } = useEventsBesideQuery({ place, filter });
  const { newer = null, older = null, total = null } = currentData ?? {};
  return (
    <nav aria-label="Events" className="mb-1.5 flex flex-wrap items-center gap-x-5">
      <Link to={searchAddress(filter)} className={LINK}>
        <ArrowLeft size={15} aria-hidden />
        Event history{!isEmpty(filter) && total !== null && `, ${foundText(total).replace('More', 'more')}`}
      </Link>
      <span className="ml-auto flex gap-x-5">
        {newer !== null && (
          <Link to={eventAddress(newer, filter)} className={LINK}>
            <ArrowLeft size={15} aria-hidden />
            Newer
          </Link>
        )}
        {older !== null && (
          <Link to={eventAddress(older, filter)} className={LINK}>
            Older
            <ArrowRight size={15} aria-hidden />
          </Link>
        )}
      </span>
    </nav>
  );
}
