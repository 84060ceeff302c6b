import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { describe, expect, it } from 'vitest';
import type { PlanScope } from '../../platform/access/principal.js';
import { normalize } from '../query/normalize.js';
import { selectPlans } from './plan-selection.js';

const gender = { member: 'Member.gender', operator: 'equals', values: ['Female'] };
const plan = (values: string[], operator = 'equals', member = 'Member.planId') => ({ member, operator, values });

const query = (filters: object[]): NormalizedQuery =>
  normalize({ measures: ['MemberSnapshot.countMembers'], filters }, new Date(0))[0]!;

const all: PlanScope = { kind: 'all' };
const plans = (...planIds: string[]): PlanScope => ({ kind: 'plans', planIds: new Set(planIds) });

const selected = (scope: PlanScope, ...filters: object[]) => selectPlans(query(filters), scope);

describe('the plans that a query reads', () => {
  it("are the caller's only one where it names none", () => {
    expect(selected(plans('acme'), gender)).toMatchObject({ planIds: ['acme'], filters: [gender] });
  });

  it('are all for a caller who may see all, and has named none', () => {
    expect(selected(all, gender)).toMatchObject({ planIds: null, filters: [gender] });
  });

  it('have to be named by a caller of several plans, or of none', () => {
    const refused = expect.objectContaining({ status: 403, message: expect.stringContaining('select a plan') });
    for (const scope of [plans('acme', 'beta'), plans()]) expect(() => selected(scope, gender)).toThrow(refused);
  });

  it('are those that it names, within reach, and their filter is removed', () => {
    expect(selected(plans('acme', 'beta'), plan(['beta']), gender)).toMatchObject({
      planIds: ['beta'],
      filters: [gender],
    });
    expect(selected(plans('acme', 'beta'), plan(['beta', 'acme', 'beta'], 'in')).planIds).toEqual(['acme', 'beta']);
    expect(selected(all, plan(['beta'])).planIds).toEqual(['beta']);
  });

  it('are never one out of reach, though others beside it are in reach', () => {
    const refused = expect.objectContaining({ status: 403, message: expect.stringContaining("'other'") });
    expect(() => selected(plans('acme'), plan(['other']))).toThrow(refused);
    expect(() => selected(plans('acme'), plan(['acme', 'other'], 'in'))).toThrow(refused);
    expect(() => selected(plans(), plan(['other']))).toThrow(refused);
  });

  it('are those that all filters on plans name', () => {
    expect(selected(all, plan(['acme', 'beta'], 'in'), plan(['beta', 'gamma'], 'in')).planIds).toEqual(['beta']);
    // An empty intersection means no plan, not all plans.
    expect(selected(plans('acme', 'beta'), plan(['acme']), plan(['beta']))).toMatchObject({ planIds: [], filters: [] });
  });

  it.each([
    ['the plans to leave out', plan(['acme'], 'notEquals')],
    ['plans beside something else', { or: [plan(['acme']), gender] }],
  ])('are not said by a filter that names %s', (_, filter) => {
    expect(selected(all, filter)).toMatchObject({ planIds: null, filters: [{}] });
    expect(() => selected(plans('acme', 'beta'), filter)).toThrow(/select a plan/);
  });
});
