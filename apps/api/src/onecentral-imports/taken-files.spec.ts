import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { steps } from './folder-access.js';
import { FolderInbox } from './folder-inbox.js';

let folder: string;
let inbox: FolderInbox;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inbox-'));
  inbox = new FolderInbox(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

const leave = (name: string, content: string) => writeFile(join(folder, name), content);
const digestOf = (content: string) => createHash('sha256').update(content).digest('hex');
const done = (name: string, content: string) => inbox.remove(name, digestOf(content), 'done');
const text = (...path: string[]) => readFile(join(folder, ...path), 'utf8');
const keptAs = () => inbox.takeShelved().map(({ shelf, keptAs: name }) => `${shelf}/${name}`);
const systemError = (code: string) => Object.assign(new Error(code), { code });

describe('a file that is done with', () => {
  it('goes to a folder of the inbox with its time, which is never listed, and its marker is removed', async () => {
    await leave('fees.csv', 'a');
    await utimes(join(folder, 'fees.csv'), 1_000, 1_000);
    await leave('fees.csv.done', '');
    expect(await done('fees.csv', 'a')).toBe('removed');
    expect([await readdir(folder), await readdir(join(folder, 'done')), keptAs()]).toEqual([
      ['done'],
      ['fees.csv'],
      ['done/fees.csv'],
    ]);
    expect((await stat(join(folder, 'done', 'fees.csv'))).mtimeMs).toBe(1_000_000);
    expect(await inbox.list()).toEqual([]);
  });

  it('leaves nothing behind, its marker neither, wherever its process is killed', async () => {
    let killed = 0;
    for (let at = 0; killed === at; at += 1) {
      const own = join(folder, `killed-${at}`);
      await mkdir(own);
      await writeFile(join(own, 'fees.csv'), 'a');
      await writeFile(join(own, 'fees.csv.done'), '');
      let calls = 0;
      // A step that never answers is the last that its process does.
      const stuck = new Promise<'killed'>((resolve) => {
        for (const step of ['rename', 'link', 'unlink'] as const) {
          const real = steps[step];
          vi.spyOn(steps, step).mockImplementation(((...paths: [string, string]) => {
            calls += 1;
            if (calls <= at) return (real as (...of: [string, string]) => Promise<void>)(...paths);
            resolve('killed');
            return new Promise(() => undefined);
          }) as never);
        }
      });
      const removal = new FolderInbox(own).remove('fees.csv', digestOf('a'), 'done');
      if ((await Promise.race([removal, stuck])) === 'killed') killed += 1;
      vi.restoreAllMocks();
      const next = new FolderInbox(own);
      // What was cut off is known from the second look on, and what is done with is taken out at each.
      for (let look = 0; look < 2; look += 1) {
        await next.list();
        await next.remove('fees.csv', digestOf('a'), 'done');
      }
      expect([at, await readdir(own), await readdir(join(own, 'done'))]).toEqual([at, ['done'], ['fees.csv']]);
    }
    // At least aside, its marker, and into the folder.
    expect(killed).toBeGreaterThanOrEqual(3);
  });

  it('is never written over another one, and one of the same content is there once', async () => {
    for (const content of ['first', 'second', 'second']) {
      await leave('fees.csv', content);
      expect(await done('fees.csv', content)).toBe('removed');
    }
    const besides = `fees~${digestOf('second').slice(0, 8)}.csv`;
    expect(keptAs()).toEqual(['done/fees.csv', `done/${besides}`, `done/${besides}`]);
    expect(await readdir(join(folder, 'done'))).toEqual(['fees.csv', besides]);
    expect([await text('done', 'fees.csv'), await text('done', besides)]).toEqual(['first', 'second']);
  });

  it('of the longest name has a name beside another one, too', async () => {
    const name = `${'é'.repeat(125)}a.csv`;
    for (const content of ['first', 'second']) {
      await leave(name, content);
      expect(await done(name, content)).toBe('removed');
    }
    expect((await readdir(join(folder, 'done'))).length).toBe(2);
  });

  it.each(['a link', 'a file'])('stays if the folder is %s, which is listed', async (what) => {
    await mkdir(join(folder, 'elsewhere'));
    if (what === 'a link') await symlink(join(folder, 'elsewhere'), join(folder, 'done'));
    else await leave('done', 'x');
    await leave('fees.csv', 'a');
    await expect(done('fees.csv', 'a')).rejects.toMatchObject({ code: 'ENOTDIR' });
    const listed = (await inbox.list()).map(({ key, problem }) => [key, problem]).toSorted();
    expect(listed).toContainEqual([
      'done',
      'The portal puts files that are done with into a folder of this name. Rename what is called so.',
    ]);
    expect([await text('fees.csv'), await readdir(join(folder, 'elsewhere'))]).toEqual(['a', []]);
  });

  it.each(['EXDEV', 'EPERM'])('is copied whole where links are not possible (%s), and leaves no part', async (code) => {
    vi.spyOn(steps, 'link').mockRejectedValueOnce(systemError(code));
    await leave('fees.csv', 'a');
    await utimes(join(folder, 'fees.csv'), 1_000, 1_000);
    expect(await done('fees.csv', 'a')).toBe('removed');
    expect([await readdir(folder), await readdir(join(folder, 'done'))]).toEqual([['done'], ['fees.csv']]);
    expect((await stat(join(folder, 'done', 'fees.csv'))).mtimeMs).toBe(1_000_000);
  });

  it('replaces the part of a copy that was cut off', async () => {
    await mkdir(join(folder, 'done'));
    await writeFile(join(folder, 'done', `.arriving-${digestOf('whole')}`), 'wh');
    await leave('fees.csv', 'whole');
    expect(await done('fees.csv', 'whole')).toBe('removed');
    expect([await readdir(join(folder, 'done')), await text('done', 'fees.csv')]).toEqual([['fees.csv'], 'whole']);
  });

  // Taking a file is three unlinks: of a part, of the name under which it arrives, and of the taken file.
  it.each([1, 2, 3])('is there once if its process is killed at the step %i of taking it', async (step) => {
    await leave('fees.csv', 'a');
    const { unlink } = steps;
    let calls = 0;
    const unlinking = vi.spyOn(steps, 'unlink').mockImplementation((path) => {
      calls += 1;
      return calls === step ? Promise.reject(systemError('EIO')) : unlink(path);
    });
    await expect(done('fees.csv', 'a')).rejects.toThrow('EIO');
    unlinking.mockRestore();
    inbox = new FolderInbox(folder);
    // The first look may be while another process is in the middle of it.
    await inbox.list();
    await inbox.list();
    expect([await readdir(folder), await readdir(join(folder, 'done')), keptAs()]).toEqual([
      ['done'],
      ['fees.csv'],
      ['done/fees.csv'],
    ]);
  });

  it('that its sender writes while it is moved is put back', async () => {
    await leave('fees.csv', 'a');
    const { rename } = steps;
    vi.spyOn(steps, 'rename').mockImplementationOnce(async (from, to) => {
      await rename(from, to);
      // Through the handle that the sender has open.
      await appendFile(to, ' and more');
    });
    expect(await done('fees.csv', 'a')).toBe('other');
    expect([await text('fees.csv'), keptAs()]).toEqual(['a and more', []]);
  });

  it('that failed is taken out of its folder by its content, and by nothing else', async () => {
    await leave('fees.csv', 'a');
    expect(await inbox.remove('fees.csv', digestOf('a'), 'failed')).toBe('removed');
    await leave('fees.csv', 'a');
    expect(await inbox.remove('fees.csv', digestOf('b'), 'removed', 'failed')).toBe('other');
    expect(await inbox.remove('fees.csv', digestOf('a'), 'done', 'failed')).toBe('removed');
    expect(await inbox.remove('fees.csv', digestOf('a'), 'removed', 'failed')).toBe('gone');
    expect([await readdir(join(folder, 'failed')), await text('done', 'fees.csv'), await text('fees.csv')]).toEqual([
      [],
      'a',
      'a',
    ]);
    expect(keptAs()).toEqual(['failed/fees.csv', 'done/fees.csv']);
  });

  it('that two processes take at once leaves once', async () => {
    await leave('fees.csv', 'a');
    const other = new FolderInbox(folder);
    const removals = await Promise.all([done('fees.csv', 'a'), other.remove('fees.csv', digestOf('a'), 'done')]);
    expect(removals.toSorted()).toEqual(['gone', 'removed']);
    expect(await readdir(join(folder, 'done'))).toEqual(['fees.csv']);
  });
});
