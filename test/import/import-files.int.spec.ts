import { EventStoreDBClient } from '@eventstore/db-client';
import type { AsfaDocument, AsfaFigures } from '@superscope/contracts/asfa';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import { addDays, addMonths, sydneyDate } from '@superscope/domain/calendar-dates';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lumpSumsPage, pdfOf } from '../harness/pdf-file.js';
import { csv, Importing } from './importing.js';
import { smallFund } from './small-fund.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.start();
});
afterAll(() => importing.stop());

describe("a fund's files", () => {
  it('become events and views, and each table is recognised by its header', async () => {
    for (const table of csvTableNames) {
      const progress = await importing.import(smallFund[table]!);
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

  it('name consultants who are not users in encrypted fields only, and unchanged in exports', async () => {
    const client = EventStoreDBClient.connectionString(importing.engines.urls.eventStore);
    const raw: string[] = [];
    for await (const { event } of client.readAll()) raw.push(JSON.stringify(event?.data) ?? '');
    await client.dispose();
    expect(raw.join('\n')).toContain('NO_OTHER_SUPER');
    expect(raw.join('\n')).not.toContain('Casey Lane');
    expect(await importing.export('memberEvents', '?platformId=EAST')).toContain(',Casey Lane,');
  });

  it('imported again write nothing', async () => {
    const before = await importing.events();
    for (const table of csvTableNames) {
      const progress = await importing.import(smallFund[table]!);
      expect(progress).toMatchObject({ table, state: 'completed', written: 0, skipped: progress.rows });
    }
    expect(await importing.events()).toEqual(before);
  });

  it('exported completely or by platform can be imported again and write nothing', async () => {
    const before = await importing.events();
    for (const table of csvTableNames)
      for (const query of ['', '?platformId=EAST']) {
        const file = await importing.export(table, query);
        const progress = await importing.import(file, `${query || '?'}&table=${table}`);
        expect(progress).toMatchObject({ table, state: 'completed', written: 0 });
        expect(progress.rows).toBeGreaterThan(0);
        if (query === '')
          expect(progress.rows).toBe(smallFund[table]!.trimEnd().split('\r\n').length - 1 - extraLines(table));
      }
    expect(await importing.events()).toEqual(before);
  });

  it('exported for one plan can be imported again from the file alone, and write nothing', async () => {
    const before = await importing.events();
    const filled: string[] = [];
    for (const table of csvTableNames)
      for (const planId of ['EAST.P1', 'EAST.P2']) {
        const file = await importing.export(table, `?planId=${planId}`);
        if (file.trimEnd().split('\r\n').length === 1) continue;
        filled.push(table);
        expect(await importing.import(file, `?table=${table}`)).toMatchObject({
          table,
          state: 'completed',
          written: 0,
        });
      }
    expect(new Set(filled)).toEqual(new Set(csvTableNames));
    expect(await importing.events()).toEqual(before);
  });
});

describe('equal rows of member events', () => {
  const consulted = 'EAST,002,ConsultationPerformed,2024-06-07,Casey Lane,First';
  const other = 'EAST,002,ConsultationPerformed,2024-06-07,Kim Ray,Second';
  const fileOf = (...rows: string[]) => csv('platformId,memberId,eventType,effectiveDate,consultant,notes', ...rows);
  const linesOf = async () =>
    (await importing.export('memberEvents', '?platformId=EAST'))
      .split('\r\n')
      .filter((line) => line.includes('ConsultationPerformed'))
      .map((line) => /,(Casey Lane|Kim Ray),/.exec(line)?.[1]);

  it('are as many events, and importing the file or an export of them changes nothing', async () => {
    const file = fileOf(consulted, other, consulted, consulted);
    expect(await importing.import(file)).toMatchObject({ state: 'completed', rows: 4, written: 4 });
    await importing.derived();
    const before = await importing.events();
    expect(await linesOf()).toEqual(['Casey Lane', 'Kim Ray', 'Casey Lane', 'Casey Lane']);
    expect(await importing.import(file)).toMatchObject({ state: 'completed', written: 0, skipped: 4 });
    const exported = await importing.export('memberEvents', '?platformId=EAST');
    expect(await importing.import(exported, '?platformId=EAST&table=memberEvents')).toMatchObject({
      state: 'completed',
      written: 0,
    });
    expect(await importing.events()).toEqual(before);
  });

  it('are one more for each further row of a later file', async () => {
    const file = fileOf(consulted, other, consulted, consulted, consulted);
    expect(await importing.import(file)).toMatchObject({ state: 'completed', written: 1, skipped: 4 });
    await importing.derived();
    expect((await linesOf()).filter((name) => name === 'Casey Lane')).toHaveLength(4);
  });

  it('of other tables are refused by their lines', async () => {
    const row = 'EAST,003,2024-06-03,insurance,Open';
    const { status, body } = await importing.upload(csv('platformId,memberId,at,reason,status', row, row));
    expect(status).toBe(400);
    expect(body.errors?.map(({ message }) => message)).toEqual([
      'Lines 2 and 3 have the same memberId, at and reason.',
    ]);
  });
});

/** Number of line breaks within cells. */
const extraLines = (table: string) => (table === 'memberEvents' ? 1 : 0);

describe('an export', () => {
  it('is safe to open in a spreadsheet, and has the date in its file name', async () => {
    const { headers } = await importing.staff.request('/api/csv/members/export?planId=EAST.P1');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="members_\d{8}\.csv"$/);
    const file = await importing.export('members', '?planId=P1&platformId=EAST');
    expect(file.split('\r\n')).toHaveLength(4);
    expect(file).toContain(",'=Ben,");
    expect(file).toContain(",'+61400000001,");
    expect(await importing.export('memberSnapshots', '?planId=EAST.P1')).toContain(',-1.25,');
  });

  it('of an ambiguous plan requires its platform', async () => {
    const { status, body } = await importing.staff.request('/api/csv/members/export?planId=P1');
    expect(status).toBe(400);
    expect(body.message).toMatch(/platformId/);
  });

  it('contains only rows of its plan and platform, which must match', async () => {
    const ask = async (table: string, query: string) => importing.staff.request(`/api/csv/${table}/export${query}`);
    expect(await ask('companies', '?platformId=WEST&planId=EAST.P1')).toMatchObject({
      status: 400,
      body: { message: 'The plan is not one of this platform.' },
    });
    for (const query of ['?planId=NOPE', '?planId=EAST.NOPE', '?planId=P2&platformId=WEST'])
      expect((await ask('members', query)).status).toBe(404);
    await importing.import(smallFund['providers']!.replace(/PR1.*/, 'PR2,Other Advice,'));
    for (const table of ['platforms', 'providers'])
      expect((await importing.export(table, '?planId=EAST.P1')).trimEnd().split('\r\n')).toHaveLength(2);
  });

  it('is recorded in the access log, and is for Staff only', async () => {
    await importing.export('members', '');
    const taken: unknown[] = [];
    for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) taken.push(...(event.data as { entries: { action: string; object: string }[] }).entries);
    expect(taken).toContainEqual(expect.objectContaining({ action: 'export', object: 'members', role: 'Staff' }));
    const auditor = importing.api.client();
    await auditor.signIn('auditor');
    expect((await auditor.request('/api/csv/members/export')).status).toBe(403);
  });
});

describe("a file of a platform's investment options", () => {
  const header = 'assetCode,name,growthPercent';
  const later = csv(header, 'BAL,Balanced,55.5', 'GROW,High Growth,95');
  const send = async (path: string, text: string, by = importing.staff, name = 'options.csv') => {
    const form = new FormData();
    form.append('file', new Blob([text], { type: name.endsWith('.csv') ? 'text/csv' : 'application/pdf' }), name);
    return by.request(path, { method: 'POST', body: form });
  };
  const compare = (text: string, query = '?platformId=EAST&dataDate=2024-09-30') =>
    send(`/api/assets/changes${query}`, text);
  const dates = async () => (await importing.staff.request('/api/assets/dataDates?platformId=EAST')).body;

  it('shows what it would change, with the members concerned, and writes nothing', async () => {
    await importing.derived();
    const before = await importing.events();
    expect((await compare(later)).body).toEqual({
      rows: 2,
      asOf: expect.any(Number),
      comparedWith: '2024-06-30',
      nextDate: null,
      isFirst: false,
      unchanged: 0,
      changes: [
        {
          kind: 'removed',
          assetCode: 'CASH',
          name: 'Cash',
          growthBefore: '0',
          growthAfter: null,
          columns: [],
          members: 1,
          plans: 1,
        },
        {
          kind: 'changed',
          assetCode: 'BAL',
          name: 'Balanced',
          growthBefore: '70',
          growthAfter: '55.5',
          // What the file leaves out becomes blank.
          columns: ['description', 'growthPercent', 'isLifecycle', 'isChoice', 'return1yr', 'return3yr', 'return5yr'],
          members: 1,
          plans: 1,
        },
        {
          kind: 'added',
          assetCode: 'GROW',
          name: 'High Growth',
          growthBefore: null,
          growthAfter: '95',
          columns: [],
          members: 0,
          plans: 0,
        },
      ],
      membersOfRemoved: 1,
      membersOfChanged: 1,
      plans: 2,
    });
    expect(await importing.events()).toEqual(before);
  });

  it('is compared with the first options if it is dated before them, and names the date until which it is in use', async () => {
    const { body } = await compare(later, '?platformId=EAST&dataDate=2020-01-31');
    expect(body).toMatchObject({ comparedWith: '2024-06-30', nextDate: '2024-06-30', isFirst: true });
    const ofWest = await compare(later, '?platformId=WEST&dataDate=2020-01-31');
    expect(ofWest.body).toMatchObject({ comparedWith: null, unchanged: 0, plans: 1, membersOfChanged: 0 });
  });

  it('is refused with the errors of its lines, for another date or platform too', async () => {
    const wrong = csv(
      'platformId,assetCode,name,growthPercent,dataDate',
      ',BAL,,120,',
      ',BAL,Balanced,70,2024-06-30',
      'WEST,CASH,Cash,0,',
    );
    for (const path of ['/api/assets/changes', '/api/assets']) {
      const { status, body } = await send(`${path}?platformId=EAST&dataDate=2024-09-30`, wrong);
      expect(status).toBe(400);
      const { errors } = body as unknown as { errors: { line: number; column: string; message: string }[] };
      expect(errors.map(({ line, column }) => [line, column])).toEqual([
        [2, 'name'],
        [2, 'growthPercent'],
        [3, 'dataDate'],
        [4, 'platformId'],
      ]);
      expect(errors[2]!.message).toBe('This line has another data date than the chosen one.');
    }
    const { body } = await send('/api/assets?platformId=EAST&dataDate=2024-09-30', later, importing.staff, 'o.pdf');
    expect(body.message).toBe(
      "File: 'o.pdf' type: 'application/pdf' did not pass: '.csv or text/csv' validation constraint",
    );
  });

  it('is refused without a platform that exists and a date', async () => {
    const statuses = [];
    for (const query of [
      '?platformId=NONE&dataDate=2024-09-30',
      '?platformId=EAST',
      '?platformId=EAST&dataDate=2024-02-30',
    ])
      statuses.push((await send(`/api/assets${query}`, later)).status);
    expect(statuses).toEqual([404, 400, 400]);
  });

  it('is taken for its date: the dates list it, and each date can be exported and taken again unchanged', async () => {
    const { asOf } = (await compare(later)).body as unknown as { asOf: number };
    const taken = await send(`/api/assets?platformId=EAST&dataDate=2024-09-30&asOf=${asOf}`, later);
    expect(taken).toMatchObject({ status: 202, body: { table: 'assets', rows: 2 } });
    expect(await importing.ended((taken.body as { importId: string }).importId)).toMatchObject({
      state: 'completed',
      written: 2,
    });
    await importing.derived();
    expect(await dates()).toEqual({
      dates: [
        { dataDate: '2024-09-30', options: 2, inUse: true },
        { dataDate: '2024-06-30', options: 2, inUse: false },
      ],
    });
    const newest = await importing.staff.request('/api/assets?platformId=EAST');
    expect(newest.headers.get('content-disposition')).toBe('attachment; filename="assets_30092024.csv"');
    const older = await importing.staff.request('/api/assets?platformId=EAST&dataDate=2024-06-30');
    const text = older.body as unknown as string;
    expect(text).toContain('EAST,CASH,Cash,');
    const again = await send('/api/assets?platformId=EAST&dataDate=2024-06-30', text);
    expect(await importing.ended((again.body as { importId: string }).importId)).toMatchObject({ written: 0 });
    expect((await importing.staff.request('/api/assets?platformId=EAST&dataDate=2024-06-29')).status).toBe(404);
  });

  it('is for Staff and Admins, and each check, file and export is recorded', async () => {
    expect((await send('/api/assets/changes?platformId=EAST&dataDate=2024-09-30', later, importing.admin)).status).toBe(
      200,
    );
    const consultant = importing.api.client();
    await consultant.signIn('authorisedrep');
    for (const path of ['/api/assets', '/api/assets/changes'])
      expect((await send(`${path}?platformId=EAST&dataDate=2024-09-30`, later, consultant)).status).toBe(403);
    for (const path of ['/api/assets', '/api/assets/dataDates'])
      expect((await consultant.request(`${path}?platformId=EAST`)).status).toBe(403);
    await importing.staff.request('/api/assets?platformId=EAST');
    const noted: unknown[] = [];
    for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) noted.push(...(event.data as { entries: { action: string }[] }).entries);
    const filter = { platformId: 'EAST', dataDate: '2024-09-30' };
    for (const action of ['export', 'check-import', 'import'])
      expect(noted).toContainEqual(expect.objectContaining({ action, filter, rows: 2, outcome: 'ok', role: 'Staff' }));
    expect(noted).toContainEqual(expect.objectContaining({ action: 'import', filter, outcome: 'refused' }));
  });

  describe('with risk labels, performance tests and 10-year returns', () => {
    const added = ['return10yr', 'riskLabel', 'performanceTest', 'performanceTestYear'];
    const query = '?platformId=EAST&dataDate=2024-10-31';
    const full = csv(
      `${header},${added.join(',')}`,
      'BAL,Balanced,55.5,7.10,Medium to high,Passed,2024',
      'GROW,High Growth,95,,very high,Failed,2024',
      'NEW,New,60,,,Not tested,',
      'CASH,Cash,0,2.05,,,',
    );
    const old = csv(header, 'BAL,Balanced,55.5', 'GROW,High Growth,95', 'NEW,New,60', 'CASH,Cash,0');
    const take = async (text: string) => {
      const { status, body } = await send(`/api/assets${query}`, text);
      expect([status, body]).toMatchObject([202, {}]);
      const ended = await importing.ended((body as { importId: string }).importId);
      await importing.derived();
      return ended;
    };
    const exported = async () => (await importing.staff.request(`/api/assets${query}`)).body as unknown as string;
    const changesOf = async (text: string) => {
      const { changes } = (await compare(text, query)).body as unknown as {
        changes: { assetCode: string; columns: string[] }[];
      };
      return changes.map(({ assetCode, columns }) => [assetCode, columns]);
    };
    const effectOf = async (text: string) => {
      const [head, ...rows] = text.trimEnd().split(/\r?\n/);
      const whole = csv(`platformId,dataDate,${head}`, ...rows.map((row) => `EAST,2024-10-31,${row}`));
      return (await importing.upload(whole, '?dryRun=true')).body.effect!;
    };

    it('is exported as it was written, and changes nothing when that is taken again', async () => {
      expect(await take(full)).toMatchObject({ state: 'completed', written: 4 });
      const file = await exported();
      expect(file).toContain(',7.1,Medium to high,Passed,2024');
      expect(file).toContain(',Very high,Failed,2024');
      expect(file).toContain(',Not tested,');
      expect(await changesOf(file)).toEqual([]);
      expect(await take(file)).toMatchObject({ written: 0 });
    });

    it('is cleared by a file from before these columns, which says so first', async () => {
      expect(await changesOf(old)).toEqual([
        ['BAL', added],
        ['GROW', ['riskLabel', 'performanceTest', 'performanceTestYear']],
        ['NEW', ['performanceTest']],
        ['CASH', ['return10yr']],
      ]);
      expect(await effectOf(old)).toMatchObject({ fresh: 0, changed: 4, unchanged: 0 });
      expect((await effectOf(old)).columns).toEqual(
        expect.arrayContaining([
          { column: 'performanceTest', changed: 3, cleared: 3 },
          { column: 'return10yr', changed: 2, cleared: 2 },
          { column: 'riskLabel', changed: 2, cleared: 2 },
          { column: 'performanceTestYear', changed: 2, cleared: 2 },
        ]),
      );
      expect(await take(old)).toMatchObject({ written: 4 });
      expect(await effectOf(old)).toMatchObject({ changed: 0, unchanged: 4 });
    });

    it('has blanks where a table from before lacks the columns, whose export publishes nothing again', async () => {
      const file = await exported();
      expect(file.split('\r\n')[0]).toContain(added.join(','));
      expect(await changesOf(file)).toEqual([]);
      for (const same of [file, old]) expect(await take(same)).toMatchObject({ written: 0 });
    });
  });
});

