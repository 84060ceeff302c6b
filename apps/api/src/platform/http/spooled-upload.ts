import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

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

  /** The whole, from its beginning, each time. */
  stream(): Readable {
    return createReadStream('', { fd: this.handle.fd, start: 0, autoClose: false });
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

async function writeWhole(handle: FileHandle, part: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < part.length;)
    done += (await handle.write(part, done, part.length - done, at + done)).bytesWritten;
}
