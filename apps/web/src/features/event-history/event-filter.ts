import type { EventFilter } from '@superscope/contracts/event-history';

/** The search in the address, by the names of its parameters. */
export const filterNames = [
  'memberId',
  'planId',
  'userId',
  'stream',
  'type',
  'from',
  'to',
  'correlationId',
] as const satisfies readonly (keyof EventFilter)[];

export function filterIn(search: URLSearchParams): EventFilter {
  const given = filterNames.flatMap((name) => {
    const value = search.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}

/** The API address of a search. */
export const searchAddress = (filter: EventFilter): string => {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given as [string, string][]).toString();
  return query === '' ? '/audit/events' : `/audit/events?${query}`;
};

export const eventAddress = (place: string): string => `/audit/events/${place}`;

export const isEmpty = (filter: EventFilter): boolean => Object.keys(filter).length === 0;
