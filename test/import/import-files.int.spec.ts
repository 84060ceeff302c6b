import { csvTableNames } from '@superscope/contracts/csv-tables';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Importing } from './importing.js';
import { smallFund } from './small-fund.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.start();
});
afterAll(() => importing.stop());

describe("a fund's files", () => {
  it('become events and views, one table after the other, each found by its header', async () => {
    for (const table of csvTableNames) {
      const file = smallFund[table]!;
      const progress = await importing.import(file, table === 'contactRequests' ? '?platformId=EAST' : '');
      expect(progress).toMatchObject({ table, state: 'completed', skipped: 0, message: null });
      expect(progress.written).toBe(progress.rows);
    }
    await importing.derived();
    const views = importing.engines.mongo.db('views');
    expect(await views.collection('plans').countDocuments()).toBe(3);
    const member = await views.collection('members').findOne({ memberNumber: '002' });
    expect(member).toMatchObject({ planId: 'EAST.P1', surname: '=Ben', birthMonth: '1990-05', login: 'ben' });
    const months = await importing.engines.rows<{ plan: string; month: string; members: number; balance: number }>(
      `SELECT plan_id AS plan, toString(month) AS month, count() AS members, sum(total_assets_owned_cents) AS balance
FROM member_snapshot FINAL WHERE month <= '2024-06-01' GROUP BY plan_id, month ORDER BY plan_id, month`,
    );
    expect(months).toEqual([
      { plan: 'EAST.P1', month: '2024-05-01', members: 2, balance: 17_000_007 },
      { plan: 'EAST.P1', month: '2024-06-01', members: 1, balance: 12_100_000 },
      { plan: 'EAST.P2', month: '2024-06-01', members: 1, balance: 0 },
    ]);
  });

  it('imported again write nothing', async () => {
    const before = await importing.events();
    for (const table of csvTableNames) {
      const progress = await importing.import(smallFund[table]!, table === 'contactRequests' ? '?platformId=EAST' : '');
      expect(progress).toMatchObject({ table, state: 'completed', written: 0, skipped: progress.rows });
    }
    expect(await importing.events()).toEqual(before);
  });
});
