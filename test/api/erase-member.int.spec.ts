import { eraseMember, memberStream } from '@superscope/domain/member/member';
import { FinishErasures } from '@superscope/api/members/finish-erasures';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { engineBytes, engineFiles } from '../harness/engine-files.js';
import { byTest } from '../harness/sample-plan.js';
import { differences } from '../harness/set-aside.js';
import { csv, Importing } from '../import/importing.js';
import { fundToMembers } from '../import/small-fund.js';

/** Texts that only this member's personal fields contain. */
const told = [
  'zz-number-4711',
  'zzlogin',
  'Zzyzxsurname',
  'Zzquentin',
  'zz@mail.example',
  '+61499999977',
  'zz in a note',
];
const members = csv(
  'memberId,platformId,planId,companyId,login,surname,givenName,dateOfBirth,gender,emailAddress,mobileNumber',
  'zz-number-4711,EAST,P1,C1,zzlogin,Zzyzxsurname,Zzquentin,29/02/1980,Female,zz@mail.example,+61499999977',
);
const month = csv(
  'platformId,planId,memberId,asAt,totalAssetsOwned',
  'EAST,P1,001,2024-06-30,100.10',
  'EAST,P1,zz-number-4711,2024-06-30,500',
  'EAST,P1,002,2024-06-30,300',
);
const holdings = csv(
  'platformId,planId,memberId,assetCode,asAt,balance',
  'EAST,P1,zz-number-4711,BAL,2024-06-30,200',
  'EAST,P1,zz-number-4711,CASH,2024-06-30,300',
  'EAST,P1,002,CASH,2024-06-30,300',
);
const contacts = csv(
  'platformId,memberId,at,reason,status',
  'EAST,zz-number-4711,2024-06-03,insurance,Open',
  'EAST,002,2024-06-03,investment,',
);
const campaign = csv('platformId,campaignId,planId,campaignType,name,runDate', 'EAST,K9,P1,email,Hello,2024-06-01');
const openings = csv(
  'platformId,campaignId,memberId,step,at',
  'EAST,K9,002,Sent,2024-06-01T00:00:00Z',
  'EAST,K9,zz-number-4711,Sent,2024-06-01T00:00:00Z',
);
const events = csv(
  'platformId,memberId,eventType,effectiveDate,notes',
  'EAST,zz-number-4711,consultationPerformed,2024-06-02,zz in a note',
  'EAST,zz-number-4711,insuranceAssessmentCompleted,2024-06-03,',
  'EAST,002,insuranceAssessmentCompleted,2024-06-03,',
);
const memberTables = [
  'members',
  'memberSnapshots',
  'assetsOwned',
  'contactRequests',
  'memberEvents',
  'campaignEmailEvents',
];
/** The export of each table before the member was erased. */
const exported = new Map<string, string>();
const exportOf = (table: string) => importing.export(table, '?platformId=EAST');

let importing: Importing;
let memberId: string;
const logged: string[] = [];
beforeAll(async () => {
  importing = await Importing.startWith(fundToMembers, { write: (line) => void logged.push(line) });
  for (const file of [members, month, holdings, events, contacts, campaign, openings]) await importing.import(file);
  await importing.derived();
  memberId = importing.engines.identity.memberIdOf('EAST', 'zz-number-4711');
  for (const table of memberTables) exported.set(table, await exportOf(table));
});
afterAll(() => importing.stop());

const erase = (id: string, body: object, by = importing.admin) => by.post(`/api/members/${id}/erase`, body);
const viewed = () =>
  importing.engines.mongo.db('views').collection<{ _id: string }>('members').findOne({ _id: memberId });
/** Replaces a text with Erased, also where an apostrophe marks the cell as no formula. */
const erasing = (line: string, text: string) => line.replace(`'${text}`, 'Erased').replace(text, 'Erased');
const timeline = () => importing.staff.request(`/api/members/${memberId}/events`);
const keys = () => importing.engines.mongo.db('vault').collection<{ _id: string }>('personKeys');
const figures = () =>
  importing.engines.rows('SELECT plan_id, month, total_assets_owned_cents FROM member_snapshot FINAL ORDER BY ALL');

/** Files of the engines in which one of the member's personal fields can be read. */
function readable(): string[] {
  return engineFiles(importing.engines.folder).flatMap((path) => {
    const bytes = engineBytes(path);
    return told.filter((text) => bytes.includes(text)).map((text) => `${path}: ${text}`);
  });
}

