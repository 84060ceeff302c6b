import { describe, expect, it } from 'vitest';
import type { Access } from '../platform/access/access-log.js';
import { normalize } from './query/normalize.js';
import { staffQuestion, StaffQuestions, questionsToNote } from './staff-questions.js';

const now = new Date('2026-06-15T02:00:00Z');
const count = 'MemberSnapshot.countMembers';
const balance = 'MemberSnapshot.averageTotalAssetsOwned';
const asked = (query: object) => normalize(query, now)[0]!;
const lists = (query: object, ...data: Record<string, string | number | null>[]) =>
  staffQuestion(asked(query), data)?.lists ?? null;

describe('a query of the staff audience is logged', () => {
  it('if its rows are single members, or single them out', () => {
    const query = { dimensions: ['Member.memberId', 'Member.planId'], measures: [balance] };
    const filters = [{ member: 'Member.planId', operator: 'equals', values: ['a'] }];
    const data = ['m1', 'm2', 'm1'].map((id) => ({ 'Member.memberId': id, [balance]: 1 }));
    expect(staffQuestion(asked({ ...query, filters }), data)).toEqual({
      lists: 'members',
      planId: 'a',
      members: ['m1', 'm2'],
      rows: 3,
    });
    expect(lists({ measures: [count], ungrouped: true }, { [count]: 1 })).toBe('members');
    expect(lists({ dimensions: ['Member.joinDate'], measures: [count] }, { [count]: 90 })).toBe('members');
  });

  it('if a counted group has 1 to 10 members', () => {
    const query = { dimensions: ['Member.gender'], measures: [count, balance] };
    for (const n of [1, 10]) expect(lists(query, { [count]: 80 }, { [count]: n })).toBe('groups of 1 to 10');
    for (const n of [0, 11]) expect(lists(query, { [count]: 80 }, { [count]: n })).toBeNull();
    const uninsured = 'MemberSnapshot.deathCoverCount';
    expect(lists({ measures: [count, uninsured] }, { [count]: 80, [uninsured]: 3 })).toBe('groups of 1 to 10');
  });

  it('if the number of members in a group is unknown, but not if the answer is empty', () => {
    expect(lists({ dimensions: ['Member.gender'], measures: [balance] }, { [balance]: 1 })).toBe(
      'groups of unknown size',
    );
    const uninsured = 'MemberSnapshot.deathCoverCount';
    expect(lists({ measures: [uninsured] }, { [uninsured]: 0 })).toBe('groups of unknown size');
    expect(lists({ dimensions: ['Campaign.name'], measures: ['Campaign.runs'] }, { 'Campaign.runs': 20 })).toBe(
      'groups of unknown size',
    );
    expect(lists({ dimensions: ['Member.memberId'], measures: [balance] })).toBeNull();
  });

  it('if a category or an asset has 1 to 10 members, but not if it is about categories or assets only', () => {
    const dimensions = ['MemberCategory.name'];
    const members = 'MemberCategory.members';
    expect(lists({ dimensions, measures: [members] }, { [members]: 4 })).toBe('groups of 1 to 10');
    expect(lists({ dimensions, measures: [members] }, { [members]: 40 })).toBeNull();
    expect(lists({ dimensions, measures: ['MemberCategory.count'] }, { 'MemberCategory.count': 1 })).toBeNull();
    const holders = { dimensions: ['AssetOwned.assetCode'], measures: ['AssetOwned.members'] };
    expect(lists(holders, { 'AssetOwned.members': 4 })).toBe('groups of 1 to 10');
    expect(lists(holders, { 'AssetOwned.members': 40 })).toBeNull();
    expect(lists({ measures: ['Asset.count'], ungrouped: true }, { 'Asset.count': 1 })).toBeNull();
  });
});

describe('the access log', () => {
  const setUp = () => {
    const entries: Access[] = [];
    const log = { note: (_: unknown, access: Access) => void entries.push(access) };
    const identity = { questionDigest: (text: string) => `digest of ${text.length} characters` };
    const questions = new StaffQuestions(log as never, identity as never);
    const by = (userId: string) => ({ ip: '127.0.0.1', principal: { userId, role: 'Staff' } }) as never;
    return {
      entries,
      note: (userId: string, ...results: Parameters<typeof questionsToNote>[0]) =>
        questions.note(by(userId), questionsToNote(results)),
    };
  };
  const query = asked({ dimensions: ['Member.memberId'], measures: [balance] });
  const rows = (n: number) => Array.from({ length: n }, (_, i) => ({ 'Member.memberId': `m${i}`, [balance]: 1 }));

  it('names members in entries of bounded size, and the query only by its digest', () => {
    const { entries, note } = setUp();
    note('u1', { query, data: rows(1_100) });
    expect(entries.map(({ members }) => members!.length)).toEqual([500, 500, 100]);
    expect(new Set(entries.flatMap(({ members }) => members)).size).toBe(1_100);
    expect(entries[2]).toMatchObject({
      userId: 'u1',
      role: 'Staff',
      action: 'question',
      rows: 1_100,
      filter: { lists: 'members', part: '3 of 3', digest: expect.stringMatching(/^digest of/) as string },
    });
  });

  it('has each of several results, and the same answer to a user once', () => {
    const { entries, note } = setUp();
    const results = [
      { query, data: rows(1) },
      { query, data: rows(2) },
    ];
    for (let i = 0; i < 3; i += 1) note('u1', ...results);
    expect(entries).toHaveLength(2);
    note('u2', ...results);
    expect(entries).toHaveLength(4);
  });
});
