import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eraseMember, memberStream } from '@superscope/domain/member/member';
import { FinishErasures } from '@superscope/api/members/erase-member/finish-erasures';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { byTest } from '../harness/sample-plan.js';
import { differences } from '../harness/set-aside.js';
import { csv, Importing } from '../import/importing.js';
import { smallFund } from '../import/small-fund.js';

/** What only this member's personal fields hold. */
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
const month = csv('platformId,planId,memberId,asAt,totalAssetsOwned', 'EAST,P1,zz-number-4711,2024-06-30,500');
const events = csv(
  'platformId,memberId,eventType,effectiveDate,notes',
  'EAST,zz-number-4711,consultationPerformed,2024-06-02,zz in a note',
);

let importing: Importing;
let memberId: string;
const logged: string[] = [];
beforeAll(async () => {
  importing = await Importing.start({ write: (line) => void logged.push(line) });
  for (const table of ['providers', 'platforms', 'plans', 'companies', 'memberCategories', 'members'])
    await importing.import(smallFund[table]!);
  for (const file of [members, month, events]) await importing.import(file);
  await importing.derived();
  memberId = importing.engines.identity.memberIdOf('EAST', 'zz-number-4711');
});
afterAll(() => importing.stop());

const erase = (id: string, body: object, by = importing.admin) => by.post(`/api/members/${id}/erase`, body);
const viewed = () =>
  importing.engines.mongo.db('views').collection<{ _id: string }>('members').findOne({ _id: memberId });
const keys = () => importing.engines.mongo.db('vault').collection<{ _id: string }>('personKeys');
const figures = () =>
  importing.engines.rows('SELECT plan_id, month, total_assets_owned_cents FROM member_snapshot FINAL ORDER BY ALL');

/** Files of the engines in which one of the member's personal fields can be read. */
function readable(): string[] {
  const files = readdirSync(importing.engines.folder, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  return files.flatMap((file) => {
    let bytes: Buffer;
    try {
      bytes = readFileSync(join(file.parentPath, file.name));
    } catch {
      // The engine has just replaced it.
      return [];
    }
    return told.filter((text) => bytes.includes(text)).map((text) => `${file.name}: ${text}`);
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

  it('takes the name from every screen, and leaves the figures as they were', async () => {
    const before = await figures();
    expect(readable()).not.toEqual([]);
    expect((await erase(memberId, { reason: 'Asked to be forgotten' })).status).toBe(200);
    await vi.waitFor(async () =>
      expect(await viewed()).toMatchObject({ erased: true, surname: 'Erased', searchKeys: [] }),
    );
    expect(await keys().findOne({ _id: memberId })).not.toHaveProperty('wrapped');
    expect((await importing.staff.request('/api/members?name=zzy')).body).toEqual([]);
    await importing.derived();
    expect(await figures()).toEqual(before);
    expect(await differences(importing.engines)).toEqual([]);
  });

  it('leaves nothing to read in the files of any engine', async () => {
    // What the database has overwritten stays in its journal until that is written back.
    await vi.waitFor(() => expect(readable()).toEqual([]), { timeout: 90_000 });
  });

  it('leaves nothing to read in exports and in the history of events, and no timeline', async () => {
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
    expect((await admin.request(`/api/members/${memberId}/events`)).status).toBe(404);
    const text = JSON.stringify(answers.map(({ body }) => body));
    expect(text).toContain('Erased');
    expect(told.filter((each) => text.includes(each))).toEqual([]);
  });

  it('lasts: a file from before does not bring the person back, and a second request changes nothing', async () => {
    expect((await importing.upload(members)).body.errors).toMatchObject([
      { line: 2, message: 'This member was erased and cannot come back. Leave the line out.' },
    ]);
    expect((await erase(memberId, { reason: 'Once more' })).status).toBe(200);
    expect(await viewed()).toMatchObject({ erased: true, surname: 'Erased' });
  });

  it('is finished where a process ended between its event and the key', async () => {
    const other = importing.engines.identity.memberIdOf('EAST', '001');
    await importing.engines.store.transact(memberStream, other, eraseMember('Asked'), byTest());
    const view = importing.engines.mongo.db('views').collection<{ _id: string }>('members');
    await vi.waitFor(async () => expect(await view.findOne({ _id: other })).toMatchObject({ erased: true }));
    expect(await keys().findOne({ _id: other })).toHaveProperty('wrapped');
    expect(await importing.api.app.get(FinishErasures).finish()).toBe(1);
    expect(await keys().findOne({ _id: other })).not.toHaveProperty('wrapped');
    expect(await importing.api.app.get(FinishErasures).finish()).toBe(0);
  });

  it('leaves nothing to read in what was logged', () => {
    expect(logged.some((line) => line.includes('/api/csv/import'))).toBe(true);
    expect(told.filter((each) => logged.some((line) => line.includes(each)))).toEqual([]);
  });
});
