import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { withSaid, type Said } from '../said.js';
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
  (said: Said<ProviderDetails, 'providerId' | 'name'>): Decision<Provider, ProviderEvent> =>
  (provider) => {
    const details = withSaid<ProviderDetails>(provider ?? { ...said, abn: null }, said);
    if (provider === null) return [{ type: 'ProviderRegistered', data: details }];
    return sameFields(provider, details) ? [] : [{ type: 'ProviderDetailsRevised', data: details }];
  };