describe('erasing a member', () => {
  it('is for Admins, and says why', async () => {
    expect((await erase(memberId, { reason: 'Asked' }, importing.staff)).status).toBe(403);
    expect(await erase(memberId, { reason: '  ' })).toMatchObject({
      status: 400,
      body: { message: /Reason is required/ },
    });
    expect((await erase(memberId, {})).status).toBe(400);
    expect((await erase('00000000-0000-4000-8000-000000000000', { reason: 'Asked' })).status).toBe(404);
    expect(await viewed()).toMatchObject({ surname: 'Zzyzxsurname' });
  });

  it('removes the name from every screen, and does not change the figures', async () => {
    const before = await figures();
    expect(readable()).not.toEqual([]);
    // By the beginning of the name, by its sound, by the end of the number, and by the birth date beside it.
    const finding = ['zzy', 'zzysxsurname', '4711', 'zzy 29/02/1980'];
    const found = () =>
      Promise.all(
        finding.flatMap((text) => [
          importing.staff.request(`/api/members?${new URLSearchParams({ name: text })}`),
          importing.admin.request(`/api/plans/EAST.P1/members?${new URLSearchParams({ name: text })}`),
        ]),
      );
    for (const { body } of await found()) expect(body).toMatchObject([{ id: memberId }]);
    expect((await erase(memberId, { reason: 'Asked to be forgotten' })).status).toBe(200);
    await vi.waitFor(
      async () =>
        expect(await viewed()).toMatchObject({ erased: true, surname: 'Erased', searchKeys: [], nearKeys: [] }),
      30_000,
    );
    expect(await keys().findOne({ _id: memberId })).not.toHaveProperty('wrapped');
    for (const { body } of await found()) expect(body).toEqual([]);
    await importing.derived();
    expect(await figures()).toEqual(before);
    expect(await differences(importing.engines)).toEqual([]);
  });

  it('leaves nothing to read in the files of any engine', async () => {
    // Overwritten data stays in the database's write-ahead log until its checkpoint.
    await vi.waitFor(() => expect(readable()).toEqual([]), { timeout: 90_000 });
  });

  it('leaves nothing to read in exports and in the history of events', async () => {
    const { admin } = importing;
    const files = ['members', 'memberEvents', 'memberSnapshots'].map((table) => `/api/csv/${table}/export`);
    const found = await admin.request(`/api/history/events?memberId=${memberId}`);
    const events = (found.body as unknown as { events: { place: string }[] }).events;
    expect(events.length).toBeGreaterThan(2);
    const answers = [
      found,
      ...(await Promise.all([...files, '/api/members/events'].map((path) => admin.request(path)))),
      ...(await Promise.all(events.map(({ place }) => admin.post(`/api/history/events/${place}/personal`, {})))),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(text).toContain('Erased');
    expect(told.filter((each) => text.includes(each))).toEqual([]);
  });

  it('leaves the timeline, with the notes erased, and nothing more to record', async () => {
    const { body } = (await timeline()) as unknown as { body: object[] };
    expect(body).toMatchObject([
      { eventType: 'ContactRequested', reason: 'insurance', status: 'Open', notes: null },
      { eventType: 'InsuranceAssessmentCompleted', notes: null },
      { eventType: 'ConsultationPerformed', at: '2024-06-01T14:00:00.000Z', notes: 'Erased' },
    ]);
    const member = await importing.staff.request(`/api/members/${memberId}`);
    expect(member.body).toMatchObject({ id: memberId, erased: true, surname: 'Erased', givenName: null, login: null });
    const record = { memberId, effectiveDate: '2024-06-05', consultant: 'authorisedrep' };
    const asked = { ...record, consultationPerformed: { create: true } };
    expect(await importing.staff.post('/api/members/events', asked)).toMatchObject({
      status: 409,
      body: { message: 'This member was erased.' },
    });
    const range = await importing.staff.request('/api/members/events?startDate=2024-06-01&endDate=2024-06-30');
    const lines = String(range.body).split('\r\n');
    expect(lines.filter((line) => line.includes('Erased'))).toEqual([
      'P1,Erased,Erased,Erased,Erased,"Mills, Doe & Co",2024-06-03,ContactRequested,,,,,,insurance,Open,,Yes',
      'P1,Erased,Erased,Erased,Erased,"Mills, Doe & Co",2024-06-03,InsuranceAssessmentCompleted,,,,,,,,,Yes',
      'P1,Erased,Erased,Erased,Erased,"Mills, Doe & Co",2024-06-02,ConsultationPerformed,,,,,,,,Erased,Yes',
    ]);
  });

  it('leaves every row in exports, with Erased where the person was named', async () => {
    for (const [table, before] of exported) {
      const lines = before
        .split('\r\n')
        .map((line) => (line.includes(told[0]!) ? [...told, '1980-02-29'].reduce(erasing, line) : line));
      expect.soft((await exportOf(table)).split('\r\n'), table).toEqual(lines);
      expect.soft(lines.filter((line) => line.includes('Erased')).length, table).toBeGreaterThan(0);
    }
  });

  it('leaves exports that can be imported again, and change nothing', async () => {
    const [stored, count] = [
      await figures(),
      await importing.engines.mongo.db('views').collection('members').countDocuments(),
    ];
    for (const table of memberTables) {
      const file = await exportOf(table);
      const [all, erasedRows] = [file.split('\r\n').length - 2, file.match(/^.*\bErased\b.*$/gm)!.length];
      // These tables replace whole plan-months, so the rows of erased members are written again too.
      const rows = ['memberSnapshots', 'assetsOwned'].includes(table) ? all : all - erasedRows;
      const checked = await importing.upload(file, `?table=${table}&platformId=EAST&dryRun=true`);
      expect.soft(checked, table).toMatchObject({ status: 200, body: { rows, erasedRows } });
      expect.soft(await importing.import(file, `?table=${table}&platformId=EAST`), table).toMatchObject({
        state: 'completed',
        rows,
        erasedRows,
        written: 0,
        skipped: rows,
        errorCount: 0,
      });
    }
    await importing.derived();
    expect(await figures()).toEqual(stored);
    expect(await importing.engines.mongo.db('views').collection('members').countDocuments()).toBe(count);
  });

  it('keeps the figures of erased members when an export is changed and imported again', async () => {
    const snapshots = await exportOf('memberSnapshots');
    const changed = snapshots
      .replace(/(,001,2024-06-30,[^,]*,)100\.10/, '$1777.70')
      .replace(/(,Erased,[^,]*,[^,]*,)500\.00/, '$11.00');
    expect(changed).not.toBe(snapshots);
    expect(await importing.import(changed, '?table=memberSnapshots&platformId=EAST')).toMatchObject({ errorCount: 0 });
    await importing.derived();
    expect(await exportOf('memberSnapshots')).toBe(snapshots.replace('100.10', '777.70'));
  });

  it('takes a line that names the member by number, beside lines that read Erased', async () => {
    const named = csv(
      'planId,memberId,asAt,totalAssetsOwned',
      'P1,Erased,2024-06-30,1',
      'P1,zz-number-4711,2024-06-30,501',
    );
    expect(await importing.import(named, '?table=memberSnapshots&platformId=EAST')).toMatchObject({
      rows: 1,
      erasedRows: 1,
      written: 1,
      errorCount: 0,
    });
    expect(await importing.import(month)).toMatchObject({ rows: 3, erasedRows: 0, written: 3 });
    // The recorded rows of the member were kept when the first block of the plan-month ended.
    const apart = csv(
      'planId,memberId,asAt,totalAssetsOwned',
      ...['P1,Erased,2024-06-30,1', 'P1,001,2024-05-31,1', 'P1,zz-number-4711,2024-06-30,501'],
    );
    const column = 'memberId';
    const message = 'This member was erased. Sort the file by plan and month, or leave the line out.';
    expect(await importing.upload(apart, '?table=memberSnapshots&platformId=EAST')).toMatchObject({
      status: 400,
      body: { errors: [{ line: 4, column, message }] },
    });
  });

  it('lets no member have Erased as a number', async () => {
    const before = await importing.engines.mongo.db('views').collection('members').countDocuments();
    const one = csv('memberId,platformId,planId,companyId,dateOfBirth', 'erased,EAST,P1,C1,Erased');
    expect((await importing.upload(one)).body).toMatchObject({
      errors: [{ line: 1, message: 'All lines are of erased members, so there is nothing to import.' }],
    });
    expect(await importing.engines.mongo.db('views').collection('members').countDocuments()).toBe(before);
  });

  it('lasts: a file from before does not bring the person back, and a second request changes nothing', async () => {
    expect((await importing.upload(members)).body.errors).toMatchObject([
      { line: 2, message: 'This member was erased and cannot come back. Leave the line out.' },
    ]);
    expect((await erase(memberId, { reason: 'Once more' })).status).toBe(200);
    expect(await viewed()).toMatchObject({ erased: true, surname: 'Erased' });
  });

  it('is completed if a process ended between the event and the removal of the key', async () => {
    const other = importing.engines.identity.memberIdOf('EAST', '001');
    await importing.engines.store.transact(memberStream, other, eraseMember('Asked'), byTest());
    const view = importing.engines.mongo.db('views').collection<{ _id: string }>('members');
    await vi.waitFor(async () => expect(await view.findOne({ _id: other })).toMatchObject({ erased: true }), 30_000);
    expect(await keys().findOne({ _id: other })).toHaveProperty('wrapped');
    expect(await importing.api.app.get(FinishErasures).finish()).toBe(1);
    expect(await keys().findOne({ _id: other })).not.toHaveProperty('wrapped');
    expect(await importing.api.app.get(FinishErasures).finish()).toBe(0);
  });

  it('leaves nothing to read in the log', () => {
    expect(logged.some((line) => line.includes('/api/csv/import'))).toBe(true);
    expect(told.filter((each) => logged.some((line) => line.includes(each)))).toEqual([]);
  });
});
