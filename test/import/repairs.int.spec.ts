import {
  keptRefusedFiles,
  type CellCorrection,
  type ImportRepair,
  type RefusedCell,
  type RepairDraft,
} from '@superscope/contracts/import-repair';
import { FileCheck } from '@superscope/api/csv/file-check';
import { acceptedImport } from '@superscope/api/csv/run/accepted-import';
import { errorLine } from '@superscope/api/csv/repair/kept-file';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { eraseMember, memberStream } from '@superscope/domain/member/member';
import { Spools } from '@superscope/api/csv/run/spools';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { Applications } from '../harness/applications.js';
import { csv, Importing, until } from './importing.js';
import { fundToMembers } from './small-fund.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.startWith(fundToMembers);
});
afterAll(() => importing.stop());
// Nobody keeps more than 20.
afterEach(async () => {
  const stored = importing.api.app.get(Spools);
  for (const { spoolId } of await stored.begunBefore(new Date(Date.now() + 1_000), 'refused'))
    await stored.delete(spoolId);
});

const members = (...rows: string[]) =>
  csv('platformId,memberId,planId,companyId,surname,givenName,dateOfBirth,gender,emailAddress', ...rows);
const nothing: RepairDraft = { corrections: [], skipped: [] };
const typed = (...corrections: CellCorrection[]): RepairDraft => ({ corrections, skipped: [] });

async function keep(file: string, query = '', by: ApiClient = importing.staff, key: string | null = null) {
  const form = new FormData();
  form.append('file', new Blob([file], { type: 'text/csv' }), 'members-2026-10.csv');
  const headers: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
  return by.request(`/api/csv/repairs${query}`, { method: 'POST', body: form, headers });
}
async function kept(file: string, query = ''): Promise<string> {
  const { status, body } = await keep(file, query);
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return String(body['importId']);
}
const ask = (id: string, draft = nothing, query = '', by: ApiClient = importing.staff) =>
  by.post(`/api/csv/repairs/${id}/check${query}`, draft);
async function check(id: string, draft = nothing, query = ''): Promise<ImportRepair> {
  const { status, body } = await ask(id, draft, query);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body as unknown as ImportRepair;
}
const take = (id: string, draft: RepairDraft, by: ApiClient = importing.staff, query = '') =>
  by.post(`/api/csv/repairs/${id}/import${query}`, draft);
const cell = ({ line, column, value, state, suggestion }: RefusedCell) => ({ line, column, value, state, suggestion });
const spools = () => importing.engines.mongo.db('files').collection('imports.files');
const memberOf = (number: string) =>
  importing.engines.mongo
    .db('views')
    .collection<{ _id: string }>('members')
    .findOne({ _id: importing.engines.identity.memberIdOf('EAST', number) });

const file = members(
  'EAST,101,P1,C1,Whitlam,Sian,30/02/1988,Female,',
  'EAST,102,P1,C1,Reyes,Luca,1990-05-05,Femail,',
  'EAST,103,P1,C1,Quist,Mara,1991-01-01,Female,',
  'EAST,104,PI,C1,Hale,Tobias,1980-01-01,Male,',
);

/** One cell is put right, another is wrong again, and the third line is skipped. */
const partly = {
  corrections: [
    { line: 2, column: 'dateOfBirth', value: '1988-02-28' },
    { line: 3, column: 'gender', value: 'Girl' },
  ],
  skipped: [5],
};

