import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { withSaid, type Said } from '../said.js';
import { sameFields } from '../same-fields.js';

export interface PlatformDetails {
  platformId: string;
  name: string;
  shortName: string;
  providerId: string;
  trusteeName: string | null;
  trusteeAbn: string | null;
  trusteeAfsl: string | null;
  /** Address of the platform's public site, if it has one. */
  microsite: string | null;
}

export type PlatformEvent =
  DomainEvent<'PlatformRegistered', PlatformDetails> | DomainEvent<'PlatformDetailsRevised', PlatformDetails>;

export type Platform = PlatformDetails | null;

export const platformStream: StreamDefinition<Platform, PlatformEvent> = {
  category: 'platform',
  initial: null,
  evolve: (platform, event) => {
    switch (event.type) {
      case 'PlatformRegistered':
      case 'PlatformDetailsRevised':
        return event.data;
      default:
        return platform;
    }
  },
};

/** Registers a platform, or revises it where a field differs; an equal row writes nothing. */
export const recordPlatform =
  (said: Said<PlatformDetails, 'platformId' | 'name' | 'providerId'>): Decision<Platform, PlatformEvent> =>
  (platform) => {
    const begun = {
      ...said,
      shortName: said.name,
      trusteeName: null,
      trusteeAbn: null,
      trusteeAfsl: null,
      microsite: null,
    };
    const details = withSaid<PlatformDetails>(platform ?? begun, said);
    if (platform === null) return [{ type: 'PlatformRegistered', data: details }];
    return sameFields(platform, details) ? [] : [{ type: 'PlatformDetailsRevised', data: details }];
  };
