import type { ClickHouseSettings } from '@clickhouse/client';
import { describe, expect, it, vi } from 'vitest';
import { ownDatabase } from './clickhouse-database.fixture.js';
import { targets } from './clickhouse-servers.js';
import { drained, failureOf, rows, running, value } from './clickhouse-target.js';

/** Fails after 1,000 of its rows. */
const FAILS_MIDWAY = `SELECT throwIf(number = 100000) FROM numbers(1000000) SETTINGS max_block_size = 1000, max_threads = 1`;
const ENDLESS = 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1';

describe.each(targets)('$name', ({ open }) => {
  const at = ownDatabase(open);
  const { clientWith } = at;

  describe('fails', () => {
    it.each([
      ['62', 'SELEC 1'],
      ['62', 'SELECT 1; SELECT 2'],
      ['60', 'SELECT * FROM nothing'],
      ['47', 'SELECT nothing'],
      ['46', 'SELECT no_such(1)'],
      ['43', `SELECT 'a' + 1`],
      ['386', `SELECT [1, 'a']`],
      ['395', FAILS_MIDWAY],
    ])('with code %s: %s', async (code, query) => {
      expect(await failureOf(at.client().query({ query, format: 'JSON' }))).toMatchObject({ code });
    });

    it('with a code for an unknown setting and an unknown format', async () => {
      const unknown = { no_such_setting: 1 } as ClickHouseSettings;
      expect((await failureOf(rows(at.client(), 'SELECT 1', { clickhouse_settings: unknown }))).code).toBe('115');
      expect((await failureOf(at.client().command({ query: 'SELECT 1 FORMAT Nothing' }))).code).toBe('73');
    });

    it('midway through a small result without showing any of its rows', async () => {
      const failures = Array.from({ length: 12 }, () => failureOf(rows(at.client(), FAILS_MIDWAY)));
      expect((await Promise.all(failures)).map(({ code }) => code)).toEqual(Array(12).fill('395'));
    });

    it('midway through a large result with its code', async () => {
      const query = `SELECT repeat(toString(number % 10), 1000), throwIf(number = 29000) FROM numbers(30000) SETTINGS max_block_size = 1000, max_threads = 1`;
      const read = async () => drained((await at.client().query({ query, format: 'JSONEachRow' })).stream());
      expect(await failureOf(read())).toMatchObject({ code: '395' });
    });

    it('without a trace in the queries that follow', async () => {
      for (let round = 0; round < 5; round++) {
        await Promise.all(Array.from({ length: 6 }, () => failureOf(rows(at.client(), FAILS_MIDWAY))));
        const after = await Promise.all(Array.from({ length: 6 }, () => rows(at.client(), 'SELECT 1 AS one')));
        expect(after).toEqual(Array(6).fill([{ one: 1 }]));
      }
    });

    it('when it exceeds its time limit', async () => {
      const limited = rows(at.client(), ENDLESS, { clickhouse_settings: { max_execution_time: 1 } });
      expect((await failureOf(limited)).code).toBe('159');
    });

    it('for a user with a wrong password or none', async () => {
      for (const password of ['wrong', '']) {
        const stranger = clientWith({ url: at.url().replace(/\/\/.*@/, '//'), username: 'superscope', password });
        expect((await failureOf(rows(stranger, 'SELECT 1'))).code).toBe('516');
      }
    });
  });

  it('gives no request the settings, the database or the tables of another', async () => {
    const query = `SELECT getSetting('max_result_rows') AS limit, currentDatabase() AS at`;
    const [before] = await rows(at.client(), query);
    await rows(at.client(), query, { clickhouse_settings: { max_result_rows: '77' } });
    for (const statement of ['SET max_result_rows = 88', 'USE system', 'CREATE TEMPORARY TABLE mine (id UInt8)']) {
      await at.client().command({ query: statement });
    }
    const after = await Promise.all(Array.from({ length: 8 }, () => rows(at.client(), query)));
    expect(after).toEqual(Array(8).fill([before]));
    expect((await failureOf(rows(at.client(), 'SELECT * FROM mine'))).code).toBe('60');
  });

  describe('stops working', () => {
    it('for a client that aborts its query', async () => {
      const query = `${ENDLESS} AND ${Math.random()} > 0`;
      const abort = new AbortController();
      const asked = failureOf(rows(at.client(), query, { abort_signal: abort.signal }));
      await vi.waitUntil(async () => (await running(at.client(), query)) === 1, { timeout: 30_000 });
      abort.abort();
      expect((await asked).message).toContain('aborted');
      await vi.waitUntil(async () => (await running(at.client(), query)) === 0, { timeout: 30_000 });
      expect(await value(at.client(), 'SELECT 1')).toBe(1);
    });

    it('for a client that leaves in the middle of a large result', async () => {
      const query = `SELECT number, toString(number) FROM numbers(1000000000) WHERE ${Math.random()} > 0`;
      const result = await at.client().query({ query, format: 'JSONEachRow' });
      for await (const batch of result.stream()) if (batch.length > 0) break;
      result.close();
      await vi.waitUntil(async () => (await running(at.client(), query)) === 0, { timeout: 30_000 });
      expect(await value(at.client(), 'SELECT 1')).toBe(1);
    });
  });
});
