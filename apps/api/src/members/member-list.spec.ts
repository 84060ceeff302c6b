import { text } from '@superscope/contracts/csv-columns';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Access, AccessLog } from '../platform/access/access-log.js';
import { sendMemberList, type MemberListRow } from './member-list.js';

const row = (memberId: string): MemberListRow => ({ memberId, values: { surname: `Name ${memberId}` } });

async function noted(pieces: readonly (readonly MemberListRow[])[]): Promise<{ body: string; entries: Access[] }> {
  const entries: Access[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const log = {
    note: (_: unknown, access: Access) => void (entries.push(access), end()),
    noteNow: (_: unknown, access: Access) => Promise.resolve(void entries.push(access)),
  } as unknown as AccessLog;
  const access = { userId: 'joon', role: 'AuthorizedRep', planId: null, object: 'tool use', filter: {} } as const;
  const app = fastify();
  app.get('/', async (request, reply) => {
    const rows = (async function* () {
      for (const piece of pieces) yield await Promise.resolve(piece);
    })();
    await sendMemberList({ name: 'list', columns: { surname: text(40) }, rows }, log, access, request, reply);
  });
  // A list's end is the end of its connection, which only a real one has.
  const response = await fetch(await app.listen({ host: '127.0.0.1', port: 0 }));
  const body = await response.text();
  await ended;
  await app.close();
  return { body, entries };
}

describe('a list by member', () => {
  it('is in the access log before it is sent, and with each of its members once it has ended', async () => {
    const { body, entries } = await noted([[row('m1'), row('m1')], [row('m2')]]);
    expect(body.match(/Name m\d/g)).toEqual(['Name m1', 'Name m1', 'Name m2']);
    expect(entries).toMatchObject([
      { action: 'export', rows: null },
      { action: 'exported', rows: 3, members: ['m1', 'm2'], outcome: 'ok' },
    ]);
  });

  it('of many members has its entry in parts', async () => {
    const ids = Array.from({ length: 1_001 }, (_, at) => `m${at}`);
    const { entries } = await noted([ids.map(row)]);
    const parts = entries.filter(({ action }) => action === 'exported');
    expect(parts.map(({ filter }) => filter)).toEqual([{ part: '1 of 3' }, { part: '2 of 3' }, { part: '3 of 3' }]);
    expect(parts.flatMap(({ members = [] }) => members)).toEqual(ids);
  });
});
