import { expect, it } from 'vitest';
import { areas } from '../../portal/figures/scored-areas';
import type { Catalogue } from './catalogue';
import { headlinesOf } from './headlines';

const share = { key: 'shareOfMembers', name: 'MemberSnapshot.shareOfMembers', title: 'Share of members' } as const;
const catalogue: Catalogue = {
  metrics: [{ ...share, format: 'percent', stackable: false, byFlags: true, published: true }],
  dimensions: [...areas.map(({ dimension }) => dimension), 'Member.loggedInMember' as const].map((name) => ({
    key: name.slice('Member.'.length),
    name,
    title: name,
    use: 'secret' as const,
  })),
};
const found = (typed: string) =>
  headlinesOf(catalogue, 'employer')
    .filter(({ item }) => `${item.label} ${item.words}`.toLowerCase().includes(typed))
    .map(({ dimension }) => dimension.key);

it('Shares are found by the names of their cards', () => {
  expect(headlinesOf(catalogue, 'employer').map(({ item }) => item.label)).toEqual([
    'No nominated beneficiary',
    'Low account balance',
    'Inadequate life insurance',
    'Unsuitable investment',
    'Below Modest in retirement',
    'Logged in',
  ]);
  // Keys end up in ids, which a list of ids separates by spaces.
  for (const { item } of headlinesOf(catalogue, 'employer')) expect(item.key).not.toMatch(/\s/);
  expect(found('inadequate')).toContain('potentiallyInadequateLifeInsurance');
  expect(found('logged in')).toEqual(['loggedInMember']);
});

it('Shares are offered only where the plan’s questions include them', () => {
  expect(headlinesOf({ ...catalogue, metrics: [] }, 'employer')).toEqual([]);
  expect(headlinesOf({ ...catalogue, dimensions: catalogue.dimensions.slice(0, 2) }, 'employer')).toHaveLength(2);
});
