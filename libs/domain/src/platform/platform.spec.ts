import { describe, it } from 'vitest';
import { given } from '../given.js';
import { platformStream, recordPlatform, type PlatformDetails, type PlatformEvent } from './platform.js';

const nullarbor: PlatformDetails = {
  platformId: 'NULL',
  name: 'Nullarbor Super',
  shortName: 'Nullarbor',
  providerId: 'WATTLE',
  trusteeName: 'Wattle Trustees',
  trusteeAbn: null,
  trusteeAfsl: null,
  microsite: null,
};
const registered: PlatformEvent = { type: 'PlatformRegistered', data: nullarbor };

describe('a platform', () => {
  it('is registered by its first row', () => given(platformStream).when(recordPlatform(nullarbor)).then(registered));

  it('is not written again by an unchanged row', () =>
    given(platformStream, registered).when(recordPlatform(nullarbor)).then());

  it('is revised by a row that differs, and back again', () => {
    const renamed = { ...nullarbor, name: 'Nullarbor Plain Super' };
    const revised: PlatformEvent = { type: 'PlatformDetailsRevised', data: renamed };
    given(platformStream, registered).when(recordPlatform(renamed)).then(revised);
    given(platformStream, registered, revised)
      .when(recordPlatform(nullarbor))
      .then({ type: 'PlatformDetailsRevised', data: nullarbor });
  });

  it('keeps its state when an event of a later release follows', () =>
    given(platformStream, registered, { type: 'PlatformPainted', data: {} } as unknown as PlatformEvent)
      .when(recordPlatform(nullarbor))
      .then());
});
