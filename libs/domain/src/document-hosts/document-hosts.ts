import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { listOf, text } from '../shape.js';

export type DocumentHostsEvent = DomainEvent<'DocumentHostsSet', { hosts: readonly string[] }>;

/** The names of the hosts from which ASFA's documents may be fetched. At first they are ASFA's own. */
export const documentHostsStream: StreamDefinition<readonly string[], DocumentHostsEvent> = {
  category: 'documentHosts',
  initial: ['www.superannuation.asn.au', 'superannuation.asn.au'],
  shapes: { DocumentHostsSet: { hosts: listOf(text) } },
  evolve: (hosts, event) => (event.type === 'DocumentHostsSet' ? event.data.hosts : hosts),
};

/** Replaces the list of hosts (names in lower case); a list with the same hosts writes nothing. */
export const setDocumentHosts =
  (wanted: readonly string[]): Decision<readonly string[], DocumentHostsEvent> =>
  (hosts) => {
    const unique = [...new Set(wanted)];
    return unique.join() === hosts.join() ? [] : [{ type: 'DocumentHostsSet', data: { hosts: unique } }];
  };
