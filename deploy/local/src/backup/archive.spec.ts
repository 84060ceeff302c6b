import { randomBytes } from 'node:crypto';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveNames, keysBeside } from './archive-names.js';
import { ArchiveWriter, readHead, readParts, type Manifest, type Part } from './archive.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'archive-'));
  file = join(folder, 'a.tar.gz');
});
afterEach(() => rmSync(folder, { recursive: true }));

const head = { version: '1.2.3', kind: 'data', store: 's', position: '9/9', madeAt: '2026-01-01T00:00:00Z' } as const;
const rest = { counts: { events: 2 }, collections: [] };
const parts: Part[] = [
  { name: 'events/000001.ndjson', bytes: randomBytes(300_000) },
  { name: 'files/a.chunks/000001.bson', bytes: randomBytes(70_000) },
];

async function write(of: readonly Part[] = parts): Promise<void> {
  const archive = await ArchiveWriter.create(file, head);
  for (const { name, bytes } of of) await archive.add(name, bytes);
  await archive.close(rest);
  archive.publish();
}

async function read(): Promise<{ parts: Part[]; manifest: Manifest }> {
  const found: Part[] = [];
  const reading = readParts(file);
  for (;;) {
    const next = await reading.next();
    if (next.done) return { parts: found, manifest: next.value };
    found.push(next.value);
  }
}

describe('an archive', () => {
  it('returns its content, is readable by its owner only, and names its installation', async () => {
    await write();
    expect(await readHead(file)).toEqual({ ...head, product: 'superscope', format: 1 });
    const found = await read();
    expect(found.parts).toEqual(parts);
    expect(found.manifest.counts).toEqual({ events: 2 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.tar.gz']);
  });

  it('is refused when its content or checksum has changed or the end is missing', async () => {
    await write();
    const whole = readFileSync(file);
    // Random bytes are stored as they are. Elsewhere, some changed bits of a compressed file stand for the same content.
    for (const at of [5_000, whole.length >> 1, whole.length - 6]) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1;
      writeFileSync(file, changed);
      await expect(read()).rejects.toThrow('is damaged or incomplete');
      writeFileSync(file, whole.subarray(0, at));
      await expect(read()).rejects.toThrow('is damaged or incomplete');
    }
  });

  it('is refused when it is another file, or of a later format', async () => {
    writeFileSync(file, 'no archive');
    await expect(readHead(file)).rejects.toThrow('is damaged or incomplete');
    await expect(readHead(join(folder, 'none.tar.gz'))).rejects.toThrow('There is no file');
  });

  it('never replaces an existing file', async () => {
    await write();
    await expect(write()).rejects.toThrow('is there already');
  });

  it('leaves no file when the disk is full', async () => {
    let room = 100_000;
    const nearlyFull = (path: string) => {
      const disk = createWriteStream(path);
      return new Writable({
        write: (chunk: Buffer, _, done) => {
          room -= chunk.length;
          if (room < 0) done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
          else disk.write(chunk, done);
        },
        destroy: (error, done) => disk.close(() => done(error)),
      });
    };
    const archive = await ArchiveWriter.create(file, head, nearlyFull);
    const writing = async () => {
      for (let i = 0; i < 20; i += 1) await archive.add(`events/${i}`, randomBytes(50_000));
      await archive.close(rest);
    };
    await expect(writing()).rejects.toMatchObject({ code: 'ENOSPC' });
    archive.discard();
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the names of a backup', () => {
  it('are generated in a folder or taken from a file; keys go next to the data or elsewhere', () => {
    const at = new Date('2026-03-04T05:06:07.890Z');
    expect(archiveNames(folder, undefined, at)).toEqual({
      dataFile: join(folder, 'superscope-20260304T050607Z-data.tar.gz'),
      keysFile: join(folder, 'superscope-20260304T050607Z-keys.tar.gz'),
    });
    expect(archiveNames('/a/b.tgz', '/k/c.tar.gz', at)).toEqual({ dataFile: '/a/b.tgz', keysFile: '/k/c.tar.gz' });
    expect(keysBeside('/a/b.tgz')).toBe('/a/b-keys.tgz');
    expect(() => archiveNames('/nowhere/here', undefined, at)).toThrow('There is no folder /nowhere/here');
  });
});
