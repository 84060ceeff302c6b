import { crc32, createDeflateRaw } from 'node:zlib';
import { Readable } from 'node:stream';

export interface ZipEntry {
  name: string;
  content: AsyncIterable<string>;
}

/** Sizes follow the content, and names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
const version = 20;
/** 1 January 1980: the moment of a download is no property of its files. */
const dosDate = 0x0021;

const numbers = (...parts: [bytes: 2 | 4, value: number][]): Buffer => {
  const buffer = Buffer.alloc(parts.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of parts) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
};

/** A zip archive, in pieces as its files are read. Each file is smaller than 4 GiB, as those of batches are by far. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const nameBytes = Buffer.from(name);
    const begins = offset;
    const common = numbers([2, version], [2, flags], [2, deflated], [2, 0], [2, dosDate]);
    const header = Buffer.concat([
      numbers([4, 0x04034b50]),
      common,
      numbers([4, 0], [4, 0], [4, 0], [2, nameBytes.length], [2, 0]),
      nameBytes,
    ]);
    yield header;
    let [crc, size, packed] = [0, 0, 0];
    const source = async function* () {
      for await (const text of content) {
        const bytes = Buffer.from(text);
        crc = crc32(bytes, crc);
        size += bytes.length;
        yield bytes;
      }
    };
    const read = Readable.from(source(), { objectMode: false });
    const deflate = createDeflateRaw();
    read.once('error', (error) => deflate.destroy(error));
    read.pipe(deflate);
    try {
      for await (const piece of deflate) {
        packed += (piece as Buffer).length;
        yield piece as Buffer;
      }
    } finally {
      read.destroy();
    }
    const sizes = numbers([4, crc], [4, packed], [4, size]);
    const descriptor = Buffer.concat([numbers([4, 0x08074b50]), sizes]);
    yield descriptor;
    offset += header.length + packed + descriptor.length;
    directory.push(
      numbers([4, 0x02014b50], [2, version]),
      common,
      sizes,
      numbers([2, nameBytes.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, begins]),
      nameBytes,
    );
  }
  const central = Buffer.concat(directory);
  const count = directory.length / 5;
  yield central;
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, central.length], [4, offset], [2, 0]);
}
