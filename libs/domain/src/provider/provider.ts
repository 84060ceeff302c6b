import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { applyPatch, type Patch } from '../patch.js';
import { sameFields } from '../same-fields.js';
import { id, orNull, text } from '../shape.js';

export interface ProviderDetails {
  providerId: string;
  name: string;
  abn: string | null;
}

export type ProviderEvent =
  DomainEvent<'ProviderRegistered', ProviderDetails> | DomainEvent<'ProviderDetailsRevised', ProviderDetails>;

const detailShapes = { providerId: id, name: text, abn: orNull(text) };
const shapes: EventShapes<ProviderEvent> = {
  ProviderRegistered: detailShapes,
  ProviderDetailsRevised: detailShapes,
};

export type Provider = ProviderDetails | null;

export const providerStream: StreamDefinition<Provider, ProviderEvent> = {
  category: 'provider',
  initial: null,
  shapes,
  idOf: ({ providerId }) => providerId,
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

/** Registers a provider, or revises it where a field differs; an unchanged row writes nothing. */
export const recordProvider =
  (patch: Patch<ProviderDetails, 'providerId' | 'name'>): Decision<Provider, ProviderEvent> =>
  (provider) => {
    const details = applyPatch<ProviderDetails>(provider ?? { ...patch, abn: null }, patch);
    if (provider === null) return [{ type: 'ProviderRegistered', data: details }];
    return sameFields(provider, details) ? [] : [{ type: 'ProviderDetailsRevised', data: details }];
  };
