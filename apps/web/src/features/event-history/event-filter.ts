import type { EventFilter } from '@superscope/contracts/event-history';
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

export const eventAddress = (place: string): string => `/audit/events/${place}`;

export const isEmpty = (filter: EventFilter): boolean => Object.keys(filter).length === 0;
