import { createHash } from 'node:crypto';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as folderAccess from './folder-access.js';
import { FolderInbox } from './folder-inbox.js';
import { InboxFileChanged, InboxFileUnreadable, Looks, type InboxFile } from './inbox.js';

let folder: string;
let inbox: FolderInbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  inbox = new FolderInbox(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const leave = (name: string, content = 'a,b') => writeFile(join(folder, name), content);
/** Those that can be imported, and what is wrong with each other entry. */
const names = async () =>
  (await inbox.list()).flatMap(({ key, problem }) => (problem === null ? [key] : [])).toSorted();
const problems = async () =>
  new Map((await inbox.list()).flatMap(({ key, problem }) => (problem === null ? [] : [[key, problem] as const])));
const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');
/** A whole second, which every file system keeps as it is. */
const leftOn = new Date('2026-03-01T08:00:00.000Z');
async function leaveDated(name: string, content: string): Promise<void> {
  await leave(name, content);
  await utimes(join(folder, name), leftOn, leftOn);
}
/** Other content under the same name, of the same size and time, as `cp -p` and rsync leave it: in a later millisecond. */
async function leaveAlike(name: string, content: string): Promise<void> {
  const changedAt = async () => Math.trunc((await stat(join(folder, name))).ctimeMs);
  const before = await changedAt();
  do await leaveDated(name, content);
  while ((await changedAt()) === before);
}
const one = async (name: string): Promise<InboxFile> => (await inbox.list()).find(({ key }) => key === name)!;
async function textOf(file: InboxFile): Promise<string> {
  let text = '';
  for await (const chunk of inbox.read(file)) text += Buffer.from(chunk).toString();
  return text;
}

describe('a folder that is an inbox', () => {
  it('imports the plain files in it, and neither links, folders, markers nor files that are being written', async () => {
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

  it('lists every entry with what is wrong, and none keeps another from being listed', async () => {
    await leave('members.csv');
    await leave('back\\slash.csv');
    await leave('.hidden.csv');
    await leave('fees.csv.part');
    await leave('gone.csv.done', '');
    await mkdir(join(folder, 'older'));
    await symlink('/etc/hostname', join(folder, 'host.csv'));
    await symlink(join(folder, 'nowhere'), join(folder, 'broken.csv'));
    await leave(`${'x'.repeat(251)}.csv`);
    await writeFile(Buffer.concat([Buffer.from(`${folder}/f`), Buffer.from([0xfc]), Buffer.from('r.csv')]), 'a,b');
    const unfinished = 'Its name says that the file is not complete. Rename the file once it is whole.';
    const link = 'This is a link. Links are not followed: leave the file itself.';
    expect(await names()).toEqual(['members.csv', `${'x'.repeat(251)}.csv`]);
    expect(await problems()).toEqual(
      new Map([
        ['back\\slash.csv', 'The name of the file has a backslash. Rename the file.'],
        ['.hidden.csv', unfinished],
        ['fees.csv.part', unfinished],
        ['gone.csv.done', 'This marker stands beside no file. Leave the file that it is about.'],
        ['older', 'This is a folder. Folders are not entered: leave its files in the inbox itself.'],
        ['host.csv', link],
        ['broken.csv', link],
        ['für.csv', 'The name of the file is not in UTF-8. Rename the file.'],
      ]),
    );
  });

  it('takes a folder for the same whatever is put into it', async () => {
    await mkdir(join(folder, 'older'));
    const { version } = await one('older');
    await writeFile(join(folder, 'older', 'new.csv'), 'x');
    expect((await one('older')).version).toBe(version);
  });

  it('takes a copy that keeps size and time for another file', async () => {
    await leaveDated('members.csv', 'first');
    const listed = await one('members.csv');
    await leaveAlike('members.csv', 'other');
    const now = await one('members.csv');
    expect([now.modified, now.bytes, now.version === listed.version]).toEqual([listed.modified, listed.bytes, false]);
    await expect(textOf(listed)).rejects.toThrow(InboxFileChanged);
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

  it('ends a removal that was cut off, and puts back what was not to be removed', async () => {
    const cutOff = async (name: string, content: string, expected: string) => {
      const aside = join(folder, `.taken-${digestOf(expected)}-0123456${name.length % 10}`);
      await mkdir(aside);
      await writeFile(join(aside, name), content);
    };
    await cutOff('members.csv', 'imported', 'imported');
    await cutOff('fees.csv', 'other content', 'imported');
    // Another process may be in the middle of it.
    expect([await names(), (await readdir(folder)).length]).toEqual([[], 2]);
    await inbox.list();
    expect(await readdir(folder)).toEqual(['fees.csv']);
    expect(await readFile(join(folder, 'fees.csv'), 'utf8')).toBe('other content');
  });

  it('puts a file back beside a newer one that has taken its name', async () => {
    const aside = join(folder, `.taken-${digestOf('imported')}-01234567`);
    await mkdir(aside);
    await writeFile(join(aside, 'fees.csv'), 'older');
    await leave('fees.csv', 'newer');
    await inbox.list();
    await inbox.list();
    const left = await readdir(folder);
    const contents = await Promise.all(left.map((name) => readFile(join(folder, name), 'utf8')));
    expect(contents.toSorted()).toEqual(['newer', 'older']);
    expect(left).toContain('fees.csv');
    expect(await readFile(join(folder, 'fees.csv'), 'utf8')).toBe('newer');
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
      await leave('members.csv');
      const file = { ...(await one('members.csv')), key };
      await expect(textOf(file)).rejects.toThrow('The name of a file in the inbox is no path.');
      await expect(inbox.remove(key, digestOf('a,b'))).rejects.toThrow('The name of a file in the inbox is no path.');
    },
  );

  it('takes only what is the file’s own fault for one', async () => {
    await mkdir(join(folder, 'folder.csv'));
    const file = await one('folder.csv');
    await expect(textOf(file)).rejects.toThrow(InboxFileChanged);
    await expect(textOf({ ...file, key: `${'x'.repeat(300)}.csv` })).rejects.toMatchObject({ code: 'ENAMETOOLONG' });
    await expect(textOf({ ...file, key: `${'x'.repeat(300)}.csv` })).rejects.not.toThrow(InboxFileUnreadable);
  });

  it('lets go of a file with its marker, but not of one of the same name with other content', async () => {
    await leaveDated('members.csv', 'first');
    await leave('members.csv.done', '');
    await leaveAlike('members.csv', 'other');
    expect(await inbox.remove('members.csv', digestOf('first'))).toBe('other');
    expect(await readFile(join(folder, 'members.csv'), 'utf8')).toBe('other');
    expect(await inbox.remove('members.csv', digestOf('other'))).toBe('removed');
    expect(await readdir(folder)).toEqual([]);
    expect(await inbox.remove('members.csv', digestOf('other'))).toBe('gone');
  });

  it('puts back a file that was replaced at the moment of its removal', async () => {
    await leave('members.csv', 'first');
    const digest = vi.spyOn(folderAccess, 'digestOf').mockImplementationOnce(async () => {
      await leave('members.csv', 'newer');
      return digestOf('first');
    });
    expect(await inbox.remove('members.csv', digestOf('first'))).toBe('other');
    expect([await readdir(folder), digest.mock.calls.length]).toEqual([['members.csv'], 2]);
    digest.mockRestore();
    expect(await readFile(join(folder, 'members.csv'), 'utf8')).toBe('newer');
  });

  it('keeps what its sender does not let it remove, and says so', async () => {
    await leave('members.csv', 'first');
    await chmod(folder, 0o500);
    // The administrator of a machine may remove it all the same.
    const removal = await inbox.remove('members.csv', digestOf('first')).catch(({ code }: { code: string }) => code);
    await chmod(folder, 0o700);
    expect(removal).toBe(process.getuid?.() === 0 ? 'removed' : 'EACCES');
  });

  it('never removes a link, nor what it points to', async () => {
    await mkdir(join(folder, 'older'));
    await writeFile(join(folder, 'older', 'real.csv'), 'first');
    await symlink(join(folder, 'older', 'real.csv'), join(folder, 'members.csv'));
    expect(await inbox.remove('members.csv', digestOf('first'))).toBe('other');
    expect((await readdir(folder)).toSorted()).toEqual(['members.csv', 'older']);
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
  /** What is complete at a look so many seconds after the first one. */
  const looking = () => {
    const looks = new Looks();
    return async (seconds: number) => looks.completeAmong(await inbox.list(), seconds * 1000).map(({ key }) => key);
  };

  it('is complete once two looks find it the same, and not while it grows', async () => {
    const completeAt = looking();
    await leave('members.csv', 'half');
    expect(await completeAt(0)).toEqual([]);
    await leave('members.csv', 'half and');
    expect(await completeAt(30)).toEqual([]);
    await utimes(join(folder, 'members.csv'), 1, 1);
    expect(await completeAt(60)).toEqual([]);
    expect(await completeAt(90)).toEqual(['members.csv']);
  });

  it('is complete at once with a marker beside it', async () => {
    await leave('members.csv', 'whole');
    await leave('members.csv.done', '');
    expect(await looking()(0)).toEqual(['members.csv']);
  });

  it('without content, or a marker without a file, is complete after a minute, and an unfinished one after ten', async () => {
    const completeAt = looking();
    await leave('empty.csv', '');
    await leave('gone.csv.done', '');
    await leave('members.csv.part', 'half');
    expect([await completeAt(0), await completeAt(30)]).toEqual([[], []]);
    expect((await completeAt(60)).toSorted()).toEqual(['empty.csv', 'gone.csv.done']);
    expect((await completeAt(600)).toSorted()).toEqual(['empty.csv', 'gone.csv.done', 'members.csv.part']);
  });

  it('that changes from look to look for an hour is listed as one that does, once, and is taken when it stays', async () => {
    const looks = new Looks();
    const lookAfter = async (minutes: number, content: string) => {
      await leave('members.csv', content);
      return looks.completeAmong(await inbox.list(), minutes * 60_000);
    };
    for (let minutes = 0; minutes < 60; minutes += 20)
      expect(await lookAfter(minutes, 'x'.repeat(minutes))).toEqual([]);
    const [listed] = await lookAfter(60, 'x'.repeat(60));
    expect(listed?.problem).toMatch(/^The file has been changing for an hour/);
    const [again] = await lookAfter(61, 'x'.repeat(61));
    expect(again?.version).toBe(listed?.version);
    const whole = looks.completeAmong(await inbox.list(), 62 * 60_000);
    expect(whole.map(({ problem }) => problem)).toEqual([null]);
  });

  it('is not complete because of the marker of an earlier file of its name', async () => {
    await leave('members.csv.done', '');
    await utimes(join(folder, 'members.csv.done'), 1_000, 1_000);
    await leave('members.csv', 'half');
    await utimes(join(folder, 'members.csv'), 1_001, 1_001);
    const completeAt = looking();
    expect([await completeAt(0), await completeAt(30)]).toEqual([[], ['members.csv']]);
    await utimes(join(folder, 'members.csv.done'), 1_001, 1_001);
    expect(await looking()(0)).toEqual(['members.csv']);
  });
});
