import { roles, type Role, type UserContext } from '@superscope/domain/user/user.events';
import { Views } from '../../platform/engines.module.js';
import type { Db } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { PlanScopes } from './plans-in-reach.js';

type Row = Record<string, unknown>;

/** Two providers with a platform each; the first has two plans, one of an employer, the second one. */
const views: Record<string, Row[]> = {
  companies: [{ _id: 'ACME', planId: 'WTL.P1' }, { _id: 'UNPLANNED' }],
  platforms: [
    { _id: 'WTL', providerId: 'WATTLE' },
    { _id: 'BNK', providerId: 'BANKSIA' },
  ],
  plans: [
    { _id: 'WTL.P1', platformId: 'WTL' },
    { _id: 'WTL.P2', platformId: 'WTL' },
    { _id: 'BNK.P3', platformId: 'BNK' },
  ],
};

const fits = (row: Row, query: Row) =>
  Object.entries(query).every(([field, wanted]) =>
    typeof wanted === 'object' ? (wanted as { $in: unknown[] }).$in.includes(row[field]) : row[field] === wanted,
  );

const collection = (name: string) => {
  const found = (query: Row) => (views[name] ?? []).filter((row) => fits(row, query));
  return {
    findOne: (query: Row) => Promise.resolve(found(query)[0] ?? null),
    find: (query: Row) => ({ toArray: () => Promise.resolve(found(query)) }),
  };
};

const reach = async (role: Role, kind?: UserContext['kind'], id: string | null = null) => {
  const scopes = new PlanScopes(new Views({ collection } as unknown as Db));
  const scope = await scopes.of({ role, context: kind === undefined ? null : { kind, id } });
  return scope.kind === 'all' ? 'all' : [...scope.planIds];
};

describe('the plans in reach', () => {
  it.each(['Staff', 'Admin', 'Auditor'] as const)('of a %s are all', async (role) =>
    expect(await reach(role)).toBe('all'),
  );

  it.each(roles.filter((role) => !['Staff', 'Admin', 'Auditor'].includes(role)))(
    'of a %s without a context are none',
    async (role) => expect(await reach(role)).toEqual([]),
  );

  it('of a company representative are the one plan of their company', async () => {
    expect(await reach('CompanyRep', 'company', 'ACME')).toEqual(['WTL.P1']);
    expect(await reach('CompanyRep', 'company', 'UNPLANNED')).toEqual([]);
    expect(await reach('CompanyRep', 'company', 'NOBODY')).toEqual([]);
    expect(await reach('CompanyRep', 'company', null)).toEqual([]);
  });

  it('of a provider representative are those on the platforms of their provider', async () => {
    expect(await reach('ProviderRep', 'provider', 'WATTLE')).toEqual(['WTL.P1', 'WTL.P2']);
    expect(await reach('ProviderRep', 'provider', 'NOBODY')).toEqual([]);
    expect(await reach('ProviderRep', 'provider', null)).toEqual([]);
  });

  it.each([
    ['CompanyRep', 'allPlans', null],
    ['CompanyRep', 'provider', 'WATTLE'],
    ['CompanyRep', 'plan', 'BNK.P3'],
    ['ProviderRep', 'allPlans', null],
    ['ProviderRep', 'company', 'ACME'],
    ['ProviderRep', 'plan', 'BNK.P3'],
    ['DevOps', 'allPlans', null],
    ['BrowserClient', 'provider', 'WATTLE'],
    ['BrowserClient', 'allPlans', null],
  ] as const)('of a %s are none by a context that is not of their role (%s)', async (role, kind, id) =>
    expect(await reach(role, kind, id)).toEqual([]),
  );

  it('of a BrowserClient are those of its employer, its platform or its plan', async () => {
    expect(await reach('BrowserClient', 'company', 'ACME')).toEqual(['WTL.P1']);
    expect(await reach('BrowserClient', 'platform', 'BNK')).toEqual(['BNK.P3']);
    expect(await reach('BrowserClient', 'plan', 'WTL.P2')).toEqual(['WTL.P2']);
  });

  it.each(['AuthorizedRep', 'Application'] as const)('of an %s are as registered', async (role) => {
    expect(await reach(role, 'allPlans')).toBe('all');
    expect(await reach(role, 'provider', 'BANKSIA')).toEqual(['BNK.P3']);
    expect(await reach(role, 'company', 'ACME')).toEqual(['WTL.P1']);
    expect(await reach(role, 'plan', 'WTL.P2')).toEqual(['WTL.P2']);
    expect(await reach(role, 'plan', null)).toEqual([]);
  });
});
