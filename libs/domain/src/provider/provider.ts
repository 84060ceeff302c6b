import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { sameFields } from '../same-fields.js';

export interface ProviderDetails {
  providerId: string;
  name: string;
  abn: string | null;
}

export type ProviderEvent =
  DomainEvent<'ProviderRegistered', ProviderDetails> | DomainEvent<'ProviderDetailsRevised', ProviderDetails>;

export type Provider = ProviderDetails | null;

export const providerStream: StreamDefinition<Provider, ProviderEvent> = {
  category: 'provider',
  initial: null,
  evolve: (provider, event) => {
    switch (event.type) {
      case 'ProviderRegistered':
      case 'ProviderDetailsRevised':
        return event.data;
      default:
        return provider;
    }
  },
};

/** Registers a provider, or revises it where a field differs; an equal row writes nothing. */
export const recordProvider =
  (details: ProviderDetails): Decision<Provider, ProviderEvent> =>
  (provider) => {
    if (provider === null) return [{ type: 'ProviderRegistered', data: details }];
    return sameFields(provider, details) ? [] : [{ type: 'ProviderDetailsRevised', data: details }];
  };
