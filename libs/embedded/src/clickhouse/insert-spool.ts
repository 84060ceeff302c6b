import { randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ClickhouseError } from './clickhouse-error.js';

/** The rows of one insert, kept in a file until the engine has read them. */
export type SpooledRows = { path: string; discard(): Promise<void> };

/**
 * Passes the rows of an insert to the engine by file. Appended to the statement's text, rows with a blank line or a line ending in a
 * semicolon would be silently cut there, and binary formats would not work. A file is also faster and takes no memory.
 */
export class InsertSpool {
  constructor(private readonly folder: string) {
    // Leftover files belong to inserts of a killed process, which were never acknowledged.
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }

  async keep(head: string, rows: Readable): Promise<SpooledRows> {
    const path = join(this.folder, randomUUID());
    const discard = () => rm(path, { force: true });
    try {
      await pipeline(
        async function* () {
          if (head) yield Buffer.from(head);
          yield* rows;
        },
        createWriteStream(path, { mode: 0o600 }),
      );
    } catch (error) {
      await discard();
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC')
        throw ClickhouseError.of(243, 'NOT_ENOUGH_SPACE', 'No space left on the disk for the rows of this insert.');
      throw error;
    }
    return { path, discard };
  }
}
