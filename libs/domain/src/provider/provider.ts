import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { fields, revised, shapesOf, upcastersOf, type PatchOf, type RecordOf } from '../fields.js';
import { sameFields } from '../same-fields.js';

export const providerFields = fields({
  providerId: { kind: 'id', needed: true },
  name: { kind: 'name', most: 100, needed: true },
  abn: { kind: 'name', most: 20 },
});
export type ProviderDetails = RecordOf<typeof providerFields>;

export type ProviderEvent =
  DomainEvent<'ProviderRegistered', ProviderDetails> | DomainEvent<'ProviderDetailsRevised', ProviderDetails>;

const detailShapes = shapesOf(providerFields);
const shapes: EventShapes<ProviderEvent> = {
  ProviderRegistered: detailShapes,
  ProviderDetailsRevised: detailShapes,
};

export type Provider = ProviderDetails | null;

export const providerStream: StreamDefinition<Provider, ProviderEvent> = {
  category: 'provider',
  initial: null,
  shapes,
  upcasters: { ProviderRegistered: upcastersOf(providerFields), ProviderDetailsRevised: upcastersOf(providerFields) },
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
  (patch: PatchOf<typeof providerFields>): Decision<Provider, ProviderEvent> =>
  (provider) => {
    const details = revised(providerFields, provider, patch);
    if (provider === null) return [{ type: 'ProviderRegistered', data: details }];
    return sameFields(provider, details) ? [] : [{ type: 'ProviderDetailsRevised', data: details }];
  };
