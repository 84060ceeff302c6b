import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { fields, revised, shapesOf, upcastersOf, type PatchOf, type RecordOf } from '../fields.js';
import { RuleViolation } from '../rule-violation.js';
import { sameFields } from '../same-fields.js';
import { count, id, oneOf, text } from '../shape.js';

export const providerFields = fields({
  providerId: { kind: 'id', needed: true },
  name: { kind: 'name', most: 100, needed: true },
  abn: { kind: 'name', most: 20, isCode: true },
});
export type ProviderDetails = RecordOf<typeof providerFields>;

const logoTypes = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof logoTypes)[number];

/** A provider's logo, for the documents that it gives out. Its bytes are kept by their digest. */
export interface ProviderLogo {
  providerId: string;
  type: LogoType;
  /** Digest of the file's bytes, in hexadecimal. */
  sha256: string;
  bytes: number;
}

export type ProviderEvent =
  | DomainEvent<'ProviderRegistered', ProviderDetails>
  | DomainEvent<'ProviderDetailsRevised', ProviderDetails>
  /** The provider has its first logo, or another one. */
  | DomainEvent<'ProviderLogoUploaded', ProviderLogo>
  | DomainEvent<'ProviderLogoRemoved', { providerId: string }>;

const detailShapes = shapesOf(providerFields);
const shapes: EventShapes<ProviderEvent> = {
  ProviderRegistered: detailShapes,
  ProviderDetailsRevised: detailShapes,
  ProviderLogoUploaded: { providerId: id, type: oneOf(logoTypes), sha256: text, bytes: count },
  ProviderLogoRemoved: { providerId: id },
};

export interface RegisteredProvider {
  details: ProviderDetails;
  /** Digest of its logo; null without one. */
  logo: string | null;
}
export type Provider = RegisteredProvider | null;

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
        return { details: event.data, logo: provider?.logo ?? null };
      case 'ProviderLogoUploaded':
        return provider && { ...provider, logo: event.data.sha256 };
      case 'ProviderLogoRemoved':
        return provider && { ...provider, logo: null };
      default:
        return provider;
    }
  },
};

/** Registers a provider, or revises it where a field differs; an unchanged row writes nothing. */
export const recordProvider =
  (patch: PatchOf<typeof providerFields>): Decision<Provider, ProviderEvent> =>
  (provider) => {
    const details = revised(providerFields, provider?.details ?? null, patch);
    if (provider === null) return [{ type: 'ProviderRegistered', data: details }];
    return sameFields(provider.details, details) ? [] : [{ type: 'ProviderDetailsRevised', data: details }];
  };

const registered = (provider: Provider): RegisteredProvider => {
  if (provider === null) throw new RuleViolation('not-found', 'There is no such provider.');
  return provider;
};

/** Gives the provider this logo; the logo that it has already writes nothing. */
export const uploadLogo =
  (logo: ProviderLogo): Decision<Provider, ProviderEvent> =>
  (provider) =>
    registered(provider).logo === logo.sha256 ? [] : [{ type: 'ProviderLogoUploaded', data: logo }];

export const removeLogo: Decision<Provider, ProviderEvent> = (provider) => {
  const { details, logo } = registered(provider);
  if (logo === null) throw new RuleViolation('not-found', 'This provider has no logo.');
  return [{ type: 'ProviderLogoRemoved', data: { providerId: details.providerId } }];
};
