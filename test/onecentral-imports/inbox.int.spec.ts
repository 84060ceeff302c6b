import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemContext } from '@superscope/api/platform/commands/command-context';
import { Inbox } from '@superscope/api/onecentral-imports/inbox';
import { InboxFiles } from '@superscope/api/onecentral-imports/inbox-files';
import { InboxWatcher } from '@superscope/api/onecentral-imports/inbox-watcher';
import { OnecentralFileList } from '@superscope/api/onecentral-imports/onecentral-file-list';
import { OnecentralImporter } from '@superscope/api/onecentral-imports/onecentral-importer';
import { acceptedImport } from '@superscope/api/csv/run/accepted-import';
import { ImportSettings } from '@superscope/api/csv/run/import-settings';
import { Spools } from '@superscope/api/csv/run/spools';
import { OnecentralSettings } from '@superscope/api/onecentral-imports/onecentral-settings';
import type { ImportHistory } from '@superscope/contracts/csv-import';
import type { ImportRepair, RepairDraft } from '@superscope/contracts/import-repair';
import type {
  OnecentralErrorLogs,
  OnecentralExpected,
  OnecentralFile,
  OnecentralLedger,
} from '@superscope/contracts/onecentral-imports';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { AccessLog } from '@superscope/api/platform/access/access-log';
import type { AccessEntry } from '@superscope/domain/access/access';
import { csvImportStream } from '@superscope/domain/csv-import/csv-import';
import { eraseMember, memberStream } from '@superscope/domain/member/member';
import { onecentralImportStream, refuseFile } from '@superscope/domain/onecentral-import/onecentral-import';
import type { AnyStream } from '@superscope/domain/event';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { GridFSBucket, MongoServerError, type ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { byTest } from '../harness/sample-plan.js';
import { csv, Importing, until } from '../import/importing.js';
import { fundToMembers, smallFund } from '../import/small-fund.js';

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
async function accesses(): Promise<AccessEntry[]> {
  await importing.api.app.get(AccessLog).flush();
  const all: AccessEntry[] = [];
  for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['access-'] }))
    for (const event of batch) if ('data' in event) all.push(...(event.data as { entries: AccessEntry[] }).entries);
  return all;
}

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

  const look = () => importing.api.app.get(InboxWatcher).look();
  const ledger = () => answer<OnecentralLedger>('/api/devops/onecentral/ledger?size=100', importing.staff);
  /** The newest line of a name. */
  const lineOf = async (name: string) => (await ledger()).lines.find((line) => line.name === name);
  const manifestOf = (name: string, says: object | string) =>
    writeFile(join(inbox, `${name}.manifest.json`), typeof says === 'string' ? says : JSON.stringify(says));
  const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');

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
    expect(await readdir(inbox)).toEqual(['done']);
    expect(await readFile(join(inbox, 'done', 'providers_20261126.csv'), 'utf8')).toBe(content);
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
    // A form may be of either kind.
    const plain = new URLSearchParams({ filename: unknown.filename });
    for (const refused of [
      await change('queue', unknown.filename),
      await importing.staff.request(`${at}/queue`, { method: 'PATCH', body: plain }),
    ])
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

  it('about members are deleted once Complete, others go to done and failed ones to failed, and the ledger says so', async () => {
    await leave('providers_kept.csv', providers('L1,Kept'), '2026-11-25T20:26:00Z');
    await leave(
      'contactRequests_kept.csv',
      csv('platformId,memberId,at,reason', 'EAST,002,2026-01-02 09:00,insurance'),
      '2026-11-25T20:26:00Z',
    );
    await leave('providers_bad.csv', providers(',Nameless'), '2026-11-25T20:26:00Z');
    await once('providers_kept.csv', 'Complete');
    await once('contactRequests_kept.csv', 'Complete');
    const failed = await once('providers_bad.csv', 'Failed');
    await look();
    const [kept, about, bad] = await Promise.all(
      ['providers_kept.csv', 'contactRequests_kept.csv', 'providers_bad.csv'].map(lineOf),
    );
    expect(kept).toMatchObject({
      fate: 'Imported',
      note: '1 written, 0 unchanged',
      place: 'done',
      where: 'In done as providers_kept.csv',
      importId: expect.any(String) as string,
    });
    expect(about).toMatchObject({ fate: 'Imported', place: 'removed', where: 'Removed' });
    expect(bad).toMatchObject({ fate: 'Failed', note: 'One error; none of the file was taken.', place: 'failed' });
    expect(bad!.where).toMatch(/^In failed as providers_bad\.csv, until \d\d\/\d\d\/\d{4}$/);
    const folders = await Promise.all(['.', 'done', 'failed'].map((name) => readdir(join(inbox, name))));
    expect(folders[0]!.filter((name) => /_kept|_bad/.test(name))).toEqual([]);
    expect([folders[1]!.includes('providers_kept.csv'), folders[1]!.includes('contactRequests_kept.csv')]).toEqual([
      true,
      false,
    ]);
    expect(folders[2]).toContain('providers_bad.csv');
    // Equal contents have equal hashes, which nobody can make who has a content and not the key.
    expect(bad!.contentHash).toMatch(/^[0-9a-f]{64}$/);
    expect(bad!.contentHash).not.toBe(digestOf(providers(',Nameless')));
    expect(
      JSON.stringify(await importing.engines.mongo.db('ops').collection('onecentral_ledger').find().toArray()),
    ).not.toMatch(/providers_|Nameless/);

    // Left again as it was, it is another file; what lies in failed goes once somebody deletes its own line.
    await leave('providers_bad.csv', providers(',Nameless'), '2026-11-25T20:26:00Z');
    await until('it failed again', async () => {
      await importing.api.app.get(OnecentralImporter).look();
      const both = await named('providers_bad.csv');
      return both.length === 2 && both.every(({ status }) => status === 'Failed');
    });
    await look();
    expect((await readdir(join(inbox, 'failed'))).filter((name) => name.startsWith('providers_bad'))).toHaveLength(1);
    expect((await change('delete', failed.filename)).status).toBe(200);
    expect(await readdir(join(inbox, 'failed'))).toContain('providers_bad.csv');
    const [other] = await named('providers_bad.csv').then((all) =>
      all.filter(({ filename }) => filename !== failed.filename),
    );
    expect((await change('delete', other!.filename)).status).toBe(200);
    expect(await readdir(join(inbox, 'failed'))).not.toContain('providers_bad.csv');
    await until('both are deleted', async () => (await named('providers_bad.csv')).length === 0);
    const lines = (await ledger()).lines.filter(({ name }) => name === 'providers_bad.csv');
    expect(lines.map(({ fate, place }) => [fate, place])).toEqual([
      ['Deleted', 'removed'],
      ['Deleted', 'removed'],
    ]);
  });

  it('that failed are kept for their days, and go to done once they are queued and Complete', async () => {
    const settings = importing.api.app.get(OnecentralSettings);
    await leave('providers_early.csv', providers(',Early'), '2026-11-25T20:27:00Z');
    await manifestOf('providers_counted.csv', { rows: 3 });
    await leave('providers_counted.csv', providers('L2,Counted'), '2026-11-25T20:27:00Z');
    await once('providers_early.csv', 'Failed');
    const counted = await once('providers_counted.csv', 'Failed');
    expect(counted.note).toBe('Its manifest differs from it. Rows: 3 expected, 1 found.');
    await look();
    expect((await readdir(join(inbox, 'failed'))).filter((name) => /counted|early/.test(name)).toSorted()).toEqual([
      'providers_counted.csv',
      'providers_counted.csv.manifest.json',
      'providers_early.csv',
    ]);
    expect((await change('queue', counted.filename)).status).toBe(200);
    expect((await once('providers_counted.csv', 'Complete')).note).toBe('1 written, 0 unchanged');
    await look();
    expect(await lineOf('providers_counted.csv')).toMatchObject({ fate: 'Imported', place: 'done' });
    expect(await readFile(join(inbox, 'done', 'providers_counted.csv'), 'utf8')).toBe(providers('L2,Counted'));
    settings.failedDays = -1;
    await look();
    settings.failedDays = 30;
    expect(await readdir(join(inbox, 'failed'))).not.toContain('providers_early.csv');
    expect(await lineOf('providers_early.csv')).toMatchObject({ fate: 'Failed', place: 'removed' });
  });

  it('are taken as their manifests say, and Failed with what differs', async () => {
    importing.api.app.get(OnecentralSettings).rests = () => 0;
    const content = providers('M1,Manifest');
    const sha256 = digestOf(content);
    const right = { rows: 1, 'SHA-256': sha256.toUpperCase(), 'data date': '2026-10-31' };
    await manifestOf('providers_right2.csv', right);
    await leave('providers_right2.csv', content, '2026-11-25T20:28:00Z');
    const complete = await once('providers_right2.csv', 'Complete');
    expect(complete).toMatchObject({ note: '1 written, 0 unchanged', dataDate: '2026-10-31' });
    await look();
    expect(await lineOf('providers_right2.csv')).toMatchObject({ manifest: 'As its manifest says.', place: 'done' });
    expect(await readdir(join(inbox, 'done'))).toContain('providers_right2.csv.manifest.json');
    // As it lies there if the process is killed once the file has left.
    await manifestOf('providers_right2.csv', right);
    await look();
    await look();
    expect([
      (await readdir(inbox)).includes('providers_right2.csv.manifest.json'),
      (await named('providers_right2.csv.manifest.json')).length,
    ]).toEqual([false, 0]);

    await manifestOf('providers_20261031.csv', {
      rows: 2,
      sha256: digestOf('x'),
      dataDate: '2026-11-30',
      file: 'other.csv',
    });
    await leave('providers_20261031.csv', providers('M2,Manifest'), '2026-11-25T20:28:00Z');
    expect((await once('providers_20261031.csv', 'Failed')).note).toMatch(
      /^Its manifest differs from it\. It names another file\. Rows: 2 expected, 1 found\. SHA-256: [0-9a-f]{8}… expected, [0-9a-f]{8}… found, so the content is another one\. Data date: 30\/11\/2026 expected, 31\/10\/2026 found\.$/,
    );
    await manifestOf('providers_malformed.csv', '{"rows": 1');
    await leave('providers_malformed.csv', providers('M3,Manifest'), '2026-11-25T20:28:00Z');
    expect((await once('providers_malformed.csv', 'Failed')).note).toBe('Its manifest is not JSON.');
    const noFile = 'Its manifest cannot be read: leave a plain file of at most 64 KiB.';
    await manifestOf('providers_huge.csv', ' '.repeat(70_000));
    await leave('providers_huge.csv', providers('M4,Manifest'), '2026-11-25T20:28:00Z');
    expect((await once('providers_huge.csv', 'Failed')).note).toBe(noFile);
    await symlink('/etc/hostname', join(inbox, 'providers_linked.csv.manifest.json'));
    await leave('providers_linked.csv', providers('M5,Manifest'), '2026-11-25T20:28:00Z');
    expect((await once('providers_linked.csv', 'Failed')).note).toBe(noFile);
    for (const name of ['huge', 'linked'])
      await rm(join(inbox, `providers_${name}.csv.manifest.json`), { force: true });
  });

  it('whose manifests come later are compared all the same, and the ledger says what came of it', async () => {
    importing.api.app.get(OnecentralSettings).rests = () => 0;
    await leave('providers_late.csv', providers('N1,Late'), '2026-11-25T20:29:00Z');
    await once('providers_late.csv', 'Complete');
    await look();
    await manifestOf('providers_late.csv', { rows: 1 });
    await look();
    await look();
    expect(await lineOf('providers_late.csv')).toMatchObject({ manifest: 'As its manifest says.', place: 'done' });
    expect([
      (await readdir(inbox)).includes('providers_late.csv.manifest.json'),
      (await named('providers_late.csv.manifest.json')).length,
    ]).toEqual([false, 0]);
    // It came before its import began.
    await writeFile(join(inbox, 'providers_waiting.csv.done'), '');
    const starts = vi.spyOn(importing.api.app.get(OnecentralImporter), 'look').mockResolvedValue();
    const turns = vi
      .spyOn(importing.api.app.get<{ attempt(): Promise<void> }>(OnecentralImporter), 'attempt')
      .mockResolvedValue();
    await leave('providers_waiting.csv', providers('N2,Late'), '2026-11-25T20:29:00Z');
    await manifestOf('providers_waiting.csv', { rows: 9 });
    await until('it is Failed', async () => {
      await look();
      return (await named('providers_waiting.csv'))[0]?.status === 'Failed';
    });
    starts.mockRestore();
    turns.mockRestore();
    expect((await named('providers_waiting.csv'))[0]!.note).toBe(
      'Its manifest differs from it. Rows: 9 expected, 1 found.',
    );
    // It came after its file was imported, and cannot undo that.
    await leave('providers_undone.csv', providers('N3,Late'), '2026-11-25T20:29:00Z');
    await once('providers_undone.csv', 'Complete');
    await look();
    await manifestOf('providers_undone.csv', { rows: 7 });
    await look();
    await look();
    const late =
      'Its manifest came after its import had begun. Its manifest differs from it. Rows: 7 expected, 1 found.';
    expect((await once('providers_undone.csv.manifest.json', 'Failed')).note).toBe(late);
    expect(await lineOf('providers_undone.csv')).toMatchObject({ fate: 'Imported', manifest: late });
    await manifestOf('nowhere.csv', { rows: 7 });
    await look();
    await look();
    expect((await once('nowhere.csv.manifest.json', 'Failed')).note).toBe(
      'This manifest stands beside no file. Leave the file that it is about.',
    );
    for (const name of ['providers_undone', 'nowhere']) await rm(join(inbox, `${name}.csv.manifest.json`));
  });

  it('have lines in the ledger from the first look on, also if they are gone before they are taken, and after a restart', async () => {
    importing.api.app.get(OnecentralSettings).rests = () => 600_000;
    await writeFile(join(inbox, 'providers_slow.csv'), '');
    await look();
    expect(await lineOf('providers_slow.csv')).toMatchObject({ fate: 'Waiting', place: 'inbox', filename: null });
    await rm(join(inbox, 'providers_slow.csv'));
    await look();
    expect(await lineOf('providers_slow.csv')).toMatchObject({ fate: 'Gone', place: 'gone' });
    const before = await ledger();
    // Lines that were lost, or are of files that came before there was a ledger.
    await importing.engines.mongo.db('ops').collection('onecentral_ledger').deleteMany({ place: 'removed' });
    await importing.api.stop();
    await importing.startApi();
    await look();
    const after = await ledger();
    expect(after.total).toBe(before.total);
    expect(after.lines.some(({ place }) => place === 'former')).toBe(true);
    const { body, headers } = await importing.staff.request('/api/devops/onecentral/ledgerCsv');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="onecentralLedger/);
    const rows = String(body).trim().split('\r\n');
    expect([rows[0]!.replace('\uFEFF', ''), rows.length]).toEqual([
      'name,firstSeenAt,bytes,fate,note,place,where,placedAt,filename,importId,manifest,contentHash',
      after.total + 1,
    ]);
    expect((await accesses()).filter(({ object }) => object === 'onecentralLedger')).toHaveLength(1);
    importing.api.app.get(OnecentralSettings).waitAfterAttempt = () => 0;
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
    const removal = vi.spyOn(importing.api.app.get(Inbox), 'remove');
    removal.mockRejectedValue(new Error('The folder does not answer.'));
    await leave('Kestrel gone.csv', csv('Pay No,Name', '1,x'), '2026-11-25T20:52:00Z');
    const unknown = await once('Kestrel gone.csv', 'Unknown');
    expect((await change('delete', unknown.filename)).status).toBe(200);
    expect(await readdir(inbox)).toContain('Kestrel gone.csv');
    removal.mockRestore();
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
        other.request('/api/devops/onecentral/ledger'),
        other.request('/api/devops/onecentral/ledgerCsv'),
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
    // System health and the alerts of Developer Operations say the same.
    const said = 'the inbox has not been readable for';
    const { outside } = await answer<SystemHealth>('/api/system-health');
    expect(outside).toMatchObject([{ name: 'OneCentral inbox', answers: false }]);
    expect(outside[0]!.said).toContain(said);
    const away = JSON.stringify(await answer('/api/devops/monitors/tree'));
    expect(away).toContain(`"label":"Inbox away","description":"${said}`);
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
    expect(alerts).toMatch(/"File late","description":"a file is late".*"Fees","description":"due /);
    expect(JSON.stringify(await answer('/api/devops/monitors/tree'))).toContain(
      'every expected file of OneCentral came',
    );
  });

  it('that change a value by more than half fail at once with the reason, until somebody queues what they were shown', async () => {
    const figures = (row: string) => csv('name,value,validFrom', row);
    await importing.import(figures('wageGrowthPercent,4,2024-07-01'));
    await leave('superParameters.csv', figures('wageGrowthPercent,9,2025-07-01'), '2026-11-25T20:20:00Z');
    const failed = await once('superParameters.csv', 'Failed');
    expect(failed.note).toBe(
      'One value is to be confirmed; none of the file was taken. Look at the errors, and queue the file to import it as it is.',
    );
    expect((await stateOf(failed)).failures).toBe(1);
    const message = async () => (await errorsOf(failed.filename)).errors.map((error) => error.message).at(0);
    expect(await message()).toMatch(/changes by more than half, from 4 to 9\.$/);
    // Another value is in force by the time somebody queues it, so that is asked anew.
    await importing.import(figures('wageGrowthPercent,3.5,2024-12-31'));
    await change('queue', failed.filename, importing.admin);
    await until(
      'it is asked anew',
      async () => (await stateOf(failed)).failures === 1 && (await stateOf(failed)).asks !== null,
    );
    await once('superParameters.csv', 'Failed');
    await change('queue', failed.filename, importing.admin);
    await once('superParameters.csv', 'Complete');
    const { imports } = await answer<ImportHistory>('/api/csv/history?table=superParameters&size=1', importing.staff);
    const { accepted } = (await acceptedImport(importing.engines.store, imports[0]!.importId))!;
    expect(accepted).toMatchObject({ confirmed: 1, confirmedBy: 'admin', startedBy: 'onecentral' });
  });

  describe('and that failed because of cells', () => {
    // The api was started anew.
    beforeAll(() => {
      importing.api.app.get(OnecentralSettings).waitAfterAttempt = () => 0;
    });
    const members = (...rows: string[]) =>
      csv('platformId,memberId,planId,companyId,surname,givenName,gender', ...rows);
    const repair = ({ filename }: OnecentralFile, by: ApiClient = importing.staff) =>
      by.post(`${at}/repair`, { filename });
    const copyOf = async (file: OnecentralFile): Promise<string> => {
      const { status, body } = await repair(file);
      if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
      return String(body['importId']);
    };
    const nothing: RepairDraft = { corrections: [], skipped: [] };
    const female: RepairDraft = { corrections: [{ line: 2, column: 'gender', value: 'Female' }], skipped: [] };
    const look = async (id: string): Promise<ImportRepair> => {
      const { status, body } = await importing.staff.post(`/api/csv/repairs/${id}/check`, nothing);
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body as unknown as ImportRepair;
    };
    const take = (id: string, draft: RepairDraft, by: ApiClient = importing.staff) =>
      by.post(`/api/csv/repairs/${id}/import`, draft);
    const failedFile = async (name: string, content: string, on: string): Promise<OnecentralFile> => {
      await leave(name, content, on);
      return once(name, 'Failed');
    };
    const begun = async (id: string) => (await acceptedImport(importing.engines.store, id)) !== null;

    it('are corrected in one copy, whoever asks; once that is imported they are Complete, say by whom, and are tried no more', async () => {
      const content = members('EAST,301,P1,C1,Mend,Ada,Femail', 'EAST,302,P1,C1,Mend,Bo,Male');
      const failed = await failedFile('members_mend.csv', content, '2026-11-26T20:00:00Z');
      expect([failed.isMendable, failed.mended]).toEqual([true, null]);
      const asked = await Promise.all([repair(failed), repair(failed, importing.admin)]);
      expect(asked.map(({ status }) => status)).toEqual([201, 201]);
      const id = String(asked[0].body['importId']);
      expect(asked[1].body['importId']).toBe(id);
      const shown = await look(id);
      expect(shown).toMatchObject({ fileName: 'members_mend.csv', table: 'members', rightRows: 1, open: 1 });
      expect(shown.notice).toMatch(/^OneCentral left this file in the inbox on \d\d\/\d\d\/\d{4} at \d\d:\d\d\.$/);
      expect((await once('members_mend.csv', 'Failed')).mended).toBeNull();
      const both = await Promise.all([take(id, female, importing.admin), take(id, female, importing.admin)]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
      expect((await take(id, female, importing.admin)).status).toBe(202);
      expect(await importing.ended(id, importing.admin)).toMatchObject({ state: 'completed', written: 2 });
      await importing.derived();
      const complete = await once('members_mend.csv', 'Complete');
      expect(complete.mended).toEqual({ importId: id, by: expect.any(String) });
      expect(complete.note).toBe(`Repaired by ${complete.mended!.by}. 2 written, 0 unchanged`);
      expect((await accesses()).filter(({ object }) => object === id).map(({ action }) => action)).toEqual(
        expect.arrayContaining(['kept refused file', 'refused cells shown', 'import']),
      );
      const { status, body } = await change('queue', failed.filename);
      expect([status, body['message']]).toEqual([409, expect.stringMatching(/^This file was repaired/)]);
      expect(await repair(failed)).toMatchObject({ status: 201, body: { importId: id } });
      expect((await importing.staff.post(`/api/csv/repairs/${id}/check`, nothing)).status).toBe(409);
      // What its sender leaves again as it was is what was repaired.
      await leave('members_mend_again.csv', content, '2026-11-26T20:01:00Z');
      expect((await once('members_mend_again.csv', 'Complete')).note).toMatch(/^The same content as members_mend\.csv/);
      await importing.api.app.get(InboxWatcher).look();
      expect(await lineOf('members_mend.csv')).toMatchObject({ fate: 'Imported', place: 'removed', importId: id });
    });

    it('are imported as they arrived or as they were corrected, never both: while somebody has queued one, its copy waits', async () => {
      const content = members('EAST,311,P1,C1,Both,Ada,Femail');
      const failed = await failedFile('members_both.csv', content, '2026-11-26T20:10:00Z');
      const id = await copyOf(failed);
      const files = importing.api.app.get(InboxFiles);
      const read = files.read.bind(files);
      let release: () => void;
      const held = new Promise<void>((resolve) => (release = resolve));
      const spy = vi.spyOn(files, 'read').mockImplementationOnce(async (sha256) => {
        await held;
        return read(sha256);
      });
      expect((await change('queue', failed.filename, importing.admin)).status).toBe(200);
      await until('it is tried as it arrived', async () => spy.mock.calls.length === 1);
      expect((await repair(failed)).body['message']).toMatch(/^A file that is (Queued|Pending) cannot be repaired\.$/);
      expect((await look(id)).notice).toMatch(/It was queued in OneCentral imports meanwhile/);
      const refused = await take(id, female);
      expect([refused.status, refused.body['message']]).toEqual([
        409,
        expect.stringMatching(/^Somebody queued this file in OneCentral imports meanwhile/),
      ]);
      expect(await begun(id)).toBe(false);
      release!();
      await once('members_both.csv', 'Failed');
      spy.mockRestore();
      expect((await take(id, female)).status).toBe(202);
      await importing.ended(id);
      expect((await once('members_both.csv', 'Complete')).mended!.importId).toBe(id);
    });

    it('are not imported from their copy once the original was, because what it refers to has come, or once somebody deleted them', async () => {
      const platforms = (id: string) => csv('platformId,name,providerId', `${id},Late Platform,LATE`);
      const late = await failedFile('platforms_late.csv', platforms('LATE1'), '2026-11-26T20:20:00Z');
      const id = await copyOf(late);
      const second = await failedFile('platforms_later.csv', platforms('LATE2'), '2026-11-26T20:21:00Z');
      await importing.import(providers('LATE,Late Advice'));
      await importing.derived();
      expect(await repair(second)).toMatchObject({
        status: 409,
        body: { message: 'All rows of this file are right by now. Queue it instead.' },
      });
      await change('queue', late.filename);
      await once('platforms_late.csv', 'Complete');
      const shown = await look(id);
      expect(shown.notice).toMatch(/It was imported as it arrived meanwhile, so it cannot be imported here\.$/);
      const draft = { corrections: [{ line: 2, column: 'providerId', value: 'PR1' }], skipped: [] };
      expect((await take(id, draft)).body['message']).toMatch(/^This file was imported as it arrived meanwhile/);

      const dropped = await failedFile(
        'members_dropped.csv',
        members('EAST,321,P1,C1,A,B,Femail'),
        '2026-11-26T20:22:00Z',
      );
      const copy = await copyOf(dropped);
      expect((await change('delete', dropped.filename)).status).toBe(200);
      await importing.derived();
      expect((await look(copy)).notice).toMatch(/It was deleted from OneCentral imports meanwhile/);
      expect(await take(copy, female)).toMatchObject({
        status: 409,
        body: { message: 'This file was deleted from OneCentral imports meanwhile. Nothing was imported.' },
      });
      expect(await repair(dropped)).toMatchObject({ status: 404 });
      expect([await begun(id), await begun(copy)]).toEqual([false, false]);
    });

    it('are corrected although their content is kept no longer, if the copy was made before; and say if a newer file of the name came', async () => {
      const content = members('EAST,331,P1,C1,Old,Ada,Femail');
      const failed = await failedFile('members_old.csv', content, '2026-11-26T20:30:00Z');
      const other = await failedFile('members_gone.csv', members('EAST,332,P1,C1,A,B,Femail'), '2026-11-26T20:31:00Z');
      const id = await copyOf(failed);
      for (const each of [failed, other]) {
        const { sha256 } = await importing.api.app.get(OnecentralFileList).one(each.filename);
        await importing.api.app.get(InboxFiles).delete(sha256);
      }
      expect(await repair(other)).toMatchObject({ status: 410 });
      expect(await repair(failed)).toMatchObject({ status: 201, body: { importId: id } });
      await leave('members_old.csv', members('EAST,331,P1,C1,New,Ada,Female'), '2026-11-26T20:32:00Z');
      await until('the newer file is imported', async () => {
        await importing.api.app.get(OnecentralImporter).look();
        return (await named('members_old.csv')).some(({ status }) => status === 'Complete');
      });
      expect((await look(id)).notice).toMatch(
        /A newer file of this name came on .* and was imported: see whether these rows are still wanted\.$/,
      );
      expect((await take(id, female)).status).toBe(202);
      await importing.ended(id);
    });

    it('show no line of a member who was erased since', async () => {
      await importing.import(members('EAST,341,P1,C1,Gone,Ida,Female'));
      await importing.derived();
      const failed = await failedFile(
        'members_erased.csv',
        members('EAST,341,P1,C1,Gone,Ida,Femail'),
        '2026-11-26T20:40:00Z',
      );
      const id = await copyOf(failed);
      const memberId = importing.engines.identity.memberIdOf('EAST', '341');
      await importing.engines.store.transact(memberStream, memberId, eraseMember('Asked to be forgotten'), byTest());
      await importing.derived();
      const shown = await look(id);
      expect(shown.cells).toEqual([expect.objectContaining({ line: 2, row: '', value: null })]);
      expect(JSON.stringify(shown)).not.toMatch(/Gone|Ida|Femail/);
    });

    it('stay claimed by the import of their copy if the api stops before it begins, and that can be begun again', async () => {
      const failed = await failedFile(
        'members_cut.csv',
        members('EAST,351,P1,C1,Cut,Ada,Femail'),
        '2026-11-26T20:50:00Z',
      );
      const id = await copyOf(failed);
      const store = importing.api.app.get(EventStore);
      const transact = store.transact.bind(store);
      const spy = vi
        .spyOn(store, 'transact')
        .mockImplementation((stream, ...of) =>
          stream.category === csvImportStream.category ? Promise.reject(new Error('stopped')) : transact(stream, ...of),
        );
      expect((await take(id, female)).status).toBe(500);
      spy.mockRestore();
      expect(await begun(id)).toBe(false);
      await importing.derived();
      expect((await once('members_cut.csv', 'Complete')).note).toMatch(/^Repaired by .*, and not imported yet$/);
      expect((await change('queue', failed.filename)).status).toBe(409);
      expect(await repair(failed, importing.admin)).toMatchObject({ status: 201, body: { importId: id } });
      const male = { corrections: [{ line: 2, column: 'gender', value: 'Male' }], skipped: [] };
      expect((await take(id, male, importing.admin)).status).toBe(202);
      expect(await importing.ended(id, importing.admin)).toMatchObject({ state: 'completed', written: 1 });
    });

    it('cannot be corrected if whole lines, the header or nothing is wrong', async () => {
      const unread = await failedFile('providers_quote.csv', providers('Q1,"Open'), '2026-11-26T20:51:00Z');
      expect(unread.isMendable).toBe(false);
      expect((await repair(unread)).status).toBe(400);
      const nameless = await failedFile(
        'providers_nameless.csv',
        csv('providerId,name,', 'N1,Named,stray'),
        '2026-11-26T20:53:00Z',
      );
      expect(nameless).toMatchObject({ errorCount: 1, isMendable: false });
      await leave('providers_fine.csv', providers('FINE,Fine Advice'), '2026-11-26T20:52:00Z');
      const right = await once('providers_fine.csv', 'Complete');
      expect([right.isMendable, (await repair(right)).status]).toEqual([false, 409]);
    });
  });
});
