import { mkdir, mkdtemp, readdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInbox } from './folder-inbox.js';
import { completeAmong, InboxFileChanged, InboxFileUnreadable, type InboxFile } from './inbox.js';

let folder: string;
let inbox: FolderInbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  inbox = new FolderInbox(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const leave = (name: string, content = 'a,b') => writeFile(join(folder, name), content);
const names = async () => (await inbox.list()).map(({ key }) => key).toSorted();
const one = async (name: string): Promise<InboxFile> => (await inbox.list()).find(({ key }) => key === name)!;
async function textOf(file: InboxFile): Promise<string> {
  let text = '';
  for await (const chunk of inbox.read(file)) text += Buffer.from(chunk).toString();
  return text;
}

describe('a folder that is an inbox', () => {
  it('lists the plain files in it, and neither links, folders, markers nor files that are being written', async () => {
    await leave('members.csv');
    for (const unfinished of ['.members.csv', 'fees.csv.part', 'fees.tmp', 'fees.filepart']) await leave(unfinished);
    await leave('fees.csv');
    await leave('fees.csv.done', '');
    await mkdir(join(folder, 'older'));
    await writeFile(join(folder, 'older', 'old.csv'), 'x');
    await symlink('/etc/hostname', join(folder, 'host.csv'));
    await symlink(join(folder, 'older'), join(folder, 'linked'));
    expect(await names()).toEqual(['fees.csv', 'members.csv']);
    expect([(await one('fees.csv')).isDone, (await one('members.csv')).isDone]).toEqual([true, false]);
  });

  it('reads a file as it was listed, and no other one', async () => {
    await leave('members.csv', 'first');
    const listed = await one('members.csv');
    expect(await textOf(listed)).toBe('first');
    await leave('members.csv', 'second');
    await expect(textOf(listed)).rejects.toThrow(InboxFileChanged);
    await rm(join(folder, 'members.csv'));
    await symlink('/etc/hostname', join(folder, 'members.csv'));
    await expect(textOf(listed)).rejects.toThrow();
  });

  it('ends a removal that was cut off, and never one of another version', async () => {
    await leave('members.csv', 'first');
    const { modified, bytes } = await one('members.csv');
    const taken = `.taken-${modified.getTime()}-${bytes}-1`;
    await rename(join(folder, 'members.csv'), join(folder, taken));
    const other = `.taken-${modified.getTime()}-${bytes + 1}-2`;
    await leave(other, 'another version');
    // Another process may be in the middle of it.
    expect(await names()).toEqual([]);
    expect((await readdir(folder)).toSorted()).toEqual([taken, other].toSorted());
    expect(await names()).toEqual([]);
    expect(await readdir(folder)).toEqual([other]);
  });

  it('says by a code, and by no path, why a file cannot be read', async () => {
    await leave('members.csv');
    const listed = await one('members.csv');
    await rm(join(folder, 'members.csv'));
    await symlink(join(folder, 'other.csv'), join(folder, 'members.csv'));
    await expect(textOf(listed)).rejects.toMatchObject({
      code: 'ELOOP',
      message: 'A file of the inbox cannot be read.',
    });
    await rm(join(folder, 'members.csv'));
    await expect(textOf(listed)).rejects.toThrow(InboxFileChanged);
  });

  it('notices a file that is written while it is read', async () => {
    await leave('members.csv', 'x'.repeat(600_000));
    const reading = inbox.read(await one('members.csv'))[Symbol.asyncIterator]();
    await reading.next();
    await leave('members.csv', 'x'.repeat(600_001));
    const rest = async () => {
      for (let next = await reading.next(); !next.done; next = await reading.next());
    };
    await expect(rest()).rejects.toThrow(InboxFileChanged);
  });

  it.each(['../passwd', '/etc/passwd', 'a/b.csv', '..', 'a\\b.csv', ''])(
    'goes nowhere for the name %s',
    async (key) => {
      const file = { key, modified: new Date(), bytes: 1, isDone: true };
      await expect(textOf(file)).rejects.toThrow('The name of a file in the inbox is no path.');
      await expect(inbox.remove(file)).rejects.toThrow('The name of a file in the inbox is no path.');
    },
  );

  it('takes only what is the file’s own fault for one', async () => {
    await mkdir(join(folder, 'folder.csv'));
    const file = { key: 'folder.csv', modified: new Date(0), bytes: 1, isDone: false };
    await expect(textOf(file)).rejects.toThrow(InboxFileChanged);
    await expect(textOf({ ...file, key: `${'x'.repeat(300)}.csv` })).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    await expect(textOf({ ...file, key: `${'x'.repeat(300)}.csv` })).rejects.not.toThrow(InboxFileUnreadable);
  });

  it('lets go of a file with its marker, but not of a newer one of the same name', async () => {
    await leave('members.csv', 'first');
    await leave('members.csv.done', '');
    const listed = await one('members.csv');
    await leave('members.csv', 'newer content');
    await inbox.remove(listed);
    expect(await names()).toEqual(['members.csv']);
    await inbox.remove(await one('members.csv'));
    expect(await readdir(folder)).toEqual([]);
    await inbox.remove(listed);
  });

  it('rejects while it is not there, and answers when it is back', async () => {
    await leave('members.csv');
    await rename(folder, `${folder}-gone`);
    await expect(inbox.list()).rejects.toThrow();
    await rename(`${folder}-gone`, folder);
    expect(await names()).toEqual(['members.csv']);
  });
});

describe('a file', () => {
  const complete = async (before: readonly InboxFile[]) =>
    completeAmong(await inbox.list(), before).map(({ key }) => key);

  it('is complete once two looks find it the same, and not while it grows', async () => {
    await leave('members.csv', 'half');
    const first = await inbox.list();
    expect(await complete([])).toEqual([]);
    await leave('members.csv', 'half and');
    expect(await complete(first)).toEqual([]);
    const second = await inbox.list();
    await utimes(join(folder, 'members.csv'), 1, 1);
    expect(await complete(second)).toEqual([]);
    expect(await complete(await inbox.list())).toEqual(['members.csv']);
  });

  it('is complete at once with a marker beside it, and never while it is empty', async () => {
    await leave('members.csv', 'whole');
    await leave('members.csv.done', '');
    await leave('empty.csv', '');
    expect(await complete(await inbox.list())).toEqual(['members.csv']);
    expect(await complete([])).toEqual(['members.csv']);
  });

  it('is not complete because of the marker of an earlier file of its name', async () => {
    await leave('members.csv.done', '');
    await utimes(join(folder, 'members.csv.done'), 1_000, 1_000);
    await leave('members.csv', 'half');
    await utimes(join(folder, 'members.csv'), 1_001, 1_001);
    expect(await complete([])).toEqual([]);
    expect(await complete(await inbox.list())).toEqual(['members.csv']);
    await utimes(join(folder, 'members.csv.done'), 1_001, 1_001);
    expect(await complete([])).toEqual(['members.csv']);
  });
});
