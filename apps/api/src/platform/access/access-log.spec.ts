import type { AccessEvent } from '@superscope/domain/access/access';
import { describe, expect, it } from 'vitest';
import { AccessLog, type Access } from './access-log.js';
import { inParts } from './access-parts.js';

const access = {
  userId: 'u1',
  role: 'Admin',
  action: 'export',
  object: 'feeComparisons',
  planId: null,
  rows: 7_000,
  outcome: 'ok',
} as const satisfies Access;
const from = { ip: '10.0.0.1' };
const members = Array.from({ length: 7_000 }, (_, i) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`);

function setUp() {
  const stored: AccessEvent['data'][] = [];
  const append = (_: string, events: readonly AccessEvent[]) => {
    stored.push(...events.map(({ data }) => data));
    return Promise.resolve();
  };
  return { log: new AccessLog({ append } as never, {} as never), stored };
}
const entriesOf = (stored: readonly AccessEvent['data'][]) => stored.flatMap(({ entries }) => entries);

describe('the access log', () => {
  it('refuses an entry that is too large for an event, and stores what is noted before and after it', async () => {
    const { log, stored } = setUp();
    log.note(from, { ...access, rows: 1 });
    for (const large of [{ members }, { filter: { text: 'ü'.repeat(140_000) } }])
      expect(() => log.note(from, { ...access, ...large })).toThrow(
        /^An access cannot be logged: it is \d+ bytes, and an event has at most 262144\.$/,
      );
    await expect(log.noteNow(from, { ...access, members })).rejects.toThrow(TypeError);
    await log.noteNow(from, { ...access, rows: 2 });
    expect(entriesOf(stored).map(({ rows }) => rows)).toEqual([1, 2]);
  });

  it('stores an access to many members in parts, in events of bounded size', async () => {
    const { log, stored } = setUp();
    await log.noteNow(from, ...inParts({ ...access, filter: { by: 'plan' } }, members));
    const entries = entriesOf(stored);
    expect(entries.map((entry) => entry.members.length)).toEqual(Array<number>(14).fill(500));
    expect(entries.flatMap((entry) => entry.members)).toEqual(members);
    expect(entries[13]).toMatchObject({ rows: 7_000, filter: { by: 'plan', part: '14 of 14' } });
    expect(Math.max(...stored.map((data) => JSON.stringify(data).length))).toBeLessThan(160_000);
  });

  it('stores an access to few or no members as one entry', async () => {
    const { log, stored } = setUp();
    for (const few of [[], members.slice(0, 500)]) await log.noteNow(from, ...inParts(access, few));
    expect(entriesOf(stored).map((entry) => [entry.members.length, entry.filter])).toEqual([
      [0, {}],
      [500, {}],
    ]);
  });
});
