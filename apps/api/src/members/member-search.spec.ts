import { membersView } from '@superscope/contracts/read-models/members';
import { describe, expect, it } from 'vitest';
import { exactConditions, memberSearch, mostWords, nearConditions, nearness } from './member-search.js';

const texts = [
  'mar',
  'marketti',
  "O'Keeffe, Zo\u00eb",
  '7704 0182 2217',
  '14/03/1984',
  'marchetti 14/3/1984',
  '.*',
  'jo ng',
  'a b c d e f g h',
  Array.from({ length: 50 }, (_, i) => String.fromCharCode(97 + (i % 26))).join(' '),
  'Wijesinghe '.repeat(9).trim(),
  'w'.repeat(100),
];
const indexed = membersView.indexes.map((index) => Object.keys(index)[0]);

/** Whether an index answers a condition: one of its values, or a beginning of them. */
function isAnswered(condition: object): boolean {
  const [[path, of] = ['', null], ...others] = Object.entries(condition) as [string, unknown][];
  if (others.length > 0 || !indexed.includes(path)) return false;
  if (typeof of === 'string') return true;
  const { $in: values, $regex: pattern } = of as { $in?: unknown[]; $regex?: string };
  return values !== undefined
    ? values.every((value) => typeof value === 'string')
    : /^\^(\w|\\|[^^$*?])/.test(pattern ?? '');
}

describe('a search for members', () => {
  it.each(texts)('is answered by an index first, with few conditions: %s', (text) => {
    const search = memberSearch(text);
    expect(search.words.length).toBeLessThanOrEqual(mostWords);
    const exact = exactConditions(search);
    const near = nearConditions(search);
    expect(exact.length).toBeGreaterThan(0);
    expect([exact.length, near.length].every((lists) => lists <= 3)).toBe(true);
    for (const conditions of [...exact, ...near]) {
      expect(isAnswered(conditions[0]!)).toBe(true);
      expect(conditions.length).toBeLessThanOrEqual(mostWords + 1);
    }
  });

  it('looks for what sounds alike only where enough is typed', () => {
    for (const text of ['smi', 'jo', '2217', '14/03/1984']) expect(nearConditions(memberSearch(text))).toEqual([]);
    expect(nearConditions(memberSearch('smyth'))).toHaveLength(2);
  });

  it('orders names by how near they are', () => {
    const distance = (text: string, surname: string | null, givenName: string | null = null) =>
      nearness(memberSearch(text), { surname, givenName });
    expect(distance('marketti', 'Marchetti')).toBe(1);
    expect(distance('marketti', 'Marchetta')).toBe(2);
    expect(distance('marke', 'Marchetti')).toBe(2);
    expect(distance('anania marketti', 'Marchetti', 'Ananya')).toBe(2);
    expect(distance('jo marketti', 'Marchetti', 'Ananya')).toBeNull();
    expect(distance('marketti 12', 'Marchetti')).toBeNull();
    expect(distance('marketti', null)).toBeNull();
  });
});
