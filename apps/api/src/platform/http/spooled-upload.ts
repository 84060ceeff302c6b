import { createHash } from 'node:crypto';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { isDiskFull } from '../disk-full.js';
import { Refusal } from './problem.filter.js';

const partBytes = 64 * 1024;

/** A file that lies on the disk and not in memory, because it may wait for its turn. */
export class SpooledFile {
  private constructor(
    private readonly handle: FileHandle,
    readonly length: number,
    /** In hex. */
    readonly sha256: string,
  ) {}

  /**
   * Writes a file to the system's temporary folder. It has no name there any more once it is written, so that nothing is left when this
   * process is killed. Throws what reading `bytes` throws.
   */
  static async of(bytes: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    try {
      return await SpooledFile.written(bytes);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      throw new Refusal(507, { message: 'There is no room left to read this file. Nothing was kept of it.' });
    }
  }

  private static async written(bytes: AsyncIterable<Uint8Array>): Promise<SpooledFile> {
    const folder = await mkdtemp(join(tmpdir(), 'superscope-upload-'));
    let handle: FileHandle;
    try {
      handle = await open(join(folder, 'file'), 'wx+', 0o600);
    } finally {
      await rm(folder, { recursive: true });
    }
    const hash = createHash('sha256');
    let length = 0;
    try {
      for await (const part of bytes) {
        hash.update(part);
        await writeWhole(handle, part, length);
        length += part.length;
      }
    } catch (error) {
      await handle.close();
      throw error;
    }
    return new SpooledFile(handle, length, hash.digest('hex'));
  }

  /** The first bytes, at most `most`. */
  async start(most: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.handle.read(Buffer.alloc(most), 0, most, 0);
    return buffer.subarray(0, bytesRead);
  }

  /**
   * The whole, from its beginning, each time. It reads through the handle: a stream of the bare descriptor would close it when it is
   * destroyed, and by then its number may be another file's.
   */
  stream(): Readable {
    return Readable.from(this.parts(), { objectMode: false });
  }

  private async *parts(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.length;) {
      const { buffer, bytesRead } = await this.handle.read(Buffer.allocUnsafe(partBytes), 0, partBytes, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

async function writeWhole(handle: FileHandle, part: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < part.length;)
    done += (await handle.write(part, done, part.length - done, at + done)).bytesWritten;
}
