import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '@superscope/api/platform/commands/command-context';
import { Inbox } from '@superscope/api/onecentral-imports/inbox';
import { InboxFiles } from '@superscope/api/onecentral-imports/inbox-files';
import { InboxWatcher } from '@superscope/api/onecentral-imports/inbox-watcher';
import { OnecentralFileList } from '@superscope/api/onecentral-imports/onecentral-file-list';
import { OnecentralImporter } from '@superscope/api/onecentral-imports/onecentral-importer';
import { ImportSettings } from '@superscope/api/csv/run/import-settings';
import { Spools } from '@superscope/api/csv/run/spools';
import { OnecentralSettings } from '@superscope/api/onecentral-imports/onecentral-settings';
import type { CsvTableInfo, ImportHistory } from '@superscope/contracts/csv-import';
import type { PlanCorrections, PlanMembers } from '@superscope/contracts/corrections';
import type { OnecentralErrorLogs, OnecentralExpected, OnecentralFile } from '@superscope/contracts/onecentral-imports';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { onecentralImportStream, refuseFile } from '@superscope/domain/onecentral-import/onecentral-import';
import type { AnyStream } from '@superscope/domain/event';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { GridFSBucket, MongoServerError, type ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { csv, Importing, until } from './importing.js';
import { fundToMembers, smallFund } from './small-fund.js';

let importing: Importing;
/** Where OneCentral leaves files. */
let inbox: string;
beforeAll(async () => {
  inbox = await mkdtemp(join(tmpdir(), 'onecentral-'));
  importing = await Importing.startWith(fundToMembers, undefined, { ONECENTRAL_INBOX: inbox });
  await importing.import(smallFund['campaigns']!);
});
afterAll(async () => {
  await importing.stop();
  await rm(inbox, { recursive: true, force: true });
});

const answer = async <Answer>(path: string, by: ApiClient = importing.admin) => {
  const { status, body } = await by.request(path);
  expect([path, status]).toEqual([path, 200]);
  return body as unknown as Answer;
};
const june = (balance: number) =>
  csv('platformId,planId,memberId,asAt,totalAssetsOwned', `EAST,P1,001,2024-06-30,${balance}`);

async function accesses(): Promise<AccessEntry[]> {
  await importing.api.app.get(AccessLog).flush();
  const all: AccessEntry[] = [];
  for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['access-'] }))
    for (const event of batch) if ('data' in event) all.push(...(event.data as { entries: AccessEntry[] }).entries);
  return all;
}

describe('the history of imports', () => {
  it('shows Staff and Admins who imported which file when, and the outcome', async () => {
    const { body } = await importing.upload(june(10), '', importing.admin, 'june.csv');
    const ended = await importing.ended(body.importId!, importing.admin);
    const { imports, total } = await answer<ImportHistory>('/api/csv/history?size=2', importing.staff);
    expect(total).toBe(8);
    expect(imports.map(({ table }) => table)).toEqual(['memberSnapshots', 'campaigns']);
    expect(imports[0]).toMatchObject({
      importId: body.importId,
      fileName: 'june.csv',
      state: 'completed',
      rows: 1,
      done: 1,
      written: 1,
      startedBy: { username: 'admin' },
      planName: 'First Plan',
      errorCount: 0,
    });
    // A plan-month has a first event, one chunk and a last event.
    expect(imports[0]!.events).toBe(3);
    expect(Date.parse(ended.endedAt!)).toBeGreaterThanOrEqual(Date.parse(ended.startedAt));
    expect(imports[1]).toMatchObject({ startedBy: { username: 'staff' } });
  });

  it('is read by page, and by table', async () => {
    const second = await answer<ImportHistory>('/api/csv/history?size=5&page=2');
    expect(second.imports).toHaveLength(3);
    const ofPlans = await answer<ImportHistory>('/api/csv/history?table=plans');
    expect([ofPlans.total, ofPlans.imports.map(({ table }) => table)]).toEqual([1, ['plans']]);
  });

  it('is not for people of employers', async () => {
    const rep = importing.api.client();
    await rep.signIn('companyrep');
    for (const path of ['csv/history', 'csv/exportDynamicFields', 'platforms'])
      expect((await rep.request(`/api/${path}`)).status).toBe(403);
  });
});

