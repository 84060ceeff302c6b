import { describe, expect, it } from 'vitest';
import { readEnv } from '../../env.js';
import { personOf } from '../../staff-sign-on/sign-on-person.js';
import { readGrants } from './sign-on-settings.js';

const engines = { EVENTSTORE_URL: 'esdb://x', MONGODB_URL: 'mongodb://x', CLICKHOUSE_URL: 'http://x' };
const provider = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'superscope', OIDC_CLIENT_SECRET: 'secret' };
const roles = { OIDC_ROLES: 'portal-admins=Admin, portal staff = Staff,north=AuthorizedRep:provider:TALLOWOOD' };

describe('the settings of staff single sign-on', () => {
  it('map claim values to roles and contexts, in their order', () => {
    expect(readGrants(`${roles.OIDC_ROLES},all=AuthorizedRep:allPlans,none=AuthorizedRep`)).toEqual([
      ['portal-admins', { role: 'Admin', context: null }],
      ['portal staff', { role: 'Staff', context: null }],
      ['north', { role: 'AuthorizedRep', context: { kind: 'provider', id: 'TALLOWOOD' } }],
      ['all', { role: 'AuthorizedRep', context: { kind: 'allPlans', id: null } }],
      ['none', { role: 'AuthorizedRep', context: null }],
    ]);
  });

  it.each([
    'portal-staff',
    'portal-staff=Boss',
    'x=CompanyRep',
    'x=Staff:allPlans',
    'x=AuthorizedRep:provider',
    'x=AuthorizedRep:allPlans:P1',
    'x=Staff,',
  ])('refuse %j', (text) => {
    expect(() => readGrants(text)).toThrow(/^OIDC_ROLES lists claim values and roles/);
  });

  it('are refused at the start where one is missing, or where the provider is reached without TLS', () => {
    expect(() => readEnv({ ...engines, ...provider })).toThrow(
      /needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES/,
    );
    expect(() => readEnv({ ...engines, ...provider, ...roles, OIDC_ISSUER: 'http://id.example' })).toThrow(/https/);
    for (const OIDC_ISSUER of ['https://id.example/tenant', 'http://127.0.0.1:4000', 'http://localhost:4000'])
      expect(readEnv({ ...engines, ...provider, ...roles, OIDC_ISSUER })).toMatchObject({ OIDC_ISSUER });
  });
});

describe('a person named by the provider', () => {
  const settings = { roleClaim: 'groups', grants: readGrants(roles.OIDC_ROLES) };
  const claims = { sub: 's1', email: 'mei@example.com', groups: ['portal staff', 'portal-admins', 'everybody'] };

  it('has the first role listed in the settings, whichever the claim names first', () => {
    expect(personOf(claims, settings)).toMatchObject({ subject: 's1', role: 'Admin', username: 'mei@example.com' });
    expect(personOf({ ...claims, groups: 'portal staff', preferred_username: 'mei' }, settings)).toMatchObject({
      role: 'Staff',
      username: 'mei',
    });
  });

  it.each([
    ['noRole', { groups: ['Admin'] }],
    ['noRole', { groups: undefined }],
    ['noRole', { groups: { 'portal-admins': true } }],
    ['noEmail', { email: undefined }],
    ['noEmail', { email: 'mei' }],
    ['noEmail', { email_verified: false }],
    ['notTrusted', { sub: '' }],
  ])('is refused by %s for %j', (reason, more) => {
    expect(() => personOf({ ...claims, ...more }, settings)).toThrow(expect.objectContaining({ reason }));
  });
});
