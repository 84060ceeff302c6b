import { rmSync } from 'node:fs';
import { MongoClient, type Collection } from 'mongodb';
import { afterEach, beforeEach } from 'vitest';
import { startMongo, type MongoOptions, type RunningMongo } from '@superscope/embedded/mongo/mongo-engine';
import { MongoProcess } from './mongo-child.js';
import { temporaryDir, type Loose } from './mongo-target.js';

/** Embedded servers and their clients on a separate data folder for each test. They are closed after the test. */
export function embeddedMongo() {
  let dataDir: string;
  let closing: (() => Promise<unknown>)[];
  beforeEach(() => {
    dataDir = temporaryDir();
    closing = [];
  });
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const start = async (options: Partial<MongoOptions> = {}): Promise<RunningMongo> => {
    const engine = await startMongo({ dataDir, ...options });
    closing.push(engine.stop);
    return engine;
  };
  const startProcess = async () => {
    const engine = await MongoProcess.start(dataDir);
    closing.push(() => engine.kill());
    return engine;
  };
  const client = async (url: string) => {
    const connected = await MongoClient.connect(url, { serverSelectionTimeoutMS: 5_000 });
    closing.push(() => connected.close());
    return connected;
  };
  const collectionOf = async (url: string): Promise<Collection<Loose>> =>
    (await client(url)).db('test').collection<Loose>('items');
  return { dataDir: () => dataDir, closing: () => closing, start, startProcess, client, collectionOf };
}
