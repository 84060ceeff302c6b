import type { Session } from 'chdb';
import { describe, expect, it } from 'vitest';
import { EngineSession, type Work } from './engine-session.js';

const work = (sql: string): Work => ({
  sql,
  format: 'TSV',
  database: 'default',
  settings: new Map(),
  params: new Map(),
  changesSession: false,
});

describe('a session of the engine', () => {
  it('never reuses the native session of a failed statement, even if no other can be opened', async () => {
    const events: string[] = [];
    let opened = 0;
    let isShort = false;
    const open = () => {
      if (isShort) throw new Error('Code: 241. DB::Exception: Memory limit exceeded.');
      const number = ++opened;
      const queryAsync = async (sql: string) => {
        if (sql.includes('BAD')) throw new Error('Code: 62. DB::Exception: Syntax error.');
        return `from native session ${number}`;
      };
      return { queryAsync, close: () => events.push(`closed ${number}`) } as unknown as Session;
    };
    const session = new EngineSession({ open, tag: 'a', kill: async () => undefined });
    const { signal } = new AbortController();
    await expect(session.run(work('BAD'), signal)).rejects.toThrow('Syntax error');
    expect(events).toEqual(['closed 1']);
    isShort = true;
    await expect(session.run(work('SELECT 1'), signal)).rejects.toThrow('Memory limit');
    isShort = false;
    expect(await session.run(work('SELECT 1'), signal)).toBe('from native session 2');
    session.close();
    expect(events).toEqual(['closed 1', 'closed 2']);
  });
});
