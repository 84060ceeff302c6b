import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FolderInUseError, lockDataDir } from '@superscope/embedded/data-lock';
import { startEventStore } from '@superscope/embedded/event-store/event-store-engine';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { readEnvironment } from '../environment-file.js';
import { explained } from '../first-checks.js';
import type { Options } from '../options.js';

export interface FolderEngines {
  eventStoreUrl: string;
  mongoUrl: string;
  /** False when a portal runs on the folder, whose engines are then used. */
  opened: boolean;
  close(): Promise<void>;
}

/**
 * The engines with a data folder's events and documents: those of the portal running on it, those named by the settings, or the folder's
 * own, opened until `close`. Throws one sentence when there are none.
 */
export async function enginesOfFolder(options: Options): Promise<FolderEngines> {
  const { dataDir, EVENTSTORE_URL, MONGODB_URL } = options;
  const closing: (() => void | Promise<void>)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  if (!existsSync(dataDir) && (EVENTSTORE_URL === undefined || MONGODB_URL === undefined))
    throw new Error(`There is no data folder ${dataDir}; SUPERSCOPE_DATA names another one.`);
  if (existsSync(dataDir)) {
    const lock = freeLock(dataDir);
    if (lock === null) {
      const running = readEnvironment(dataDir);
      const [eventStoreUrl, mongoUrl] = [running?.['EVENTSTORE_URL'], running?.['MONGODB_URL']];
      if (eventStoreUrl === undefined || mongoUrl === undefined)
        throw new Error(`The portal on ${dataDir} is starting or stopping; try again in a moment.`);
      return { eventStoreUrl, mongoUrl, opened: false, close };
    }
    closing.push(() => lock.release());
  }
  try {
    return {
      eventStoreUrl: EVENTSTORE_URL ?? (await open('event-store', startEventStore)),
      mongoUrl: MONGODB_URL ?? (await open('mongo', startMongo)),
      opened: true,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }

  async function open(
    kind: string,
    start: (options: { dataDir: string }) => Promise<{ url: string; stop(): Promise<void> }>,
  ): Promise<string> {
    const folder = join(dataDir, kind);
    if (!existsSync(folder))
      throw new Error(`${dataDir} is not a data folder of Superscope: it has no folder ${kind}.`);
    const engine = await start({ dataDir: folder });
    closing.push(() => engine.stop());
    return engine.url;
  }
}

/** Takes the folder's lock; null while another process holds it. */
function freeLock(dataDir: string): { release(): void } | null {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (error instanceof FolderInUseError) return null;
    throw explained(error, dataDir);
  }
}
