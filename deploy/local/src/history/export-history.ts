import { copyFileSync, createWriteStream, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { appendFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { headFiles, publicKeyFile } from '@superscope/event-store/proof/heads-folder';
import { historyLine } from '@superscope/event-store/proof/history-line';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';

/** The files of an export. */
export const exportedFiles = { events: 'events.ndjson.gz', heads: 'heads.ndjson', key: publicKeyFile } as const;

/**
 * Writes a folder that a third party can verify by itself: every event as a line, the heads of one key, and its public key. Throws one
 * sentence, and leaves nothing, when it cannot be completed.
 */
export async function exportHistory(
  eventStoreUrl: string,
  heads: string,
  out: string,
  onProgress: (events: number) => void = () => undefined,
): Promise<{ events: number }> {
  if (existsSync(out) && readdirSync(out).length > 0)
    throw new Error(`${out} is not empty; name a folder that is, or a new one.`);
  const log = new RawEventLog(eventStoreUrl);
  let events = 0;
  async function* lines() {
    for await (const batch of log.stored()) {
      yield batch.map((event) => `${historyLine(event)}\n`).join('');
      events += batch.length;
      onProgress(events);
    }
  }
  mkdirSync(out, { recursive: true, mode: 0o700 });
  const file = (name: string) => join(out, name);
  try {
    // Heads first: each of them covers events that are exported after it.
    for (const head of await headFiles(heads))
      await appendFile(file(exportedFiles.heads), readFileSync(head), { mode: 0o600 });
    copyFileSync(join(heads, publicKeyFile), file(exportedFiles.key));
    const unfinished = file(`${exportedFiles.events}.partial`);
    await pipeline(lines, createGzip({ level: 6 }), createWriteStream(unfinished, { mode: 0o600, flush: true }));
    await rename(unfinished, file(exportedFiles.events));
    return { events };
  } catch (error) {
    for (const name of [...Object.values(exportedFiles), `${exportedFiles.events}.partial`])
      rmSync(file(name), { force: true });
    throw error;
  } finally {
    await log.close();
  }
}
