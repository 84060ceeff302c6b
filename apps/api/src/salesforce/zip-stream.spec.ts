import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { inflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { zipOf, type ZipEntry } from './zip-stream.js';

async function* entriesOf(files: Record<string, string[]>): AsyncGenerator<ZipEntry> {
  for (const [name, texts] of Object.entries(files)) yield { name, content: Readable.from(texts) };
}

/** Reads an archive by its directory, as unzip programs do. */
function unzipped(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files: Record<string, string> = {};
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [packed, size, nameLength] = [
      zip.readUInt32LE(at + 20),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
    ];
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const begins = local + 30 + zip.readUInt16LE(local + 26);
    const content = inflateRawSync(zip.subarray(begins, begins + packed));
    expect(content.length).toBe(size);
    files[name] = content.toString();
    at += 46 + nameLength;
  }
  return files;
}

it('holds every file whole, under its name', async () => {
  const long = Array.from({ length: 5_000 }, (_, at) => `line ${at}, Zoë\n`);
  const files = { 'Contact.csv': long, 'Größe.csv': ['a,b\r\n', '1,2\r\n'], 'empty.csv': [] };
  const zip = await buffer(Readable.from(zipOf(entriesOf(files))));
  const read = unzipped(zip);
  expect(read).toEqual(Object.fromEntries(Object.entries(files).map(([name, texts]) => [name, texts.join('')])));
  expect(zip.length).toBeLessThan(long.join('').length / 3);
});

it('breaks off where a file cannot be read', async () => {
  const broken = async function* (): AsyncGenerator<string> {
    yield 'a';
    throw new Error('gone');
  };
  const entries = async function* (): AsyncGenerator<ZipEntry> {
    yield { name: 'a.csv', content: broken() };
  };
  await expect(buffer(Readable.from(zipOf(entries())))).rejects.toThrow('gone');
});
