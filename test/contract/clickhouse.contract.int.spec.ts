import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataFormat } from '@clickhouse/client';
import { describe, expect, it } from 'vitest';
import { ownDatabase } from './clickhouse-database.fixture.js';
import { real, targets } from './clickhouse-servers.js';
import { drained, failureOf, rows, value } from './clickhouse-target.js';
import { reportServer } from './report-server.js';

reportServer(real, false);

describe.each(targets)('$name', ({ open }) => {
  const at = ownDatabase(open);
  const { clientWith, table } = at;

  describe('takes parameters', () => {
    it.each([
      ['String', `it's "\\quoted\\" {p:String} ; -- \n\t\r é 日本 \0`],
      ['Array(String)', [`a'b`, 'c\\d', 'e,f]', '']],
      ['Date', '2024-02-29'],
      ['UInt64', '18446744073709551615'],
      ['Int32', -7],
      ['Float64', 33.3333],
      ['Array(Float64)', [0.1, 5e-324, 1.7976931348623157e308, -0.000001, 9007199254740994]],
      ['Array(Date)', ['2024-01-01', '2024-02-01']],
      ['Nullable(String)', null],
      ['Nullable(String)', 'NULL'],
      ['Bool', true],
      ['Map(String, UInt8)', { a: 1 }],
    ])('of type %s unchanged: %j', async (type, given) => {
      const settings = { output_format_json_quote_64bit_integers: 1 } as const;
      const query = `SELECT {p:${type}} AS p`;
      expect(await value(at.client(), query, { query_params: { p: given }, clickhouse_settings: settings })).toEqual(
        given,
      );
    });

    it('as names of tables and columns', async () => {
      const name = await table('`odd ``name` UInt8');
      const query_params = { t: name, c: 'odd `name' };
      await at.client().command({ query: 'INSERT INTO {t:Identifier} VALUES (5)', query_params });
      expect(await value(at.client(), 'SELECT {c:Identifier} FROM {t:Identifier}', { query_params })).toBe(5);
    });

    it('too many for a URL, sent as a form', async () => {
      const ids = Array.from({ length: 10_000 }, () => randomUUID());
      const query = 'SELECT toUInt32(length({ids:Array(UUID)}))';
      expect(await value(at.client(), query, { query_params: { ids }, use_multipart_params: true })).toBe(10_000);
    });

    it('and refuses a query that lacks one, even if the previous query had it', async () => {
      await value(at.client(), 'SELECT {p:UInt8}', { query_params: { p: 1 } });
      const errors = Array.from({ length: 8 }, () => failureOf(rows(at.client(), 'SELECT {p:UInt8}')));
      expect((await Promise.all(errors)).map(({ code }) => code)).toEqual(Array(8).fill('456'));
    });
  });

  describe('answers', () => {
    it('in the formats that the product reads', async () => {
      const query = `SELECT number AS n, 'x' AS s FROM numbers(2)`;
      const ask = async <F extends DataFormat>(format: F) =>
        at.client().query({ query, format, clickhouse_settings: { output_format_json_quote_64bit_integers: 0 } });
      const json = await (await ask('JSON')).json();
      expect(json).toMatchObject({ data: [{ n: 0, s: 'x' }, { n: 1, s: 'x' }], rows: 2 }); // prettier-ignore
      expect(json.meta).toEqual([{ name: 'n', type: 'UInt64' }, { name: 's', type: 'String' }]); // prettier-ignore
      expect(await (await ask('JSONEachRow')).json()).toEqual(json.data);
      expect(await (await ask('JSONCompact')).json()).toMatchObject({ data: [[0, 'x'], [1, 'x']], rows: 2 }); // prettier-ignore
      expect(await (await ask('JSONCompactEachRow')).text()).toBe('[0, "x"]\n[1, "x"]\n');
      expect(await (await ask('CSVWithNames')).text()).toBe('"n","s"\n0,"x"\n1,"x"\n');
    });

    it('groups in the order of the api, and how many there were before the limit', async () => {
      const ask = async (end: string) => {
        const query = `SELECT x AS k, count() AS n FROM (SELECT arrayJoin([NULL, 'b', 'B', 'é', 'Ｚ', '𝄞', 'b']) AS x)
          GROUP BY k HAVING n > 0 ORDER BY ${end}`;
        const clickhouse_settings = { exact_rows_before_limit: 1, output_format_json_quote_64bit_integers: 0 } as const;
        const { data, rows_before_limit_at_least: before } = await (
          await at.client().query({ query, format: 'JSONCompact', clickhouse_settings })
        ).json<[string | null, number]>();
        return { keys: data.map(([key]) => key), before };
      };
      expect(await ask('k LIMIT 9')).toEqual({ keys: ['B', 'b', 'é', 'Ｚ', '𝄞', null], before: 6 });
      expect(await ask('n DESC, k DESC LIMIT 2 OFFSET 1')).toEqual({ keys: ['𝄞', 'Ｚ'], before: 6 });
      expect(await ask('k DESC LIMIT 1 OFFSET 5')).toEqual({ keys: [null], before: 6 });
      expect(await ask('k LIMIT 1 OFFSET 4000000000')).toEqual({ keys: [], before: 6 });
    });

    it('64-bit integers and decimals as the client chooses: strings or numbers', async () => {
      const query = `SELECT toUInt64(42) AS u, toInt64(-42) AS i, toDecimal64(1.5, 2) AS d`;
      const ask = async (quote: 0 | 1) =>
        rows(at.client(), query, {
          clickhouse_settings: {
            output_format_json_quote_64bit_integers: quote,
            output_format_json_quote_decimals: quote,
          },
        });
      expect(await ask(0)).toEqual([{ u: 42, i: -42, d: 1.5 }]);
      expect(await ask(1)).toEqual([{ u: '42', i: '-42', d: '1.5' }]);
    });

    it('fifty queries at once, each with its own result', async () => {
      const ask = (n: number) =>
        value(at.client(), `SELECT concat({tag:String}, toString(max(number))) FROM numbers({n:UInt32})`, {
          query_params: { tag: `query-${n}-`, n: n + 1 },
          clickhouse_settings: { max_threads: (n % 2) + 1 },
        });
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => ask(n)));
      expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => `query-${n}-${n}`));
    });

    it('all half a million rows to a slow reader', async () => {
      const query = `SELECT number AS n, repeat('x', 30) AS s FROM numbers(500000)`;
      const result = await at.client().query({ query, format: 'JSONEachRow' });
      let next = 0;
      for await (const batch of result.stream<{ n: number }>()) {
        if (next === 0) await pause(100);
        for (const row of batch) {
          if (Number(row.json().n) !== next) throw new Error(`Row ${next} expected, got ${row.text.slice(0, 40)}.`);
          next++;
        }
      }
      expect(next).toBe(500_000);
    });

    it('compressed, and accepts compressed rows', async () => {
      const zipped = clientWith({ compression: { request: true, response: true } });
      const name = await table('n UInt32, s String');
      const given = Array.from({ length: 5000 }, (_, n) => ({ n, s: `row ${n}` }));
      await zipped.insert({ table: name, values: given, format: 'JSONEachRow' });
      const result = await zipped.query({ query: `SELECT * FROM ${name} ORDER BY n`, format: 'JSONEachRow' });
      expect(result.response_headers['content-encoding']).toBe('gzip');
      expect(await result.json()).toEqual(given);
      const query = `SELECT repeat(toString(number % 10), 1000) FROM numbers(20000)`;
      const large = await zipped.query({ query, format: 'JSONCompactEachRow' });
      expect(await drained(large.stream())).toBe(20_000);
    });

    it('a ping', async () => {
      expect(await at.client().ping()).toEqual({ success: true });
      expect(await at.client().ping({ select: true })).toEqual({ success: true });
    });
  });

  describe('takes rows', () => {
    const given = Array.from({ length: 10_000 }, (_, n) => ({
      id: n,
      name: `O'Brien; "${n}" {p:String}\n\n-- \\`,
      at: n % 3 === 0 ? null : '2024-05-06',
    }));
    const columns = 'id UInt32, name String, at Nullable(Date)';

    it('ten thousand at once as objects', async () => {
      const name = await table(columns);
      const { summary } = await at.client().insert({ table: name, values: given, format: 'JSONEachRow' });
      expect(summary?.written_rows).toBe('10000');
      expect(await rows(at.client(), `SELECT * FROM ${name} ORDER BY id`)).toEqual(given);
    });

    it('ten thousand at once as arrays, for some columns', async () => {
      const name = await table(`${columns}, more UInt8 DEFAULT 7`);
      const values = given.map(({ id, name, at }) => [name, id, at]);
      await at.client().insert({ table: name, columns: ['name', 'id', 'at'], values, format: 'JSONCompactEachRow' });
      expect(await rows(at.client(), `SELECT * FROM ${name} ORDER BY id`)).toEqual(
        given.map((row) => ({ ...row, more: 7 })),
      );
    });

    it('as a stream while they are generated', async () => {
      const name = await table(columns);
      const values = (await import('node:stream')).Readable.from(given, { objectMode: true });
      await at.client().insert({ table: name, values, format: 'JSONEachRow' });
      expect(await rows(at.client(), `SELECT * FROM ${name} ORDER BY id`)).toEqual(given);
    });

    it('in any format, with any text', async () => {
      const name = await table('id UInt32, name String');
      const exec = async (statement: string) =>
        (await at.client().exec({ query: `INSERT INTO ${name} ${statement}` })).stream.resume();
      await exec('FORMAT CSV\n1,"a;\n\n; b"\n2,c; d\n');
      await exec('(name, id) FORMAT JSONCompactEachRow\n\n["x;", 3]\n\n');
      await exec('FORMAT JSONCompactEachRowWithNames\n["name", "id"]\n["y", 4]\n');
      await exec(`VALUES (5, 'a;\n\nb'), (2 * 3, concat('c', 'd'))`);
      expect(await rows(at.client(), `SELECT * FROM ${name} ORDER BY id`)).toEqual([
        { id: 1, name: 'a;\n\n; b' },
        { id: 2, name: 'c; d' },
        { id: 3, name: 'x;' },
        { id: 4, name: 'y' },
        { id: 5, name: 'a;\n\nb' },
        { id: 6, name: 'cd' },
      ]);
    });

    it('and keeps none of a small batch with an invalid row', async () => {
      const name = await table('id UInt32');
      const values = [{ id: 1 }, { id: 'two' }];
      expect((await failureOf(at.client().insert({ table: name, values, format: 'JSONEachRow' }))).code).toMatch(
        /^(6|27|72)$/,
      );
      expect(await value(at.client(), `SELECT toUInt8(count()) FROM ${name}`)).toBe(0);
    });

    it('selected from another table', async () => {
      const from = await table('id UInt32');
      const to = await table('id UInt32, twice UInt32');
      await at.client().command({ query: `INSERT INTO ${from} SELECT number FROM numbers(1000)` });
      await at.client().command({
        query: `INSERT INTO ${to} SELECT id, id * {by:UInt8} FROM ${from}`,
        query_params: { by: 2 },
      });
      expect(await value(at.client(), `SELECT toUInt32(sum(twice)) FROM ${to}`)).toBe(999_000);
    });
  });

  describe('keeps tables', () => {
    const versioned = `ReplacingMergeTree(version, is_deleted) PARTITION BY toYear(month) ORDER BY (plan, month, member)`;
    const columns =
      'plan LowCardinality(String), month Date, member UUID, balance Int64, version UInt64, is_deleted UInt8';

    it('in which the newest version of a row counts, and deleted rows are gone', async () => {
      const name = await table(columns, versioned);
      const [kept, gone] = [randomUUID(), randomUUID()];
      const row = (member: string, balance: number, version: number, is_deleted = 0, month = '2023-12-01') => ({
        plan: 'p',
        month,
        member,
        balance,
        version,
        is_deleted, // prettier-ignore
      });
      const insert = (...values: object[]) => at.client().insert({ table: name, values, format: 'JSONEachRow' });
      await insert(row(kept, 100, 1), row(gone, 50, 1), row(kept, 110, 1, 0, '2024-01-01'));
      await insert(row(kept, 200, 3), row(gone, 0, 3, 1));
      await insert(row(kept, 150, 2));
      const query = `SELECT month, member, balance FROM ${name} FINAL WHERE plan = {plan:String} ORDER BY month`;
      expect(await rows(at.client(), query, { query_params: { plan: 'p' } })).toEqual([
        { month: '2023-12-01', member: kept, balance: 200 },
        { month: '2024-01-01', member: kept, balance: 110 },
      ]);
      const parts = `SELECT DISTINCT partition FROM system.parts WHERE database = {d:String} AND table = {t:String} AND active ORDER BY 1`;
      expect(await rows(at.client(), parts, { query_params: { d: at.database, t: name } })).toEqual([
        { partition: '2023' },
        { partition: '2024' },
      ]);
    });

    it('that can flush every insert to disk before it is acknowledged', async () => {
      const name = await table('id UInt32', 'MergeTree ORDER BY id SETTINGS fsync_after_insert = 1');
      await at.client().insert({ table: name, values: [{ id: 1 }], format: 'JSONEachRow' });
      expect(await value(at.client(), `SELECT id FROM ${name}`)).toBe(1);
    });

    it('with dates and instants that round-trip', async () => {
      const name = await table(
        `d Date, t DateTime64(3, 'UTC'), local String MATERIALIZED toString(t, 'Australia/Sydney')`,
      );
      const given = { d: '2024-02-29', t: '2024-12-31 13:30:00.125' };
      await at.client().insert({ table: name, values: [given], format: 'JSONEachRow' });
      expect(await rows(at.client(), `SELECT d, t, local FROM ${name}`)).toEqual([
        { ...given, local: '2025-01-01 00:30:00.125' },
      ]);
      expect(await value(at.client(), `SELECT toUnixTimestamp64Milli(t) FROM ${name}`)).toBe(
        Date.UTC(2024, 11, 31, 13, 30, 0, 125),
      );
    });

    it('and sums them with their margins in one query', async () => {
      const name = await table('age String, gender String, balance Int64');
      const values = [['20s', 'F', 1], ['20s', 'M', 2], ['30s', 'F', 4]]; // prettier-ignore
      await at.client().insert({ table: name, values, format: 'JSONCompactEachRow' });
      const query = `SELECT age, gender, sum(balance) AS total, grouping(age, gender) AS level FROM ${name}
        GROUP BY GROUPING SETS ((age, gender), (age), ()) ORDER BY level, age, gender`;
      expect((await rows<{ total: number }>(at.client(), query)).map((row) => Number(row.total))).toEqual([
        1, 2, 4, 3, 4, 7,
      ]);
    });

    it('that can gain columns, be exchanged, be renamed and be dropped', async () => {
      const [live, rebuilt] = [await table('id UInt32'), await table('id UInt32')];
      await at.client().insert({ table: live, values: [{ id: 1 }], format: 'JSONEachRow' });
      await at.client().insert({ table: rebuilt, values: [{ id: 2 }], format: 'JSONEachRow' });
      await at
        .client()
        .command({ query: `ALTER TABLE ${rebuilt} ADD COLUMN IF NOT EXISTS score Int32 DEFAULT id * 10` });
      await at.client().command({ query: `EXCHANGE TABLES ${live} AND ${rebuilt}` });
      expect(await rows(at.client(), `SELECT * FROM ${live}`)).toEqual([{ id: 2, score: 20 }]);
      await at.client().command({ query: `RENAME TABLE ${rebuilt} TO ${rebuilt}_old` });
      expect(await value(at.client(), `SELECT id FROM ${rebuilt}_old`)).toBe(1);
      await at.client().command({ query: `DROP TABLE ${rebuilt}_old` });
      expect((await failureOf(rows(at.client(), `SELECT * FROM ${rebuilt}_old`))).code).toBe('60');
    });

    it('in more than one database', async () => {
      const name = await table('id UInt32');
      const elsewhere = clientWith({ database: 'default' });
      expect((await failureOf(rows(elsewhere, `SELECT * FROM ${name}`))).code).toBe('60');
      expect(await rows(elsewhere, `SELECT * FROM ${at.database}.${name}`)).toEqual([]);
      expect((await failureOf(rows(clientWith({ database: 'nowhere' }), 'SELECT 1'))).code).toBe('81');
    });
  });
});
