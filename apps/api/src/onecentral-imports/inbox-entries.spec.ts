import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFile,
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderInbox } from './folder-inbox.js';
import { InboxFileChanged, InboxFileUnreadable, Looks, type InboxFile } from './inbox.js';

// Every kind of entry that a folder can have, with real ones: each is listed within two minutes, and keeps no other from being taken.

let folder: string;
let inbox: FolderInbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  inbox = new FolderInbox(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (name: string) => join(folder, name);
const leave = (name: string, content = 'a,b') => writeFile(at(name), content);
const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');
const one = async (name: string): Promise<InboxFile> => (await inbox.list()).find(({ key }) => key === name)!;
async function textOf(file: InboxFile): Promise<string> {
  let text = '';
  for await (const chunk of inbox.read(file)) text += Buffer.from(chunk).toString();
  return text;
}
/** What is listed within two minutes of looks every 30 seconds, with what is wrong. */
async function listedWithinTwoMinutes(): Promise<Map<string, string | null>> {
  const looks = new Looks();
  const listed = new Map<string, string | null>();
  for (let seconds = 0; seconds <= 120; seconds += 30)
    for (const { key, problem } of looks.completeAmong(await inbox.list(), seconds * 1000)) listed.set(key, problem);
  return listed;
}
const special = 'This is neither a file nor a folder, and cannot be imported.';
const folderProblem = 'This is a folder. Folders are not entered: leave its files in the inbox itself.';
const linkProblem = 'This is a link. Links are not followed: leave the file itself.';

describe('an entry of the inbox', () => {
  const kinds: Record<string, { make: () => Promise<unknown>; name: string; problem: string | null }> = {
    'a pipe': {
      name: 'pipe.csv',
      make: async () => execFileSync('mkfifo', [at('pipe.csv')]),
      problem: special,
    },
    'an empty file': { name: 'empty.csv', make: () => leave('empty.csv', ''), problem: null },
    'a folder': { name: 'older.csv', make: () => mkdir(at('older.csv')), problem: folderProblem },
    'a link': { name: 'link.csv', make: () => symlink('/etc/hostname', at('link.csv')), problem: linkProblem },
    'a link to itself': { name: 'loop.csv', make: () => symlink(at('loop.csv'), at('loop.csv')), problem: linkProblem },
    'a link to the inbox': { name: 'self', make: () => symlink(folder, at('self')), problem: linkProblem },
    'a folder named as a marker': {
      name: 'members.csv.done',
      make: () => mkdir(at('members.csv.done')),
      problem: folderProblem,
    },
    'a folder named as an unfinished file': { name: 'x.part', make: () => mkdir(at('x.part')), problem: folderProblem },
    'a manifest without a file': {
      name: 'gone.csv.manifest.json',
      make: () => leave('gone.csv.manifest.json', '{}'),
      problem: 'This manifest stands beside no file. Leave the file that it is about.',
    },
    'a name with a backslash': {
      name: 'back\\slash.csv',
      make: () => leave('back\\slash.csv'),
      problem: 'The name of the file has a backslash. Rename the file.',
    },
    'a name with a line break': { name: 'line\nbreak.csv', make: () => leave('line\nbreak.csv'), problem: null },
    'a name with a sign for another direction': {
      name: 'a\u202Evsc.csv',
      make: () => leave('a\u202Evsc.csv'),
      problem: null,
    },
    'a name with points': { name: 'a..b...csv', make: () => leave('a..b...csv'), problem: null },
    'a name of a space': { name: ' ', make: () => leave(' '), problem: null },
    'a name like a path of Windows': { name: 'C:con.csv', make: () => leave('C:con.csv'), problem: null },
    'a name of 255 bytes': {
      name: `${'é'.repeat(125)}a.csv`,
      make: () => leave(`${'é'.repeat(125)}a.csv`),
      problem: null,
    },
    'a name like one of JavaScript': { name: '__proto__', make: () => leave('__proto__'), problem: null },
    'a name like a taken file’s': { name: '.taken-x', make: () => mkdir(at('.taken-x')), problem: folderProblem },
  };

  it.each(Object.entries(kinds))(
    'that is %s is listed, and keeps no other from it',
    async (_, { name, make, problem }) => {
      await leave('members.csv');
      await make();
      const listed = await listedWithinTwoMinutes();
      expect([listed.get(name), listed.get('members.csv')]).toEqual([problem, null]);
      expect(await textOf(await one('members.csv'))).toBe('a,b');
    },
  );

  it('of each kind at once is listed', async () => {
    for (const { make } of Object.values(kinds)) await make();
    const listed = await listedWithinTwoMinutes();
    expect([...listed.keys()].toSorted()).toEqual(
      Object.values(kinds)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  it('that is a socket is listed', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(at('socket.csv'), resolve));
    expect((await listedWithinTwoMinutes()).get('socket.csv')).toBe(special);
    await new Promise((resolve) => server.close(resolve));
  });

  it('of which there are thousands is listed with all others', async () => {
    await Promise.all(Array.from({ length: 3_000 }, (_, index) => leave(`fees_${index}.csv`)));
    await Promise.all(Array.from({ length: 1_000 }, (_, index) => leave(`fees_${index}.csv.manifest.json`, '{}')));
    const listed = await inbox.list();
    expect([listed.length, listed.filter(({ manifest }) => manifest !== null).length]).toEqual([3_000, 1_000]);
  });

  it('that differs from another only in case is a file of its own, with its own manifest and marker', async () => {
    await leave('Fees.csv', 'upper');
    await leave('fees.csv', 'lower');
    await leave('Fees.csv.manifest.json', '{"rows":1}');
    await leave('fees.csv.done', '');
    const listed = (await inbox.list()).map(({ key, isDone, manifest }) => [key, isDone, manifest?.key ?? null]);
    expect(listed.toSorted()).toEqual([
      ['Fees.csv', false, 'Fees.csv.manifest.json'],
      ['fees.csv', true, null],
    ]);
    expect(await inbox.remove('fees.csv', digestOf('lower'), 'done')).toBe('removed');
    expect((await readdir(folder)).toSorted()).toEqual(['Fees.csv', 'Fees.csv.manifest.json', 'done']);
  });

  it('that is another name of a file leaves alone', async () => {
    await leave('fees.csv');
    await link(at('fees.csv'), at('again.csv'));
    expect(await inbox.remove('again.csv', digestOf('a,b'), 'removed')).toBe('removed');
    expect([await readdir(folder), await textOf(await one('fees.csv'))]).toEqual([['fees.csv'], 'a,b']);
  });

  it('of a size that no disk has is listed with it', async () => {
    await leave('huge.csv', '');
    await truncate(at('huge.csv'), 2 ** 40);
    const { bytes, problem } = await one('huge.csv');
    expect([bytes, problem]).toEqual([2 ** 40, null]);
  });

  it('that nobody may read is the file’s own fault', async () => {
    await leave('secret.csv');
    await chmod(at('secret.csv'), 0);
    const reading = await textOf(await one('secret.csv')).catch((error: unknown) => error);
    // The administrator of a machine may read everything.
    if (process.getuid?.() === 0) expect(reading).toBe('a,b');
    else expect(reading).toBeInstanceOf(InboxFileUnreadable);
  });

  it.each(['a folder', 'a pipe', 'a link'])('that became %s before it is read is another one', async (what) => {
    await leave('fees.csv');
    const listed = await one('fees.csv');
    await rm(at('fees.csv'));
    if (what === 'a folder') await mkdir(at('fees.csv'));
    else if (what === 'a pipe') execFileSync('mkfifo', [at('fees.csv')]);
    else await symlink('/etc/hostname', at('fees.csv'));
    await expect(textOf(listed)).rejects.toThrow(what === 'a link' ? InboxFileUnreadable : InboxFileChanged);
    expect(await inbox.remove('fees.csv', digestOf('a,b'), 'done')).toBe('other');
    expect(await readdir(folder)).toEqual(['fees.csv']);
  });

  it('that grows while it is read is not taken, and does not leave', async () => {
    await leave('fees.csv', 'x'.repeat(600_000));
    const reading = inbox.read(await one('fees.csv'))[Symbol.asyncIterator]();
    await reading.next();
    await appendFile(at('fees.csv'), 'y');
    const rest = async () => {
      for (let next = await reading.next(); !next.done; next = await reading.next());
    };
    await expect(rest()).rejects.toThrow(InboxFileChanged);
    expect(await inbox.remove('fees.csv', digestOf('x'.repeat(600_000)))).toBe('other');
    expect((await readFile(at('fees.csv'), 'utf8')).length).toBe(600_001);
  });

  it('that is put into the folder for a name that looks like a taken file’s is put back', async () => {
    const aside = `.taken-${digestOf('imported')}-01234567.done`;
    await mkdir(at(aside));
    await writeFile(join(at(aside), 'fees.csv'), 'other');
    await inbox.list();
    await inbox.list();
    expect([await readdir(folder), await readFile(at('fees.csv'), 'utf8')]).toEqual([['fees.csv'], 'other']);
  });

  it('that is a file where the portal would take files aside is listed, and keeps no other from leaving', async () => {
    const name = `.taken-${digestOf('x')}-01234567`;
    await leave(name, 'x');
    await leave('fees.csv');
    expect((await inbox.list()).map(({ key }) => key).toSorted()).toEqual([name, 'fees.csv']);
    await inbox.list();
    expect(await inbox.remove('fees.csv', digestOf('a,b'), 'done')).toBe('removed');
  });
});
