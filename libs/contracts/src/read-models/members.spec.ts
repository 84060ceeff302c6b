import { searchKey } from '@superscope/domain/text/search-key';
import { describe, expect, it } from 'vitest';
import { foundBy, foundByNothing, looksLikeKey } from './members.js';

const found = (personal: Partial<Parameters<typeof foundBy>[0]['personal']>) =>
  foundBy({
    platformId: 'EAST',
    personal: {
      memberNumber: '1001',
      surname: 'D’Arcy',
      givenName: 'Zoe\u0308',
      login: 'z.darcy',
      dateOfBirth: '1984-03-14',
      ...personal,
    },
  });

describe('a member is found', () => {
  it.each(["d'ar", 'Zoë D', 'D’Arcy, Zo', 'darcy zoe', '100', 'z.da', 'Darcy'])('by %s', (typed) => {
    expect(found({}).searchKeys.some((key) => key.startsWith(searchKey(typed)))).toBe(true);
  });

  it('by a number alone if nothing else is known', () => {
    expect(found({ surname: null, givenName: null, login: null }).searchKeys).toEqual(['1001']);
  });

  it('by the look of a number that is stored in another form than files write it now', () => {
    expect(found({}).looksLike).toBeNull();
    for (const memberNumber of ['M\u200b’1', 'M’1'])
      expect(found({ memberNumber }).looksLike).toBe(looksLikeKey('EAST', "M'1"));
  });

  it('by nothing once erased', () => {
    expect(foundByNothing).toMatchObject({ searchKeys: [], looksLike: null });
  });
});
