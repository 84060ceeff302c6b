import { describe, expect, it } from 'vitest';
import { recordKeyOf } from './record-keys.js';

const member = '3f0c6a52-9d1e-4b7a-8c55-0a1b2c3d4e5f';

describe('an external id', () => {
  it.each([
    ['contacts', member, null],
    ['campaignMembers', `EAST.K1.${member}`, 'EAST.K1'],
    ['activities', `${member}.${member}_ConsultationPerformed`, null],
    ['activities', `${member}.12`, null],
    ['scores', `${member}.2026-10`, null],
  ] as const)('of %s names its member, in capitals or not', (object, key, campaignId) => {
    expect(recordKeyOf(object, key)).toEqual({ memberId: member, campaignId });
    expect(recordKeyOf(object, key.toUpperCase())).toEqual({ memberId: member, campaignId });
  });

  it.each(['plans', 'companies', 'campaigns'] as const)('of %s names none', (object) => {
    expect(recordKeyOf(object, 'EAST.P1')).toEqual({ memberId: null, campaignId: null });
  });

  it.each([
    ['contacts', 'Jane Smith'],
    ['contacts', `${member}.2026-10`],
    ['campaignMembers', member],
    ['activities', `${member}.call Jane`],
    ['scores', `${member}.October`],
    ['companies', 'Smith & Sons'],
    ['plans', 'jane@example.com'],
  ] as const)('of %s that somebody wrote by hand is none of the portal’s: %s', (object, key) => {
    expect(recordKeyOf(object, key)).toBeNull();
  });
});
