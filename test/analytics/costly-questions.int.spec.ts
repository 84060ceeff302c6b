import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveQueries, startEngine, type Engine, type QueryService } from './query-service.js';
import { insertRows, memberMonth } from './sample-members.js';

const members = 'MemberSnapshot.countMembers';
const month = 'MemberSnapshot.month';

describe('questions of Staff that would make too many groups', () => {
  let engine: Engine;
  let service: QueryService;

  const ask = async (
    query: object,
  ): Promise<{ status: number; error?: string; data: AnalyticsRow[]; total: number }> => {
    const answer = await fetch(`${service.url}/load`, {
      method: 'POST',
      headers: { authorization: 'staff', 'x-audience': 'staff', 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return { status: answer.status, ...((await answer.json()) as { data: AnalyticsRow[]; total: number }) };
  };
  /** `count` members of a plan from member number `first` on, in each of three months, copied in the engine from one row. */
  const insert = async (planId: string, first: number, count: number, marks = '') => {
    const own = [
      `'${planId}' AS plan_id`,
      'addMonths(month, number % 3) AS month',
      `toUUID(concat('00000000-0000-4000-8000-', leftPad(toString(${first} + intDiv(number, 3)), 12, '0'))) AS member_id`,
      "if(number % 2 = 0, 'Female', 'Male') AS gender",
      ...(marks === '' ? [] : [marks]),
    ];
    await engine.client.command({
      query: `INSERT INTO member_snapshot SELECT s.* REPLACE (${own.join(', ')})
        FROM (SELECT * FROM member_snapshot WHERE plan_id = 'seed') AS s CROSS JOIN numbers(${3 * count}) AS n`,
    });
    service.versions.bump(planId);
  };
  const range = (dateRange: readonly [string, string]) => ({
    timeDimensions: [{ dimension: month, granularity: 'month', dateRange }],
  });
  const allMonths = range(['2026-01-01', '2026-03-31']);
  const each = { measures: [members], dimensions: ['Member.memberId'], limit: 3, total: true, ...allMonths };

  beforeAll(async () => {
    engine = await startEngine();
    service = await serveQueries(engine.queries);
    service.signIn('staff', { role: 'Staff', scope: { kind: 'all' } });
    await insertRows(engine.client, 'member_snapshot', [memberMonth('seed', '2026-01', 0)]);
    await insert('large', 1_000_000, 90_000);
  });
  afterAll(async () => {
    await service?.stop();
    await engine?.stop();
  });

  it('are answered up to the limit, and refused from the import on that exceeds it until that is gone', async () => {
    expect(await ask(each)).toMatchObject({ status: 200, data: { length: 3 }, total: 270_001 });
    await insert('large', 2_000_000, 20_000);
    const { status, error } = await ask(each);
    expect([status, error]).toEqual([
      400,
      expect.stringMatching(
        /^The question makes about 3[23]\d,\d{3} groups, of which at most 300,000 can be made at once: leave out 'Member.memberId', which has about 1[01]\d,\d{3} values, ask about fewer than its 3 months and 2 plans or filter by a dimension$/,
      ),
    ]);
    // Rows that are marked as deleted, or replaced by the same import once more, are none.
    await insert('large', 1_000_000, 90_000, 'toUInt64(2) AS version');
    await insert('large', 2_000_000, 20_000, 'toUInt64(2) AS version, 1 AS is_deleted');
    expect(await ask(each)).toMatchObject({ status: 200, total: 270_001 });
    await insert('large', 2_000_000, 20_000, 'toUInt64(3) AS version');
  });

  it('are answered about one month, one gender of the months, or months without data', async () => {
    expect(await ask({ ...each, ...range(['2026-01-01', '2026-01-31']) })).toMatchObject({ total: 110_001 });
    const female = [{ member: 'Member.gender', operator: 'equals', values: ['Female'] }];
    expect(await ask({ ...each, filters: female })).toMatchObject({ status: 200, data: { length: 3 } });
    expect(await ask({ ...each, ...range(['2019-01-01', '2019-12-31']) })).toMatchObject({ data: [], total: 0 });
  });

  it('are refused as lists of single members of all months too', async () => {
    const { status, error } = await ask({ measures: [members], ungrouped: true, limit: 3, ...allMonths });
    expect([status, error]).toEqual([
      400,
      'The question makes 330,001 rows, of which at most 300,000 can be made at once: ask about fewer than its 3 months and 2 plans or filter by a dimension',
    ]);
  });

  it('do not keep anybody from asking of many members in few groups', async () => {
    const { data } = await ask({ measures: [members], dimensions: ['Member.gender', 'Member.planId'], ...allMonths });
    expect(data).toHaveLength(7);
  });
});