describe('a refused file', () => {
  it('is shown by its refused cells with what stands there, who it is about and what is near', async () => {
    const before = await importing.events();
    const shown = await check(await kept(file));
    expect(shown).toMatchObject({
      fileName: 'members-2026-10.csv',
      table: 'members',
      isReplaced: false,
      rows: 4,
      rightRows: 1,
      toImport: 1,
      refusedCells: 3,
      open: 3,
      effect: { fresh: 1, changed: 0 },
    });
    expect(shown.cells.map(cell)).toEqual([
      {
        line: 2,
        column: 'dateOfBirth',
        value: '30/02/1988',
        state: 'open',
        suggestion: { value: '29/02/1988', isGuess: true },
      },
      { line: 3, column: 'gender', value: 'Femail', state: 'open', suggestion: { value: 'Female', isGuess: false } },
      { line: 5, column: 'planId', value: 'PI', state: 'open', suggestion: { value: 'P1', isGuess: false } },
    ]);
    expect(shown.cells.map(({ row }) => row)).toEqual(['Sian Whitlam · 101', 'Luca Reyes · 102', 'Tobias Hale · 104']);
    expect(await importing.events()).toEqual(before);
  });

  it('is checked with what is typed: right values are corrected, wrong ones open with their message', async () => {
    const id = await kept(file);
    const shown = await check(id, partly);
    expect(shown.cells.map(cell)).toEqual([
      { line: 2, column: 'dateOfBirth', value: '30/02/1988', state: 'corrected', suggestion: null },
      { line: 3, column: 'gender', value: 'Femail', state: 'open', suggestion: null },
      { line: 5, column: 'planId', value: 'PI', state: 'skipped', suggestion: null },
    ]);
    expect(shown.cells[1]!.message).toBe('Write one of: Male, Female, Other.');
    expect(shown).toMatchObject({ rows: 4, toImport: 2, corrected: 1, skipped: 1, open: 1, effect: { fresh: 2 } });
    expect((await check(id, partly, '?show=open')).cells.map(({ line }) => line)).toEqual([3]);
  });

  it('tells what is wrong only once another cell of the line is right', async () => {
    const id = await kept(members('EAST,105,P9,C1,Wu,Li,31/06/1990,,'));
    expect((await check(id)).cells.map(({ column }) => column)).toEqual(['dateOfBirth']);
    const dated = { line: 2, column: 'dateOfBirth', value: '1990-06-30' };
    const then = await check(id, typed(dated));
    expect(then.cells.map(({ column, state }) => [column, state])).toEqual([
      ['planId', 'open'],
      ['dateOfBirth', 'corrected'],
    ]);
    const all = await check(id, typed(dated, { line: 2, column: 'planId', value: 'P1' }));
    expect(all).toMatchObject({ open: 0, corrected: 2, toImport: 1 });
  });

  it('imports what is right and corrected, and leaves the rest out; its event names lines, columns and editor, and no value', async () => {
    const id = await kept(file);
    expect(await take(id, partly)).toMatchObject({ status: 202, body: { importId: id, table: 'members', rows: 2 } });
    expect(await importing.ended(id)).toMatchObject({
      state: 'completed',
      written: 2,
      fileName: 'members-2026-10.csv',
    });
    await importing.derived();
    expect([await memberOf('101'), await memberOf('102'), await memberOf('103')]).toEqual([
      expect.objectContaining({ _id: expect.any(String) }),
      null,
      expect.objectContaining({ _id: expect.any(String) }),
    ]);
    const { accepted } = (await acceptedImport(importing.engines.store, id))!;
    expect(accepted.mended).toEqual({
      by: accepted.startedBy,
      cells: [{ line: 2, column: 'dateOfBirth' }],
      left: 2,
      leftLines: [3, 5],
    });
    expect(JSON.stringify(accepted)).not.toMatch(/1988|Girl|Femail|Whitlam/);
    // What was left out can still be had, as it was sent.
    const rest = await importing.staff.post(`/api/csv/repairs/${id}/refusedRows`, partly);
    expect(String(rest.body)).toBe(
      'platformId,memberId,planId,companyId,surname,givenName,dateOfBirth,gender,emailAddress\r\n' +
        'EAST,102,P1,C1,Reyes,Luca,1990-05-05,Femail,\r\n' +
        'EAST,104,PI,C1,Hale,Tobias,1980-01-01,Male,\r\n',
    );
  });

  it('is checked once at a time for who types: a newer check ends the one before, and no other tab’s', async () => {
    const id = await kept(file);
    const files = importing.api.app.get(FileCheck);
    const read = files.read.bind(files);
    let release: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const spy = vi.spyOn(files, 'read').mockImplementationOnce(async (...of) => {
      await held;
      return read(...of);
    });
    const first = ask(id);
    await until('the first check has begun', async () => spy.mock.calls.length === 1);
    const others = [ask(id, nothing, '?typist=other-tab'), ask(id, nothing, '', importing.admin)];
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
    const second = await ask(id);
    release!();
    expect(second.status).toBe(200);
    expect(await first).toMatchObject({ status: 429, body: { message: 'A newer check of this file has begun.' } });
    expect((await ask(id)).status).toBe(200);
    spy.mockRestore();
  });

  it('is imported once: the same request is answered with its import, another one or another person is told', async () => {
    const id = await kept(members('EAST,110,P1,C1,Once,Only,,Femail,'));
    const draft = typed({ line: 2, column: 'gender', value: 'Female' });
    const first = await take(id, draft);
    expect(first.status).toBe(202);
    expect(await take(id, draft)).toMatchObject({ status: 202, body: first.body });
    await importing.ended(id);
    const before = await importing.events();
    expect(await take(id, draft)).toMatchObject({ status: 202, body: first.body });
    const told = {
      status: 409,
      body: { message: expect.stringMatching(/^This file was imported on .* at \d\d:\d\d\./) },
    };
    expect(await take(id, typed({ line: 2, column: 'gender', value: 'Male' }))).toMatchObject(told);
    expect(await take(id, draft, importing.admin)).toMatchObject(told);
    expect(await ask(id, draft, '', importing.admin)).toMatchObject(told);
    expect(await importing.staff.request(`/api/csv/repairs/${id}`, { method: 'DELETE' })).toMatchObject(told);
    expect(await importing.events()).toEqual(before);
  });

  it('is mended by two people at the same time, of whom one imports it', async () => {
    const id = await kept(members('EAST,111,P1,C1,Two,At,,Femail,'));
    const answers = await Promise.all([
      take(id, typed({ line: 2, column: 'gender', value: 'Female' })),
      take(id, typed({ line: 2, column: 'gender', value: 'Male' }), importing.admin),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
    await importing.ended(id);
    expect((await acceptedImport(importing.engines.store, id))!.accepted.rows).toBe(1);
  });

  it('is refused if somebody else imported the table since it was looked at', async () => {
    const id = await kept(members('EAST,112,P1,C1,Late,Too,,Femail,'));
    const draft = typed({ line: 2, column: 'gender', value: 'Female' });
    const { effect } = await check(id, draft);
    await importing.import(members('EAST,113,P1,C1,Early,Was,,,'), '', importing.admin);
    expect(await take(id, draft, importing.staff, `?asOf=${effect!.asOf}`)).toMatchObject({
      status: 409,
      body: { isOutdated: true },
    });
    await importing.derived();
    const again = await check(id, draft);
    expect((await take(id, draft, importing.staff, `?asOf=${again.effect!.asOf}`)).status).toBe(202);
    await importing.ended(id);
  });

  it('is kept once for a repeated request, until somebody discards it', async () => {
    const first = await keep(file, '', importing.staff, 'kept-once');
    const count = await spools().countDocuments();
    expect((await keep(file, '', importing.staff, 'kept-once')).body).toEqual(first.body);
    expect(await spools().countDocuments()).toBe(count);
    const address = `/api/csv/repairs/${String(first.body['importId'])}`;
    expect((await importing.staff.request(address, { method: 'DELETE' })).status).toBe(204);
    expect(await spools().countDocuments()).toBe(count - 1);
    expect(await importing.staff.post(`${address}/check`, nothing)).toMatchObject({
      status: 404,
      body: { message: expect.stringMatching(/^This file is not kept, or not any more/) },
    });
  });

  it('is not mistaken for another file or place that is sent with the same key', async () => {
    const first = await keep(file, '', importing.staff, 'used-once');
    expect(first.status).toBe(201);
    const reused = { status: 409, body: { message: 'This Idempotency-Key belongs to another request.' } };
    const other = file.replace('Femail', 'Femal');
    expect(await keep(other, '', importing.staff, 'used-once')).toMatchObject(reused);
    expect(await keep(file, '?platformId=EAST', importing.staff, 'used-once')).toMatchObject(reused);
    expect(await keep(file, '', importing.staff, 'used-once')).toMatchObject({ status: 201, body: first.body });
    expect((await keep(other, '', importing.admin, 'used-once')).status).toBe(201);
  });

  it('is kept once if two requests with one key are sent at the same time: the same file for both, another one is refused', async () => {
    const other = file.replace('Femail', 'Femal');
    const kept = async (id: unknown) => spools().countDocuments({ 'metadata.importId': id });
    // Both are read before either is whole.
    const files = importing.api.app.get(FileCheck);
    const read = files.read.bind(files);
    const both = async (first: string, second: string, key: string) => {
      let waiting = 0;
      let release: () => void;
      const together = new Promise<void>((resolve) => (release = resolve));
      const spy = vi.spyOn(files, 'read').mockImplementation(async (...of) => {
        const answer = await read(...of);
        waiting += 1;
        if (waiting === 2) release();
        await together;
        return answer;
      });
      const answers = await Promise.all([first, second].map((each) => keep(each, '', importing.staff, key)));
      spy.mockRestore();
      return answers;
    };
    const differing = await both(file, other, 'raced');
    expect(differing.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const { body } = differing.find(({ status }) => status === 201)!;
    expect(await kept(body['importId'])).toBe(1);
    const same = await both(file, file, 'raced-alike');
    expect(same.map(({ status }) => status)).toEqual([201, 201]);
    expect(same[0]!.body).toEqual(same[1]!.body);
    expect(await kept(same[0]!.body['importId'])).toBe(1);
  });

  it('is kept beside at most 19 others of the same person that are neither imported nor discarded', async () => {
    const small = (of: string) => members(`EAST,115,P1,C1,Many,${of},,Femail,`);
    const ids: string[] = [];
    for (let at = 0; at < 20; at += 1) ids.push(await kept(small(`Of${at}`)));
    const full = {
      status: 409,
      body: { message: 'You keep 20 files to repair already. Import or discard one first.' },
    };
    expect(await keep(small('More'))).toMatchObject(full);
    expect((await keep(small('Else'), '', importing.admin)).status).toBe(201);
    const draft = typed({ line: 2, column: 'gender', value: 'Female' });
    expect((await take(ids[0]!, draft)).status).toBe(202);
    await importing.ended(ids[0]!);
    expect((await keep(small('More'))).status).toBe(201);
    expect(await keep(small('Again'))).toMatchObject(full);
    expect((await importing.staff.request(`/api/csv/repairs/${ids[1]!}`, { method: 'DELETE' })).status).toBe(204);
    const both = await Promise.all([keep(small('At')), keep(small('Once'))]);
    expect(both.filter(({ status }) => status === 201).length).toBeLessThan(2);
  });

  it('is gone after its 30 days, also before it is deleted', async () => {
    const id = await kept(file);
    const past = new Date(Date.now() - 31 * 24 * 3_600_000);
    await spools().updateOne({ 'metadata.importId': id }, { $set: { uploadDate: past } });
    expect((await ask(id)).status).toBe(404);
    expect((await take(id, nothing)).status).toBe(404);
    const stored = importing.api.app.get(Spools);
    const old = await stored.begunBefore(new Date(Date.now() - 30 * 24 * 3_600_000), 'refused');
    expect(old.map(({ importId }) => importId)).toContain(id);
    const { spoolId } = old.find(({ importId }) => importId === id)!;
    await Promise.all([stored.delete(spoolId), stored.delete(spoolId)]);
    expect(await stored.findRefused(id)).toBeNull();
  });

  it('lies encrypted, and no tax file number of it is kept, shown or taken', async () => {
    const number = '123456782';
    const id = await kept(
      members(
        `EAST,120,P1,C1,Hale,Tobias,,TFN ${number},`,
        `EAST,121,P1,C1,Tax file ${number},A,,,`,
        `EAST,122,P1,C1,Ho,B,,${number},`,
      ),
    );
    const shown = await check(id);
    expect(shown.cells).toEqual([
      expect.objectContaining({ line: 2, column: 'gender', value: null, isWithheld: true, suggestion: null }),
      expect.objectContaining({ line: 3, column: 'surname', value: null, isWithheld: true, row: 'A · 121' }),
      expect.objectContaining({ line: 4, column: 'gender', value: null, isWithheld: true }),
    ]);
    for (const { message } of shown.cells) expect(message).toMatch(/^Tax file numbers are never accepted/);
    expect(JSON.stringify(shown)).not.toContain(number);
    const lines: string[] = [];
    for await (const some of (await importing.api.app.get(Spools).findRefused(id))!.lines()) lines.push(...some);
    expect(lines.join('\n')).not.toContain(number);
    const chunks = await importing.engines.mongo.db('files').collection('imports.chunks').find().toArray();
    for (const { data } of chunks) expect(Buffer.from(data.buffer).includes('Tobias')).toBe(false);
    const rest = await importing.staff.post(`/api/csv/repairs/${id}/refusedRows`, nothing);
    expect(String(rest.body)).toContain('EAST,120,P1,C1,Hale,Tobias,,,\r\n');
    const answer = await ask(id, typed({ line: 3, column: 'surname', value: `TFN ${number}` }));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).not.toContain(number);
    expect(await check(id, typed({ line: 3, column: 'surname', value: 'Hale' }))).toMatchObject({ toImport: 1 });
  });

  const accesses = async (id: string): Promise<AccessEntry[]> => {
    await importing.api.app.get(AccessLog).flush();
    const logged: AccessEntry[] = [];
    for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch)
        if ('data' in event) logged.push(...(event.data as { entries: AccessEntry[] }).entries);
    return logged.filter(({ object }) => object === id);
  };
  const idOf = (number: string) => importing.engines.identity.memberIdOf('EAST', number);

  it('is in the access log with the members of the lines that were shown and saved, and with its plan', async () => {
    const id = await kept(
      csv(
        'memberId,planId,asAt,salary',
        '001,P1,2024-06-30,x',
        '002,P1,2024-06-30,1',
        '999,P1,2024-06-30,y',
        'OO2,P1,2024-05-31,z',
      ),
      '?planId=P1&platformId=EAST',
    );
    await check(id, nothing, '?show=open');
    await importing.staff.post(`/api/csv/repairs/${id}/refusedRows`, { corrections: [], skipped: [5] });
    await take(id, nothing);
    expect(await accesses(id)).toMatchObject([
      { action: 'kept refused file' },
      { action: 'refused cells shown', members: [idOf('001'), idOf('002')], planId: 'P1' },
      { action: 'export', members: [idOf('001'), idOf('002')], rows: 3, planId: 'P1' },
      { action: 'import', outcome: 'refused', planId: 'P1' },
    ]);
  });

  it('shows and saves no line of a member who was erased meanwhile, whichever cell was refused or typed', async () => {
    await importing.import(members('EAST,150,P1,C1,Gone,Ida,,,', 'EAST,151,P1,C1,Stays,Bo,,,'));
    await importing.derived();
    const id = await kept(
      members(
        'EAST,150,P1,C1,Gone,Ida,,Femail,ida@mail.example',
        'EAST,15O,P1,C1,Gone,Ida,30/02/1988,,',
        'EAST,1-5-0,P1,C1,Gone,Ida,31/02/1988,,',
        'EAST,151,P1,C1,Stays,Bo,,Femail,',
        'EAST,150,P1,C1,Gone,Ida,,,',
      ),
    );
    const draft = typed({ line: 4, column: 'memberId', value: '150' });
    expect((await check(id, draft)).cells[0]).toMatchObject({ row: 'Ida Gone · 150', value: 'Femail' });
    await importing.engines.store.transact(memberStream, idOf('150'), eraseMember('Asked to be forgotten'), byTest());
    await importing.derived();
    const shown = await check(id, draft);
    const blank = { row: '', value: null, suggestion: null, message: expect.stringMatching(/^This member was erased/) };
    for (const cell of shown.cells)
      expect(cell).toMatchObject(cell.line === 5 ? { row: 'Bo Stays · 151', value: 'Femail' } : blank);
    expect(new Set(shown.cells.map(({ line }) => line))).toEqual(new Set([2, 3, 4, 5, 6]));
    expect(JSON.stringify(shown)).not.toMatch(/Gone|Ida|ida@/);
    const rest = await importing.staff.post(`/api/csv/repairs/${id}/refusedRows`, draft);
    expect(String(rest.body).split('\r\n').slice(1)).toEqual(['EAST,151,P1,C1,Stays,Bo,,Femail,', '']);
    expect((await accesses(id)).at(-1)).toMatchObject({ action: 'export', rows: 1, members: [idOf('151')] });
  });

  it('shows no line of a member whose key is destroyed, though the members’ view has not heard of it', async () => {
    await importing.import(members('EAST,160,P1,C1,Late,Ines,,,'));
    await importing.derived();
    const id = await kept(members('EAST,160,P1,C1,Late,Ines,,Femail,'));
    expect((await check(id)).cells[0]).toMatchObject({ row: 'Ines Late · 160' });
    await importing.api.app.get(KeyVault).destroy(idOf('160'));
    expect(JSON.stringify(await check(id))).not.toMatch(/Late|Ines|Femail/);
    const rest = await importing.staff.post(`/api/csv/repairs/${id}/refusedRows`, nothing);
    expect(String(rest.body)).not.toMatch(/Late|Ines/);
  });

  it('is listed for who keeps it until it is imported or discarded, the newest first', async () => {
    const listed = async (by = importing.staff) =>
      keptRefusedFiles.parse((await by.request('/api/csv/repairs')).body).map(({ importId }) => importId);
    const before = await listed();
    const [first, second, third] = [await kept(file), await kept(file), await kept(file)];
    expect(await listed()).toEqual([third, second, first, ...before]);
    expect(await listed(importing.admin)).not.toContain(first);
    expect((await take(first, partly)).status).toBe(202);
    await importing.ended(first);
    expect((await importing.staff.request(`/api/csv/repairs/${second}`, { method: 'DELETE' })).status).toBe(204);
    expect(await listed()).toEqual([third, ...before]);
    const [newest] = keptRefusedFiles.parse((await importing.staff.request('/api/csv/repairs')).body);
    expect(newest).toMatchObject({ fileName: 'members-2026-10.csv', table: 'members' });
    expect(newest!.keptUntil > new Date().toISOString()).toBe(true);
  });

  it('keeps what looks like a formula as text, and makes it safe in the file of refused rows', async () => {
    const id = await kept(members('EAST,130,P1,C1,=Sum,Ada,,Femail,'));
    const rest = await importing.staff.post(`/api/csv/repairs/${id}/refusedRows`, nothing);
    expect(String(rest.body)).toContain(",'=Sum,Ada,");
    const draft = typed({ line: 2, column: 'gender', value: '=Female' });
    expect((await check(id, draft)).cells[0]).toMatchObject({ state: 'open' });
  });

  it('lets people correct or skip a line that only a correction of another line made wrong', async () => {
    const id = await kept(
      csv(
        'platformId,planId,memberId,asAt,totalAssetsOwned',
        'EAST,P1,001,2024-03-31,100',
        'EAST,P1,001,30/02/2024,200',
        'EAST,P1,001,2024-04-30,300',
      ),
    );
    const dated = { line: 3, column: 'asAt', value: '2024-04-30' };
    const clash = (await check(id, typed(dated))).cells.find(({ state }) => state === 'open')!;
    expect(clash.message).toMatch(/^Lines 3 and 4 have the same/);
    expect(clash.line).toBe(4);
    const moved = typed(dated, { line: 4, column: 'asAt', value: '2024-05-31' });
    expect(await check(id, moved)).toMatchObject({ open: 0, corrected: 2, toImport: 3 });
    const skipped = { corrections: [dated], skipped: [4] };
    const then = await check(id, skipped);
    expect(then).toMatchObject({ open: 0, corrected: 1, skipped: 1, rows: 3, toImport: 2 });
    expect(then.cells.map(({ line, state }) => [line, state])).toEqual([
      [3, 'corrected'],
      [4, 'skipped'],
    ]);
    expect(await take(id, skipped)).toMatchObject({ status: 202, body: { rows: 2 } });
    await importing.ended(id);
  });

  it('takes no correction of a line or a column that it does not have', async () => {
    const id = await kept(`${file},,,,,,,,\r\n`);
    for (const line of [1, 6, 7])
      for (const draft of [typed({ line, column: 'gender', value: 'Male' }), { corrections: [], skipped: [line] }])
        for (const answer of [await ask(id, draft), await take(id, draft)])
          expect(answer).toMatchObject({
            status: 400,
            body: { message: `Below its header, the file has no line ${line} with a value.` },
          });
    expect(await ask(id, typed({ line: 2, column: 'salary', value: '1' }))).toMatchObject({
      status: 400,
      body: { message: 'The file has no column salary.' },
    });
  });

  it('is not kept if it is right, or if its header or lines cannot be read', async () => {
    const count = await spools().countDocuments();
    expect(await keep(members('EAST,140,P1,C1,Right,All,,,'))).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/There is nothing to mend/) },
    });
    expect((await keep(csv('companyId,planId,nonsense', 'C9,P1,x'))).body['errors']).toMatchObject([{ line: 1 }]);
    expect((await keep(csv('memberId,tfn,planId', '1,123456782,P1'))).status).toBe(400);
    expect((await keep(members('EAST,141,P1,C1,"Open,,,,'))).status).toBe(400);
    expect(await spools().countDocuments()).toBe(count);
  });

  it('is not kept without its end, where that cannot be read', async () => {
    const count = await spools().countDocuments();
    const rows = Array.from({ length: 3_000 }, (_, at) => `EAST,8${at},P1,C1,Whole,Or,1990-05-05,`);
    const header = 'platformId,memberId,planId,companyId,surname,givenName,dateOfBirth,';
    const cut = csv(header, ...rows, 'EAST,8,P1,C1,"Open,Or,1990-05-05,');
    const { status, body } = await keep(cut);
    expect(status).toBe(400);
    const message = 'A quote is opened on this line and never closed.';
    expect(body['errors']).toEqual([{ line: 3_002, column: null, message }]);
    expect(await spools().countDocuments()).toBe(count);
  });

  it('that was kept without its end is neither shown nor imported', async () => {
    const stored = importing.api.app.get(Spools);
    const whole = await stored.findRefused(
      await kept(
        csv('platformId,planId,memberId,asAt,totalAssetsOwned', 'EAST,P1,001,2024-06-30,100', 'EAST,P1,x,y,1'),
      ),
    );
    const id = randomUUID();
    const cut = await stored.create(id, 'somebody');
    for await (const lines of whole!.lines()) await cut.keep(lines);
    const message = 'A quote is opened on this line and never closed.';
    await cut.keep([errorLine({ line: 4, column: null, message })]);
    await cut.finish(false);
    const draft = { corrections: [], skipped: [3] };
    for (const answer of [await ask(id, draft), await take(id, draft)])
      expect(answer).toMatchObject({
        status: 400,
        body: { errors: expect.arrayContaining([{ line: 4, column: null, message }]) },
      });
    expect(await acceptedImport(importing.engines.store, id)).toBeNull();
  });

  it('about whole plan-months is imported only once each cell is corrected or skipped', async () => {
    const months = csv(
      'platformId,planId,memberId,asAt,totalAssetsOwned',
      'EAST,P1,001,2024-06-30,100',
      'EAST,P1,OO2,2024-06-30,200',
    );
    const id = await kept(months);
    const shown = await check(id);
    expect(shown.isReplaced).toBe(true);
    expect(shown.cells[0]).toMatchObject({ column: 'memberId', suggestion: { value: '002', isGuess: false } });
    expect(await take(id, nothing)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Correct or skip each cell first: .* One is open\.$/) },
    });
    const draft = typed({ line: 3, column: 'memberId', value: '002' });
    expect(await take(id, draft)).toMatchObject({ status: 202, body: { rows: 2 } });
    expect(await importing.ended(id)).toMatchObject({ state: 'completed', written: 2 });
  });

  it('with many refused cells is read page by page', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => `EAST,9${at},P1,C1,Many,Of,,Femail,`);
    const id = await kept(members(...rows));
    const second = await check(id, nothing, '?page=2');
    expect(second).toMatchObject({ rows: 1_200, refusedCells: 1_200, shown: 1_200, toImport: 0, effect: null });
    expect([second.cells.length, second.cells[0]!.line]).toEqual([50, 52]);
    expect(await take(id, nothing)).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^No row/) } });
  });

  it('is found by its owner and by the people of the fund, and by no application of another plan', async () => {
    const id = await kept(file);
    expect((await ask(id, nothing, '', importing.admin)).status).toBe(200);
    const context = { kind: 'plan', id: 'EAST.P1' };
    const applications = new Applications(importing.admin, () => importing.api.client());
    const importer = applications.asking(
      (await applications.issue(await applications.register('mender', context))).token,
    );
    expect((await ask(id, nothing, '', importer)).status).toBe(404);
    expect((await take(id, nothing, importer)).status).toBe(404);
    const rep = importing.api.client();
    await rep.signIn('companyrep');
    expect((await ask(id, nothing, '', rep)).status).toBe(403);
    expect((await keep(file, '', rep)).status).toBe(403);
  });
});
