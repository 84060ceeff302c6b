import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Longer than any event's line: 256 KiB of data, escaped, and metadata. */
const mostBytesOfLine = 8 * 1024 * 1024;

/** The lines of a file without their ends, in batches (`.gz` is unpacked). Throws one sentence for a file without such lines. */
export async function* fileLines(file: string): AsyncGenerator<Buffer[]> {
  const bytes = createReadStream(file, { highWaterMark: 256 * 1024 });
  const source: Readable = file.endsWith('.gz')
    ? bytes.on('error', (e) => source.destroy(e)).pipe(createGunzip())
    : bytes;
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    const lines: Buffer[] = [];
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const part = chunk.subarray(from, end);
      lines.push(rest.length === 0 ? part : Buffer.concat([...rest, part]));
      rest = [];
      restBytes = 0;
      from = end + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > mostBytesOfLine) throw new Error(`${file} holds a line that is too long to be an event's.`);
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) yield [Buffer.concat(rest)];
}
