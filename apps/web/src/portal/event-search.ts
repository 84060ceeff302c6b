import type { EventFilter } from '@superscope/contracts/event-history';

/** The address of the page that lists the events which fit a search. */
export const searchAddress = (filter: EventFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given).toString();
  return query === '' ? '/audit/events' : `/audit/events?${query}`;
};