describe('a set of ASFA figures', () => {
  const savings = {
    savingsModestSingle: 110_000,
    savingsModestCouple: 120_000,
    savingsComfortableSingle: 630_000,
    savingsComfortableCouple: 730_000,
  };
  const pension = { pensionSingle: 29_900, pensionCouple: 45_000, assetsLimitSingleHomeOwner: 321_500 };
  const budgets = {
    modestSingleYearTotal: 35_503,
    modestCoupleYearTotal: 51_299,
    comfortableSingleYearTotal: 54_840,
    comfortableCoupleYearTotal: 77_375,
  };
  const set = { at: '2024-06-15', savings, pension, budgets };
  const save = (body: unknown, by = importing.staff) => by.post('/api/asfa?save=true', body);
  const figures = async () => (await importing.staff.request('/api/asfa')).body as unknown as AsfaFigures;
  const standards = async () =>
    importing.engines.rows(
      `SELECT toString(month) AS month, projected_retirement_standard AS standard FROM member_snapshot FINAL
WHERE plan_id = 'EAST.P1' AND month IN ('2024-05-01', '2024-06-01') AND salary_cents > 0 ORDER BY month`,
    );

  it('is refused while figures are missing, which are named, and nothing is saved', async () => {
    const before = await importing.events();
    const messages = [];
    for (const body of [
      { savings, pension: { pensionSingle: 29_900, pensionCouple: 45_000 } },
      { at: '2024-06-15', savings, pension: { pensionSingle: 29_900, pensionCouple: 45_000 } },
      { ...set, pension: { ...pension, pensionSingle: 0 } },
      { ...set, at: '2024-02-30' },
    ]) {
      const { status, body: answer } = await save(body);
      const { errors = [] } = answer as { errors?: { field: string; message: string }[] };
      messages.push([status, answer.message, ...errors.map(({ field, message }) => `${field}: ${message}`)]);
    }
    expect(messages).toEqual([
      [400, 'Say from which day the figures are valid.'],
      [
        400,
        '5 figures are missing. Age Pension a year: assets limit, single home owner. Budgets a year: modest, single; modest, couple; comfortable, single; comfortable, couple.',
      ],
      [400, expect.any(String), 'pension.pensionSingle: Write an amount above 0.'],
      [400, expect.any(String), 'at: 2024-02-30 is not a date.'],
    ]);
    expect(await importing.events()).toEqual(before);
  });

  it('of a day more than a year ahead is refused until the day is confirmed', async () => {
    const before = await importing.events();
    const at = addDays(addMonths(sydneyDate(new Date()), 12), 1);
    const { status, body: answer } = await save({ ...set, at });
    expect([status, answer.message]).toEqual([
      400,
      `The figures would be valid from ${at.split('-').reverse().join('/')} only, more than a year ahead. Confirm the day, or correct it.`,
    ]);
    expect(await importing.events()).toEqual(before);
  });

  it('says what it will change, is saved as one event, and every month that it serves is scored again', async () => {
    await importing.import(csv('name,value,validFrom', 'concessionalCap,27500,2021-07-01'));
    await importing.derived();
    expect(await figures()).toMatchObject({ at: null, savingsModestSingle: null, sets: [] });
    const { body: effect } = await importing.staff.request('/api/asfa/effect?at=2024-06-15');
    expect(effect).toEqual({
      from: null,
      before: null,
      replaces: false,
      plans: 2,
      members: 3,
      seconds: expect.any(Number) as number,
    });
    const before = await importing.events();
    const scored = await standards();
    expect((await save(set)).status).toBe(200);
    await importing.derived();
    expect(await importing.events()).toEqual({ ...before, superParameters: (before['superParameters'] ?? 0) + 1 });
    expect(await standards()).not.toEqual(scored);
    expect((await importing.staff.request('/api/asfa/progress')).body).toEqual({ plans: 3, waiting: 0 });
    expect(await figures()).toMatchObject({
      at: '2024-06-15',
      ...savings,
      ...pension,
      ...budgets,
      sets: [{ at: '2024-06-15', inUse: true, complete: true }],
    });
    const later = (await importing.staff.request('/api/asfa/effect?at=2024-07-01')).body;
    expect(later).toMatchObject({ from: '2024-07', before: null, replaces: false });
    expect((await importing.staff.request('/api/asfa/effect?at=2024-06-15')).body).toMatchObject({ replaces: true });
  });

  it('keeps the documents that it was read from, which neither a set nor a file of the same figures takes away', async () => {
    const pdfUrlsOf = async (at: string) => (await figures()).sets.find((each) => each.at === at)?.pdfUrls;
    expect(await pdfUrlsOf('2024-06-15')).toEqual({});
    const [all, own] = ['https://www.asfa.example/all.pdf', 'https://www.asfa.example/pension.pdf'];
    const later = { ...set, at: '2024-06-20' };
    const refused = [
      await importing.staff.post('/api/asfa?save=true&pdfUrl=javascript:alert(1)', later),
      await save({ ...later, pdfUrls: { pensionSingle: 'http://www.asfa.example/plain.pdf' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400]);
    const query = `save=true&pdfUrl=${encodeURIComponent(all)}`;
    expect(
      (await importing.staff.post(`/api/asfa?${query}`, { ...later, pdfUrls: { pensionSingle: own } })).status,
    ).toBe(200);
    await importing.derived();
    const kept = await pdfUrlsOf(later.at);
    expect(kept).toMatchObject({ pensionSingle: own, pensionCouple: all, modestSingleYearTotal: all });
    expect(await pdfUrlsOf('2024-06-15')).toEqual({});
    const before = await importing.events();
    expect((await save(later)).status).toBe(200);
    await importing.import(csv('name,value,validFrom', `retirementStandard.pensionSingle,29900,${later.at}`));
    await importing.derived();
    expect(await importing.events()).toMatchObject({ superParameters: before['superParameters'] });
    expect(await pdfUrlsOf(later.at)).toEqual(kept);
    expect(await importing.export('superParameters', '')).not.toContain('https://');
  });

  it('is read from an uploaded PDF without saving, and other files are refused in the words for them', async () => {
    const read = async (bytes: Uint8Array, name: string, type: string, by = importing.staff) => {
      const form = new FormData();
      form.append('file', new Blob([bytes as BlobPart], { type }), name);
      return by.request('/api/asfa/file', { method: 'POST', body: form });
    };
    const before = await importing.events();
    const answer = await read(pdfOf([lumpSumsPage]), 'lump.pdf', 'application/pdf');
    expect([answer.status, answer.body]).toMatchObject([200, { name: 'lump.pdf', pages: 1, weekly: {} }]);
    expect((answer.body as unknown as AsfaDocument).found).toHaveLength(4);
    expect((await read(Buffer.from('a,b'), 'lump.csv', 'text/csv')).body.message).toBe(
      "File: 'lump.csv' type: 'text/csv' did not pass: '.pdf or application/pdf' validation constraint",
    );
    const large = Buffer.alloc(11 * 1024 * 1024, ' ');
    expect((await read(large, 'large.pdf', 'application/pdf')).body.message).toBe(
      "File: 'large.pdf' type: 'application/pdf' did not pass: 'at most 10 MiB' validation constraint",
    );
    expect((await read(pdfOf(['scan']), 'scan.pdf', 'application/pdf')).body.message).toBe(
      '‘scan.pdf’ holds pictures and no text. Type the figures or find the original.',
    );
    expect(await importing.events()).toEqual(before);
  });

  it('is read by address from hosts of the list alone, which Admins keep', async () => {
    const load = (address: string) =>
      importing.staff.post(`/api/asfa?save=false&pdfUrl=${encodeURIComponent(address)}`, {});
    expect((await importing.staff.post('/api/asfa', {})).body.message).toBe('Write the address of a PDF.');
    const withoutBody = await importing.staff.request('/api/asfa?save=false', { method: 'POST' });
    expect(withoutBody.body.message).toBe('Write the address of a PDF.');
    const message = 'files.example.net is not among the hosts from which figures may be read.';
    expect((await load('https://files.example.net/a.pdf')).body.message).toBe(message);
    // Until somebody sets others.
    expect((await figures()).hosts).toEqual(['www.superannuation.asn.au', 'superannuation.asn.au']);
    const hosts = (names: string[], by = importing.admin) =>
      by.request('/api/asfa/hosts', {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ hosts: names }),
      });
    expect((await hosts(['127.0.0.1'])).status).toBe(400);
    expect((await hosts(['localhost'])).status).toBe(400);
    expect((await hosts(['files.example.net'], importing.staff)).status).toBe(403);
    expect((await hosts(['localhost.example.net'])).status).toBe(200);
    expect((await figures()).hosts).toEqual(['localhost.example.net']);
    expect((await load('http://localhost.example.net/a.pdf')).body.message).toBe(
      'The address must begin with https://.',
    );
  });

  it('is for Staff and Admins, and what they do is recorded', async () => {
    expect((await importing.admin.request('/api/asfa')).status).toBe(200);
    const consultant = importing.api.client();
    await consultant.signIn('authorisedrep');
    expect((await save(set, consultant)).status).toBe(403);
    for (const path of ['/api/asfa', '/api/asfa/effect?at=2024-06-15', '/api/asfa/progress'])
      expect((await consultant.request(path)).status).toBe(403);
    // Stores the entries, among them those that came just now.
    await importing.staff.request('/api/csv/superParameters/export');
    const noted: unknown[] = [];
    for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) noted.push(...(event.data as { entries: { action: string }[] }).entries);
    const saved = { action: 'saved retirement standard', object: '2024-06-15', outcome: 'ok', role: 'Staff' };
    expect(noted).toContainEqual(expect.objectContaining(saved));
    for (const outcome of ['ok', 'refused'])
      expect(noted).toContainEqual(expect.objectContaining({ action: 'read figures', outcome, role: 'Staff' }));
    expect(noted).toContainEqual(expect.objectContaining({ action: 'set document hosts', role: 'Admin' }));
  });
});

describe('an export that cannot start', () => {
  it('is answered with an error, not with a file', async () => {
    const companies = importing.engines.mongo
      .db('views')
      .collection<{ _id: string; name: string; planId: number }>('companies');
    await companies.insertOne({ _id: 'EAST.BAD', name: 'Bad', planId: 5 });
    const { status, body, headers } = await importing.staff.request('/api/csv/companies/export');
    await companies.deleteOne({ _id: 'EAST.BAD' });
    expect([status, body]).toEqual([500, { message: expect.stringMatching(/^Something went wrong/) as string }]);
    expect(headers.get('content-type')).toMatch(/json/);
    expect((await importing.staff.request('/api/csv/companies/export')).status).toBe(200);
  });
});
