import type { EventFilter } from '@superscope/contracts/event-history';

/** The address of the page that lists a plan's events as they stood at a moment, the nearest first. */
export const eventsAtAddress = (planId: string, moment: string): string =>
  // A search ends before its last instant.
  searchAddress({ planId, to: new Date(Date.parse(moment) + 1).toISOString() });

/** The address of the page that lists the events which fit a search. */
export const searchAddress = (filter: EventFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given).toString();
  return query === '' ? '/audit/events' : `/audit/events?${query}`;
};
