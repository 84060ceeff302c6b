import type { EventFilter } from '@superscope/contracts/event-history';
import { searchAddress } from '../../portal/event-search';
import { instantOf } from '../../ui/instant-text';

/** The search in the address, by the names of its parameters. */
const filterNames = [
  'memberId',
  'planId',
  'userId',
  'stream',
  'type',
  'from',
  'to',
  'correlationId',
  'imports',
] as const satisfies readonly (keyof EventFilter)[];

export function filterIn(search: URLSearchParams): EventFilter {
  const given = filterNames.flatMap((name) => {
    const value = search.get(name)?.trim() ?? '';
    return value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given.filter(([name, value]) => name !== 'imports' || value === 'hidden'));
}

/** The texts of a search that should be instants and are none. */
export const wrongInstantsIn = ({ from, to }: EventFilter): string[] =>
  [from, to].filter((text) => text !== undefined).filter((text) => instantOf(text) === null);

/** The page of an event. With a search it leads on to what that found. */
export const eventAddress = (place: string, filter: EventFilter = {}): string =>
  searchAddress(filter).replace('/audit/events', `/audit/events/${place}`);

export const isEmpty = (filter: EventFilter): boolean => Object.keys(filter).length === 0;
