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

export const eventAddress = (place: string): string => `/audit/events/${place}`;

export const isEmpty = (filter: EventFilter): boolean => Object.keys(filter).length === 0;
