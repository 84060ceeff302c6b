import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { fields, revised, shapesOf, upcastersOf, type PatchOf, type RecordOf } from '../fields.js';
import { sameFields } from '../same-fields.js';

export const platformFields = fields({
  platformId: { kind: 'id', needed: true },
  name: { kind: 'name', most: 100, needed: true },
  shortName: { kind: 'name', most: 40, sameAs: 'name' },
  providerId: { kind: 'id', needed: true },
  trusteeName: { kind: 'name', most: 100 },
  trusteeAbn: { kind: 'name', most: 20, isCode: true },
  trusteeAfsl: { kind: 'name', most: 20, isCode: true },
  /** Address of the platform's public site, if any. */
  microsite: { kind: 'name', most: 255, isCode: true },
});
export type PlatformDetails = RecordOf<typeof platformFields>;

export type PlatformEvent =
  DomainEvent<'PlatformRegistered', PlatformDetails> | DomainEvent<'PlatformDetailsRevised', PlatformDetails>;

const detailShapes = shapesOf(platformFields);
const shapes: EventShapes<PlatformEvent> = {
  PlatformRegistered: detailShapes,
  PlatformDetailsRevised: detailShapes,
};

export type Platform = PlatformDetails | null;

export const platformStream: StreamDefinition<Platform, PlatformEvent> = {
  category: 'platform',
  initial: null,
  shapes,
  upcasters: { PlatformRegistered: upcastersOf(platformFields), PlatformDetailsRevised: upcastersOf(platformFields) },
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
  (patch: PatchOf<typeof platformFields>): Decision<Platform, PlatformEvent> =>
  (platform) => {
    const details = revised(platformFields, platform, patch);
    if (platform === null) return [{ type: 'PlatformRegistered', data: details }];
    return sameFields(platform, details) ? [] : [{ type: 'PlatformDetailsRevised', data: details }];
  };