describe('the fields of files', () => {
  it('are listed by table, and as a file of all fields', async () => {
    const tables = await answer<CsvTableInfo[]>('/api/csv/tables');
    const imported = tables.filter(({ lastImportAt }) => lastImportAt !== null).map(({ table }) => table);
    expect(imported).toContain('plans');
    expect(imported).not.toContain('fees');
    const salary = tables
      .find(({ table }) => table === 'memberSnapshots')!
      .columns.find(({ name }) => name === 'salary');
    expect(salary).toMatchObject({ type: 'money', unit: 'dollars a year', example: '86000' });
    const { status, headers, body } = await importing.staff.request('/api/csv/exportDynamicFields');
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="dynamicFields_\d{8}\.csv"$/),
    ]);
    expect(body as unknown as string).toContain('memberSnapshots,salary,money,dollars a year,No,No,');
  });

  it('are accompanied by platforms to narrow by, which are found by name', async () => {
    const found = (query: string) => answer<{ id: string }[]>(`/api/platforms?${query}`, importing.staff);
    const named = (name: string) => found(`name=${name}`);
    expect(await named('')).toEqual([
      { id: 'EAST', name: 'East Platform' },
      { id: 'WEST', name: 'West Platform' },
    ]);
    expect((await named('WEST')).map(({ id }) => id)).toEqual(['WEST']);
    const counts = await Promise.all(['microsite=true', 'microsite=false'].map(found));
    expect(counts.map(({ length }) => length)).toEqual([0, 2]);
  });
});

describe('the correctable records of a plan', () => {
  const corrections = () => answer<PlanCorrections>('/api/plans/EAST.P1/corrections');

  it('are its employers, campaigns, and each month’s imports, of which the first listed counts', async () => {
    await importing.import(june(11));
    await importing.derived();
    const before = await corrections();
    expect(before).toMatchObject({ name: 'First Plan', startDate: '2015-07-01', closedOn: null });
    expect(before.companies).toEqual([{ id: 'EAST.C1', name: 'Mills, Doe & Co', active: true }]);
    expect(before.categories).toEqual([{ id: 'A', name: 'Staff' }]);
    const { campaigns } = await answer<PlanCorrections>('/api/plans/EAST.P2/corrections');
    expect(campaigns).toEqual([
      { id: 'EAST.K1', name: 'Hello, again', type: 'email', runDate: '2024-06-01', cancelled: false },
    ]);
    const [month] = before.months;
    expect(month).toMatchObject({ table: 'memberSnapshots', month: '2024-06' });
    expect(month!.imports.map(({ fileName }) => fileName)).toEqual(['file.csv', 'june.csv']);

    const { importId } = month!.imports[0]!;
    const withdrawn = { table: 'memberSnapshots', planId: 'EAST.P1', month: '2024-06' };
    expect((await importing.admin.post(`/api/csv/imports/${importId}/withdraw`, withdrawn)).status).toBe(200);
    await importing.derived();
    expect((await corrections()).months[0]!.imports.map(({ fileName }) => fileName)).toEqual(['june.csv']);
  });

  it('are its members, found by name or number, and each look-up is logged', async () => {
    const found = (name: string) => answer<PlanMembers>(`/api/plans/EAST.P1/members?name=${encodeURIComponent(name)}`);
    const amy = { id: importing.engines.identity.memberIdOf('EAST', '001'), memberNumber: '001', name: "O'Hara, Amy" };
    expect(await found('amy o')).toEqual([{ ...amy, companyId: 'EAST.C1', categoryId: 'A' }]);
    expect((await found('002')).map(({ name }) => name)).toEqual(['=Ben, Ben']);
    // Una belongs to a plan of the same id on another platform.
    expect(await found('Una')).toEqual([]);
    expect((await importing.admin.request('/api/plans/EAST.P1/members?name=am')).status).toBe(400);
    const looks = (await accesses()).filter(({ action }) => action === 'member search');
    expect(looks.map(({ planId, members, rows }) => [planId, members.includes(amy.id), rows])).toEqual([
      ['EAST.P1', true, 1],
      ['EAST.P1', false, 1],
      ['EAST.P1', false, 0],
    ]);
  });

  it('is for Admins alone', async () => {
    for (const path of ['corrections', 'members?name=amy'])
      expect((await importing.staff.request(`/api/plans/EAST.P1/${path}`)).status).toBe(403);
    expect((await importing.admin.request('/api/plans/EAST.P9/corrections')).status).toBe(404);
  });
});

