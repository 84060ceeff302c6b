import { expect, it } from 'vitest';
import { compile } from '../../compile/compile.js';
import { normalize } from '../../query/normalize.js';
import { factRows } from './asset.js';

const compiled = (query: object) => compile(normalize(query, new Date('2026-06-15T02:00:00Z'))[0]!, ['acme']);

it('Exact figures about assets are for everybody, and those about members are refused', () => {
  const assets = compiled({ measures: ['Asset.count'], dimensions: ['Asset.assetCode'] });
  expect(factRows(assets, [['BAL', 1]])).toMatchObject([
    { keys: { 'Asset.assetCode': 'BAL' }, figures: { 'Asset.count': { value: { value: 1, because: null } } } },
  ]);
  for (const measure of ['MemberSnapshot.countMembers', 'MemberCategory.members', 'Campaign.opened'])
    expect(() => factRows(compiled({ measures: [measure] }), [[1]])).toThrow(`${measure} is about members`);
});
