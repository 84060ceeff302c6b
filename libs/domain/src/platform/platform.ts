import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { applyPatch, type Patch } from '../patch.js';
import { sameFields } from '../same-fields.js';
import { id, orNull, text } from '../shape.js';

export interface PlatformDetails {
  platformId: string;
  name: string;
  shortName: string;
  providerId: string;
  trusteeName: string | null;
  trusteeAbn: string | null;
  trusteeAfsl: string | null;
  /** Address of the platform's public site, if any. */
  microsite: string | null;
}

export type PlatformEvent =
  DomainEvent<'PlatformRegistered', PlatformDetails> | DomainEvent<'PlatformDetailsRevised', PlatformDetails>;

const detailShapes = {
  platformId: id,
  name: text,
  shortName: text,
  providerId: id,
  trusteeName: orNull(text),
  trusteeAbn: orNull(text),
  trusteeAfsl: orNull(text),
  microsite: orNull(text),
};
const shapes: EventShapes<PlatformEvent> = {
  PlatformRegistered: detailShapes,
  PlatformDetailsRevised: detailShapes,
};

export type Platform = PlatformDetails | null;

export const platformStream: StreamDefinition<Platform, PlatformEvent> = {
  category: 'platform',
  initial: null,
  shapes,
  idOf: ({ platformId }) => platformId,
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

/** Registers a platform, or revises it where a field differs; an unchanged row writes nothing. */
export const recordPlatform =
  (patch: Patch<PlatformDetails, 'platformId' | 'name' | 'providerId'>): Decision<Platform, PlatformEvent> =>
  (platform) => {
    const begun = {
      ...patch,
      shortName: patch.name,
      trusteeName: null,
      trusteeAbn: null,
      trusteeAfsl: null,
      microsite: null,
    };
    const details = applyPatch<PlatformDetails>(platform ?? begun, patch);
    if (platform === null) return [{ type: 'PlatformRegistered', data: details }];
    return sameFields(platform, details) ? [] : [{ type: 'PlatformDetailsRevised', data: details }];
  };