describe('files that OneCentral leaves in the inbox', () => {
  const at = '/api/devops/onecentral/imports';
  const list = () => answer<OnecentralFile[]>(at, importing.staff);
  const named = async (name: string) => (await list()).filter((file) => file.name === name);
  const leave = async (name: string, content: string, on: string) => {
    await writeFile(join(inbox, name), content);
    await utimes(join(inbox, name), new Date(on), new Date(on));
    // Its sender says that it is complete.
    await writeFile(join(inbox, `${name}.done`), '');
    await importing.api.app.get(InboxWatcher).look();
  };
  /** Waits until the newest file of this name has a status. */
  const once = async (name: string, status: OnecentralFile['status']): Promise<OnecentralFile> => {
    let found: OnecentralFile | undefined;
    await until(`${name} is ${status}`, async () => {
      await importing.api.app.get(OnecentralImporter).look();
      found = (await named(name))[0];
      return found?.status === status;
    });
    return found!;
  };
  const change = (how: 'queue' | 'delete', filename: string, by: ApiClient = importing.staff) => {
    if (how === 'delete')
      return by.request(`${at}/delete?filename=${encodeURIComponent(filename)}`, { method: 'DELETE' });
    const body = new FormData();
    body.append('filename', filename);
    return by.request(`${at}/queue`, { method: 'PATCH', body });
  };
  const download = (filename: string) =>
    importing.staff.request(`${at}/download?filename=${encodeURIComponent(filename)}`);
  const providers = (...rows: string[]) => csv('providerId,name', ...rows);
  const stateOf = async ({ filename }: OnecentralFile) => {
    const { _id } = await importing.api.app.get(OnecentralFileList).one(filename);
    return (await importing.engines.store.load(onecentralImportStream, _id)).state;
  };
  const noTable = { table: null, dataDate: null, rows: null, problem: null };
  const errorsOf = (filename: string) =>
    answer<OnecentralErrorLogs>(`${at}/errorLogs?filename=${encodeURIComponent(filename)}`, importing.staff);

  beforeAll(() => {
    importing.api.app.get(OnecentralSettings).waitAfterAttempt = () => 0;
  });

  it('are imported like the file of a person, once, and stand in the history', async () => {
    const content = providers('ONE,First Advice');
    await leave('providers_20261126.csv', content, '2026-11-25T19:02:00Z');
    const complete = await once('providers_20261126.csv', 'Complete');
    expect(complete).toMatchObject({
      note: '1 written, 0 unchanged',
      table: 'providers',
      dataDate: '2026-11-26',
      rows: 1,
      modified: '2026-11-25T19:02:00.000Z',
      isKept: true,
    });
    await importing.api.app.get(InboxWatcher).look();
    expect(await named('providers_20261126.csv')).toHaveLength(1);
    expect(await readdir(inbox)).toEqual([]);
    const { imports } = await answer<ImportHistory>('/api/csv/history?size=1');
    expect(imports[0]).toMatchObject({
      fileName: 'providers_20261126.csv',
      startedBy: { username: 'onecentral', name: 'OneCentral inbox' },
    });
    const { body, headers } = await download(complete.filename);
    expect([body, headers.get('content-disposition')]).toEqual([
      content,
      expect.stringContaining('filename="providers_20261126.csv"'),
    ]);
  });

  it('change nothing and say so if they have the content of an earlier one; another content of the same name is imported', async () => {
    const { total } = await answer<ImportHistory>('/api/csv/history?size=1');
    await leave('providers_20261126 (1).csv', providers('ONE,First Advice'), '2026-11-25T19:10:00Z');
    expect((await once('providers_20261126 (1).csv', 'Complete')).note).toBe(
      'The same content as providers_20261126.csv: nothing to do',
    );
    expect((await answer<ImportHistory>('/api/csv/history?size=1')).total).toBe(total);
    await leave('providers_20261126.csv', providers('ONE,First Advice', 'TWO,Second Advice'), '2026-11-25T19:20:00Z');
    await until('both are complete', async () => {
      const both = await named('providers_20261126.csv');
      return both.length === 2 && both.every(({ status }) => status === 'Complete');
    });
    const [newer, older] = await named('providers_20261126.csv');
    expect(newer!.note).toBe('1 written, 1 unchanged');
    expect(newer!.filename).not.toBe(older!.filename);
    await leave('providers_old.csv', providers('ONE,First Advice'), '2026-11-25T19:30:00Z');
    expect((await once('providers_old.csv', 'Complete')).note).toContain('The same content as providers_20261126');
  });

  it('are imported again when somebody queues them, although they are complete', async () => {
    const [file] = await named('providers_20261126.csv');
    expect((await change('queue', file!.filename)).status).toBe(200);
    await until(
      'it is complete again',
      async () => (await named('providers_20261126.csv'))[0]?.note === '0 written, 2 unchanged',
    );
  });

  it('of no table are Unknown and can only be deleted, also from the inbox', async () => {
    await leave('Kestrel list (final).csv', csv('Pay No,Name', '1,x'), '2026-11-25T20:00:00Z');
    const unknown = await once('Kestrel list (final).csv', 'Unknown');
    expect(unknown).toMatchObject({ table: null, rows: null });
    expect(unknown.note).toContain('The header fits no table.');
    const refused = await change('queue', unknown.filename);
    expect([refused.status, refused.body.message]).toEqual([409, 'A file that is Unknown cannot be queued.']);
    expect((await change('delete', unknown.filename)).status).toBe(200);
    await until('it is gone', async () => (await named('Kestrel list (final).csv')).length === 0);
    expect(await readdir(inbox)).not.toContain('Kestrel list (final).csv');
    expect((await download(unknown.filename)).status).toBe(404);
  });

  it('that are wrong fail at the third attempt with their errors, and stop no other', async () => {
    await leave('providers_wrong.csv', providers(',Nameless', 'THREE,Third Advice'), '2026-11-25T20:10:00Z');
    await leave('providers_right.csv', providers('FOUR,Fourth Advice'), '2026-11-25T20:11:00Z');
    const failed = await once('providers_wrong.csv', 'Failed');
    expect(failed).toMatchObject({ note: 'One error; none of the file was taken.', errorCount: 1 });
    expect((await once('providers_right.csv', 'Complete')).note).toBe('1 written, 0 unchanged');
    const { errors, count } = await errorsOf(failed.filename);
    expect([errors, count]).toEqual([
      [expect.objectContaining({ name: 'providers_wrong.csv', line: 2, column: 'providerId' })],
      1,
    ]);
    const state = await stateOf(failed);
    expect([state.attempts, state.failures]).toEqual([3, 3]);
  });

  it('are Exported once their exceptions were fetched, and keep their errors in the log when they are deleted', async () => {
    const [failed] = await named('providers_wrong.csv');
    const { status, headers, body } = await importing.staff.request(`${at}/report`);
    expect([status, headers.get('content-type'), String(body).slice(0, 2)]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'PK',
    ]);
    const exported = await once('providers_wrong.csv', 'Exported');
    expect(exported.note).toMatch(/^Its exceptions were fetched on \d\d\/\d\d\/\d{4}\. One error/);
    expect((await change('queue', failed!.filename)).body.message).toBe('A file that is Exported cannot be queued.');
    expect((await change('delete', failed!.filename)).status).toBe(200);
    await until('it is gone', async () => (await named('providers_wrong.csv')).length === 0);
    expect((await errorsOf(failed!.filename)).count).toBe(1);
  });

  it('with tax file numbers fail at the first attempt, name the line, and are not kept', async () => {
    await leave('providers_numbers.csv', providers('SIX,Advice TFN 123 456 782'), '2026-11-25T20:20:00Z');
    const failed = await once('providers_numbers.csv', 'Failed');
    expect(failed).toMatchObject({
      note: 'One error; none of the file was taken. It names tax file numbers, so its content was deleted.',
      isKept: false,
    });
    const { errors } = await errorsOf(failed.filename);
    expect(errors).toEqual([
      expect.objectContaining({ line: 2, message: expect.stringMatching(/tax file number/i) as string }),
    ]);
    const state = await stateOf(failed);
    expect(state.attempts).toBe(1);
    expect(await readdir(inbox)).not.toContain('providers_numbers.csv');
    await leave('members_numbers.csv', csv('memberId,TFN', '1,123456782'), '2026-11-25T20:21:00Z');
    await once('members_numbers.csv', 'Unknown');
    expect(await readdir(inbox)).not.toContain('members_numbers.csv');
  });

  it('with tax file numbers that the portal may not remove are said to lie in the inbox, until they are gone', async () => {
    const settings = importing.api.app.get(OnecentralSettings);
    settings.waitAfterTry = () => 0;
    const refused = Object.assign(new Error('The folder may only be read.'), { code: 'EACCES' });
    const removal = vi.spyOn(importing.api.app.get(Inbox), 'remove').mockRejectedValue(refused);
    await leave('providers_stays.csv', providers('SIX,Advice TFN 123 456 782', 'SEVEN,x'), '2026-11-25T20:22:00Z');
    const failed = await once('providers_stays.csv', 'Failed');
    const liesThere = 'The file itself still lies in the inbox, in plain text: remove it there.';
    expect(failed.note).toContain(liesThere);
    await importing.api.app.get(InboxWatcher).look();
    expect((await named('providers_stays.csv'))[0]!.note).toContain(liesThere);
    removal.mockRestore();
    await importing.api.app.get(InboxWatcher).look();
    expect(await readdir(inbox)).not.toContain('providers_stays.csv');
    expect((await named('providers_stays.csv'))[0]!.note).toMatch(/so its content was deleted\.$/);
  });

  it('are new files when they come again with other content, or were Failed, deleted or Complete, whatever their times are', async () => {
    const time = '2026-11-25T20:23:00Z';
    const countOf = async (name: string) => (await named(name)).length;
    await leave('providers_again.csv', providers('A1,One'), time);
    await once('providers_again.csv', 'Complete');
    await leave('providers_again.csv', providers('A2,Two'), time);
    await until('both were imported', async () => {
      await importing.api.app.get(OnecentralImporter).look();
      return (await named('providers_again.csv')).filter(({ note }) => note === '1 written, 0 unchanged').length === 2;
    });
    await importing.api.app.get(InboxWatcher).look();
    await leave('providers_again.csv', providers('A2,Two'), time);
    await until('it is listed again', async () => (await countOf('providers_again.csv')) === 3);
    await leave('providers_failing.csv', providers(',Nameless'), time);
    const failed = await once('providers_failing.csv', 'Failed');
    await leave('providers_failing.csv', providers(',Nameless'), time);
    await until('it is listed again', async () => (await countOf('providers_failing.csv')) === 2);
    await until('it has failed', async () => {
      await importing.api.app.get(OnecentralImporter).look();
      return (await named('providers_failing.csv')).every(({ status }) => status === 'Failed');
    });
    for (const { filename } of await named('providers_failing.csv')) await change('delete', filename);
    await until('both are deleted', async () => (await countOf('providers_failing.csv')) === 0);
    await leave('providers_failing.csv', providers(',Nameless'), time);
    const third = await once('providers_failing.csv', 'Failed');
    expect(third.filename).not.toBe(failed.filename);
    expect((await change('delete', third.filename)).status).toBe(200);
  });

  it('that arrived under an earlier release, by name, time and size alone, are not taken again; a copy of later is', async () => {
    const [name, content, time] = ['providers_former.csv', providers(',Nameless'), '2026-11-25T20:25:00.000Z'];
    await writeFile(join(inbox, name), content);
    await utimes(join(inbox, name), new Date(time), new Date(time));
    const bytes = Buffer.byteLength(content);
    const identity = JSON.stringify(['folder', name, Date.parse(time), bytes]);
    const fileId = createHash('sha256').update(identity).digest('hex').slice(0, 32);
    const arrived = { fileId, source: 'folder', name, modified: time, bytes, sha256: 'a', ...noTable };
    const by = systemContext(`onecentral/${fileId}/arrived`);
    await importing.engines.store.transact(onecentralImportStream, fileId, refuseFile(arrived, 'It is wrong.'), by);
    await once(name, 'Failed');
    await writeFile(join(inbox, `${name}.done`), '');
    await importing.api.app.get(InboxWatcher).look();
    expect(await named(name)).toHaveLength(1);
    await leave(name, content, time);
    await until('it is listed again', async () => (await named(name)).length === 2);
  });

  it('are listed with what is wrong if they are empty, links, folders or oddly named, and stop no other', async () => {
    importing.api.app.get(OnecentralSettings).rests = () => 0;
    const odd = Buffer.concat([Buffer.from(`${inbox}/odd-`), Buffer.from([0xfc]), Buffer.from('.csv')]);
    await writeFile(odd, 'x');
    await writeFile(join(inbox, 'back\\slash.csv'), 'x');
    await writeFile(join(inbox, 'providers_empty.csv'), '');
    await mkdir(join(inbox, 'folder'));
    await symlink('/etc/hostname', join(inbox, 'link.csv'));
    await leave('providers_beside.csv', providers('B1,Beside'), '2026-11-25T20:24:00Z');
    await importing.api.app.get(InboxWatcher).look();
    expect((await once('providers_beside.csv', 'Complete')).note).toBe('1 written, 0 unchanged');
    expect((await once('providers_empty.csv', 'Unknown')).note).toBe('The file is empty.');
    const wrong = {
      'odd-ü.csv': 'The name of the file is not in UTF-8. Rename the file.',
      'back\\slash.csv': 'The name of the file has a backslash. Rename the file.',
      'link.csv': 'This is a link. Links are not followed: leave the file itself.',
      folder: 'This is a folder. Folders are not entered: leave its files in the inbox itself.',
    };
    for (const [name, note] of Object.entries(wrong)) {
      const failed = await once(name, 'Failed');
      expect([name, failed.note]).toEqual([name, note]);
      expect((await change('delete', failed.filename)).status).toBe(200);
    }
    await importing.api.app.get(InboxWatcher).look();
    expect((await readdir(inbox)).length).toBeGreaterThanOrEqual(4);
    await Promise.all([rm(odd), rm(join(inbox, 'folder'), { recursive: true }), rm(join(inbox, 'link.csv'))]);
    await rm(join(inbox, 'back\\slash.csv'));
  });

  it('about members are kept no longer than until they are Complete', async () => {
    const content = csv('platformId,memberId,at,reason', 'EAST,002,2026-03-02 09:00,insurance');
    await leave('contactRequests_1.csv', content, '2026-11-25T20:30:00Z');
    const complete = await once('contactRequests_1.csv', 'Complete');
    await until('its content is gone', async () => !(await named('contactRequests_1.csv'))[0]!.isKept);
    const { status, body } = await download(complete.filename);
    expect([status, body.message]).toEqual([410, 'The content of this file is no longer kept.']);
    await importing.api.app.get(InboxWatcher).look();
    expect(await readdir(inbox)).not.toContain('contactRequests_1.csv');
  });

  it('about members whose content was replaced since are kept as a repeat, and imported once somebody queues them', async () => {
    const request = (reason: string) => csv('platformId,memberId,at,reason', `EAST,002,2026-04-02 09:00,${reason}`);
    await leave('contactRequests_2.csv', request('insurance'), '2026-11-25T20:31:00Z');
    await once('contactRequests_2.csv', 'Complete');
    await leave('contactRequests_same.csv', request('insurance'), '2026-11-25T20:32:00Z');
    expect((await once('contactRequests_same.csv', 'Complete')).note).toBe(
      'The same content as contactRequests_2.csv: nothing to do',
    );
    await until('its content is gone', async () => !(await named('contactRequests_same.csv'))[0]!.isKept);
    await leave('contactRequests_3.csv', request('investment'), '2026-11-25T20:33:00Z');
    await once('contactRequests_3.csv', 'Complete');
    await leave('contactRequests_older.csv', request('insurance'), '2026-11-25T20:34:00Z');
    const older = await once('contactRequests_older.csv', 'Complete');
    expect([older.note, older.isKept]).toEqual([
      'The same content as contactRequests_2.csv, and newer was imported since: nothing was changed. Queue imports it all the same',
      true,
    ]);
    expect((await change('queue', older.filename)).status).toBe(200);
    await until('it is imported and no longer kept', async () => {
      await importing.api.app.get(OnecentralImporter).look();
      const [again] = await named('contactRequests_older.csv');
      return again!.status === 'Complete' && / written, /.test(again!.note) && !again!.isKept;
    });
  });

  it('are taken, imported and removed once an inbox that vanished answers again, at whichever step it went', async () => {
    importing.api.app.get(OnecentralSettings).waitAfterTry = () => 0;
    const from = importing.api.app.get(Inbox);
    const look = () => importing.api.app.get(InboxWatcher).look();
    const gone = Object.assign(new Error('Stale file handle'), { code: 'ESTALE' });
    const content = providers('NINE,Ninth Advice');
    vi.spyOn(from, 'list').mockRejectedValueOnce(gone);
    await leave('providers_vanishing.csv', content, '2026-11-25T20:51:00Z');
    vi.spyOn(from, 'read').mockImplementationOnce(async function* () {
      yield Buffer.from(content.slice(0, 12));
      throw gone;
    });
    await look();
    expect(await named('providers_vanishing.csv')).toEqual([]);
    await look();
    expect((await once('providers_vanishing.csv', 'Complete')).note).toBe('1 written, 0 unchanged');
    const removal = vi.spyOn(from, 'remove').mockRejectedValueOnce(gone);
    await look();
    expect([removal.mock.calls.length, (await readdir(inbox)).includes('providers_vanishing.csv')]).toEqual([1, true]);
    await look();
    expect(await readdir(inbox)).not.toContain('providers_vanishing.csv');
    removal.mockRestore();
  });

  it('that were deleted while the inbox was away are removed from it later', async () => {
    const from = importing.api.app.get(Inbox);
    await leave('Kestrel gone.csv', csv('Pay No,Name', '1,x'), '2026-11-25T20:52:00Z');
    const unknown = await once('Kestrel gone.csv', 'Unknown');
    vi.spyOn(from, 'remove').mockRejectedValueOnce(new Error('The folder does not answer.'));
    expect((await change('delete', unknown.filename)).status).toBe(200);
    expect(await readdir(inbox)).toContain('Kestrel gone.csv');
    await until('it is gone', async () => (await named('Kestrel gone.csv')).length === 0);
    await importing.api.app.get(InboxWatcher).look();
    expect(await readdir(inbox)).not.toContain('Kestrel gone.csv');
  });

  it('wait for room while a disk is full, and that counts as no attempt', async () => {
    const settings = importing.api.app.get(OnecentralSettings);
    settings.putOffMilliseconds = 0;
    const full = new MongoServerError({ message: 'the disk is full', code: 14031 });
    vi.spyOn(importing.api.app.get(InboxFiles), 'keep').mockRejectedValueOnce(full);
    await leave('providers_room.csv', providers('TEN,Tenth Advice'), '2026-11-25T20:53:00Z');
    expect(await named('providers_room.csv')).toEqual([]);
    await importing.api.app.get(InboxWatcher).look();
    const spool = vi.spyOn(importing.api.app.get(Spools), 'create');
    for (let time = 0; time < 4; time += 1) spool.mockRejectedValueOnce(full);
    const complete = await once('providers_room.csv', 'Complete');
    expect([complete.note, spool.mock.calls.length]).toEqual(['1 written, 0 unchanged', 5]);
    spool.mockRestore();
    expect((await stateOf(complete)).attempts).toBe(1);
  });

  it('leave nothing in the store if their process was killed while it stored them', async () => {
    const stored = importing.engines.mongo.db('files').collection<{ files_id: ObjectId }>('onecentral.chunks');
    const cutOff = new GridFSBucket(importing.engines.mongo.db('files'), { bucketName: 'onecentral' });
    const upload = cutOff.openUploadStream('arriving');
    await new Promise((resolve) => upload.write(Buffer.alloc(300_000), resolve));
    const left = () => stored.countDocuments({ files_id: upload.id });
    await until('a part is stored', async () => (await left()) > 0);
    const kept = await stored.countDocuments();
    const parts = await left();
    await importing.api.app.get(InboxFiles).deleteCutOff(new Date(Date.now() + 10_000));
    expect([await left(), await stored.countDocuments()]).toEqual([0, kept - parts]);
  });

  it('do not wait for an import that lasts, and it is still one attempt', async () => {
    const settings = importing.api.app.get(OnecentralSettings);
    const { followAtMostMilliseconds } = settings;
    settings.followAtMostMilliseconds = 0;
    await leave('providers_lasting.csv', providers('EIGHT,Eighth Advice'), '2026-11-25T20:50:00Z');
    const complete = await once('providers_lasting.csv', 'Complete');
    settings.followAtMostMilliseconds = followAtMostMilliseconds;
    expect(complete.note).toBe('1 written, 0 unchanged');
    expect((await stateOf(complete)).attempts).toBe(1);
  });

  it('of equal content share it: one that arrives takes it from nobody who reads it', async () => {
    const kept = importing.api.app.get(InboxFiles);
    const content = async function* () {
      yield Buffer.from('shared');
    };
    const sha256 = await kept.keep(content());
    const reading = await kept.read(sha256);
    expect(await kept.keep(content())).toBe(sha256);
    const read: Buffer[] = [];
    for await (const chunk of reading!) read.push(chunk);
    await kept.delete(sha256);
    expect([Buffer.concat(read).toString(), await kept.read(sha256)]).toEqual(['shared', null]);
  });

  it('that are too large are Failed, and need to be left anew', async () => {
    const settings = importing.api.app.get(ImportSettings);
    const { maxFileBytes } = settings;
    settings.maxFileBytes = 2 * 1024 ** 2;
    await leave('providers_large.csv', providers(`SEVEN,${'x'.repeat(2 * 1024 ** 2)}`), '2026-11-25T20:40:00Z');
    settings.maxFileBytes = maxFileBytes;
    const failed = await once('providers_large.csv', 'Failed');
    expect([failed.note, failed.isKept]).toEqual(['The file has more than 2 MiB. Leave it in parts.', false]);
    expect((await change('queue', failed.filename)).status).toBe(200);
    await until('it is Failed again', async () => {
      await importing.api.app.get(OnecentralImporter).look();
      const [again] = await named('providers_large.csv');
      return again?.status === 'Failed' && again.note.startsWith('The content of this file is no longer kept.');
    });
    expect((await change('delete', failed.filename)).status).toBe(200);
  });

  it('go nowhere by a name with a path, and are not for other roles', async () => {
    for (const name of ['../../etc/passwd', '/etc/passwd', 'providers_20261126.csv/../x'])
      expect((await download(name)).status).toBe(404);
    const [complete] = await named('providers_right.csv');
    const refused = await change('delete', complete!.filename);
    expect([refused.status, refused.body.message]).toEqual([409, 'A file that is Complete cannot be deleted.']);
    for (const username of ['companyrep', 'authorisedrep', 'devops', 'auditor']) {
      const other = importing.api.client();
      await other.signIn(username);
      const { filename } = complete!;
      const asked = await Promise.all([
        other.request(at),
        other.request(`${at}/errorLogs`),
        other.request(`${at}/report`),
        other.request(`${at}/download?filename=${filename}`),
        other.request('/api/devops/onecentral/expected'),
        change('queue', filename, other),
        change('delete', filename, other),
      ]);
      expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 403));
    }
  });

  it('are carried on by the next process, with the import that was begun', async () => {
    importing.api.app.get(OnecentralSettings).followMilliseconds = 600_000;
    await leave('providers_carried.csv', providers('FIVE,Fifth Advice'), '2026-11-25T21:00:00Z');
    const views = importing.engines.mongo.db('views');
    void importing.api.app.get(OnecentralImporter).look();
    await until('its import is written', async () => {
      const begun = await views.collection('onecentral_imports').findOne({ name: 'providers_carried.csv' });
      const importId = begun?.['importId'] as string | null | undefined;
      if (importId == null) return false;
      return (
        (await views.collection<{ _id: string }>('imports').findOne({ _id: importId, state: 'completed' })) !== null
      );
    });
    await importing.api.stop();
    await importing.startApi();
    // Imported anew, it would have nothing to write.
    expect((await once('providers_carried.csv', 'Complete')).note).toBe('1 written, 0 unchanged');
  });

  it.each([
    ['it claimed the file', 'arrived'],
    ['an attempt began', 'start'],
    ['its import was accepted', 'import'],
    ['the import was noted', 'begin'],
    ['the file was Complete', 'complete'],
  ])('are imported once by the next process if theirs was killed before %s', async (_, step) => {
    const name = `providers_killed_${step}.csv`;
    const store = importing.api.app.get(EventStore);
    const original = store.transact.bind(store) as (...args: unknown[]) => Promise<unknown>;
    let isDead = false;
    const writes = vi.spyOn(store, 'transact').mockImplementation((async (...args: unknown[]) => {
      const [{ category }, , , { commandId }] = args as [AnyStream, string, unknown, CommandContext];
      if (category === 'onecentralImport' ? commandId.endsWith(`/${step}`) : category === step) isDead = true;
      // A dead process writes nothing more.
      if (isDead) throw new Error('dead');
      return original(...args);
    }) as never);
    await leave(name, providers(`K${step},Killed Advice`), '2026-11-25T21:10:00Z');
    await until('it is dead', async () => {
      await importing.api.app.get(OnecentralImporter).look();
      return isDead;
    });
    await importing.api.stop();
    writes.mockRestore();
    await importing.startApi();
    await importing.api.app.get(InboxWatcher).look();
    const complete = await once(name, 'Complete');
    expect(complete.note).toBe('1 written, 0 unchanged');
    const { imports } = await answer<ImportHistory>('/api/csv/history?size=100');
    expect(imports.filter(({ fileName }) => fileName === name)).toHaveLength(1);
    await importing.api.app.get(InboxWatcher).look();
    expect(await readdir(inbox)).not.toContain(name);
  });

  it('are found again after the inbox was away, which is said with its time', async () => {
    const expected = () => answer<OnecentralExpected>('/api/devops/onecentral/expected', importing.staff);
    await rename(inbox, `${inbox}-gone`);
    await importing.api.app.get(InboxWatcher).look();
    expect((await expected()).inbox.awaySince).not.toBeNull();
    await rename(`${inbox}-gone`, inbox);
    await importing.api.app.get(InboxWatcher).look();
    const { inbox: back, tables: came } = await expected();
    expect(back).toMatchObject({ isSet: true, awaySince: null });
    const once = {
      lastOn: expect.any(String) as string,
      every: null,
      dayOfMonth: null,
      byTime: null,
      dueOn: null,
      isLate: false,
      daysLate: 0,
      isSaid: false,
    };
    expect(came).toEqual([
      { table: 'contactRequests', ...once },
      { table: 'providers', ...once },
    ]);
  });

  it('are expected when somebody says so, who must be Staff or Admin', async () => {
    const path = '/api/devops/onecentral/expected';
    const expecting = (body: object, by = importing.staff) =>
      by.request(path, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    const tableOf = async (name: string) =>
      (await answer<OnecentralExpected>(path, importing.staff)).tables.find(({ table }) => table === name);
    const daily = { table: 'providers', every: 'day', dayOfMonth: null };
    expect((await expecting(daily)).status).toBe(200);
    expect((await expecting({ table: 'memberEvents', every: 'month', dayOfMonth: 31 })).status).toBe(200);
    expect(await tableOf('providers')).toMatchObject({
      every: 'day',
      byTime: null,
      isSaid: true,
      isLate: false,
      daysLate: 0,
    });
    expect((await expecting({ ...daily, byTime: '23:59' })).status).toBe(200);
    expect(await tableOf('providers')).toMatchObject({ every: 'day', byTime: '23:59', isLate: false });
    const noTime = await expecting({ ...daily, byTime: '24:00' });
    expect([noTime.status, noTime.body.message]).toEqual([400, 'Time of day must be from 00:00 to 23:59']);
    expect(await tableOf('memberEvents')).toMatchObject({ lastOn: null, every: 'month', dayOfMonth: 31, isSaid: true });
    const wrong = await expecting({ table: 'memberEvents', every: 'month', dayOfMonth: null });
    expect([wrong.status, wrong.body.message]).toEqual([400, 'Day of the month must be from 1 to 31']);
    expect((await expecting({ ...daily, table: 'nothing' })).status).toBe(400);
    for (const username of ['companyrep', 'authorisedrep', 'devops', 'auditor']) {
      const other = importing.api.client();
      await other.signIn(username);
      expect([username, (await expecting(daily, other)).status]).toEqual([username, 403]);
    }
    for (const table of ['providers', 'memberEvents'])
      expect((await expecting({ table, every: null, dayOfMonth: null })).status).toBe(200);
    expect(await tableOf('providers')).toMatchObject({ every: null, isSaid: false });
    expect(await tableOf('memberEvents')).toBeUndefined();
  });

  it('make a table late that came each month, here and among the alerts of Developer Operations', async () => {
    const arrivals = importing.engines.mongo.db('views').collection('onecentral_imports');
    const tenth = (monthsAgo: number) => {
      const on = new Date();
      on.setUTCDate(10);
      on.setUTCMonth(on.getUTCMonth() - monthsAgo);
      return on;
    };
    const { insertedIds } = await arrivals.insertMany(
      [tenth(5), tenth(4)].map((arrivedAt, at) => ({
        _id: `fees-${at}` as never,
        table: 'fees',
        isOlder: false,
        isDeleted: false,
        arrivedAt,
      })),
    );
    const { tables: came } = await answer<OnecentralExpected>('/api/devops/onecentral/expected', importing.staff);
    const alerts = JSON.stringify(await answer('/api/devops/monitors/tree'));
    await arrivals.deleteMany({ _id: { $in: Object.values(insertedIds) } });
    expect(came.map(({ table }) => table)).toEqual(['fees', 'contactRequests', 'providers']);
    expect(came[0]!.daysLate).toBeGreaterThan(50);
    expect(alerts).toMatch(/"FileLate","description":"a file is late".*"table fees","description":"due /);
    expect(JSON.stringify(await answer('/api/devops/monitors/tree'))).toContain(
      'every expected file of OneCentral came',
    );
  });
});
