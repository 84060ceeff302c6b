import { readModels } from '@superscope/contracts/changes';
import { expect, it } from 'vitest';
import { visibleChange } from './visible-change.js';

const change = { sequence: 7, planId: 'TWR.P0001', readModels: ['contactRequests', 'memberSnapshots'] as const };
const asked = { ...change, readModels: [...change.readModels] };

it.each(['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Application'] as const)(
  'a %s is not notified of a change of a member, which would reveal its moment',
  (role) => {
    expect(visibleChange(role, asked)).toBeNull();
    expect(visibleChange(role, { ...asked, readModels: ['memberSnapshots', 'editions'] })?.readModels).toEqual([
      'editions',
    ]);
  },
);

it('names the commands of changes that an employer sees whole, and none of those that hide something', () => {
  const correlationIds = ['a', 'b'];
  const own = { ...asked, readModels: ['news' as const], correlationIds };
  expect(visibleChange('CompanyRep', own)).toEqual(own);
  const mixed = { ...asked, readModels: ['memberSnapshots' as const, 'editions' as const], correlationIds };
  expect(visibleChange('CompanyRep', mixed)?.correlationIds).toEqual([]);
});

it.each(['Staff', 'Admin', 'Auditor'] as const)('a %s is notified of every change', (role) => {
  expect(visibleChange(role, asked)).toEqual(asked);
});

it('a representative is not notified of changes in the history of their plan', () => {
  const heard = visibleChange('CompanyRep', { ...change, readModels: [...readModels] })!.readModels;
  for (const model of [
    'streamEvents',
    'planDigests',
    'eventHistory',
    'access',
    'imports',
    'signIns',
    'members',
    'work',
  ] as const)
    expect(heard).not.toContain(model);
  expect(heard).toContain('editions');
});
