import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  MongoClient,
  MongoServerError,
  type Collection,
  type Db,
  type Document,
  type Double,
  type Long,
  type ObjectId,
  type UUID,
} from 'mongodb';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';

/** Documents of these suites have any shape and many kinds of _id. */
export type Loose = Document & { _id: string | number | ObjectId | UUID | Double | Long };

export type MongoTarget = { client: MongoClient; db: Db; collection(): Collection<Loose>; close(): Promise<void> };

/**
 * The servers that must behave alike: the embedded one and whatever MONGODB_URL names. A server other than MongoDB itself may fail in what it lacks: of
 * SecantusDB 0.7.0b3 that is noted where it concerns a test.
 */
export const targets: [name: string, open: () => Promise<MongoTarget>][] = [
  ['the embedded server', openEmbedded],
  ...(process.env['MONGODB_URL']
    ? [['MONGODB_URL', () => openUrl(process.env['MONGODB_URL']!)] as [string, typeof openEmbedded]]
    : []),
];

export const temporaryDir = () => mkdtempSync(join(tmpdir(), 'mongo-'));

async function openEmbedded(): Promise<MongoTarget> {
  const dataDir = temporaryDir();
  const engine = await startMongo({ dataDir });
  const target = await openUrl(engine.url);
  const close = async () => {
    await target.close();
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...target, close };
}

async function openUrl(url: string): Promise<MongoTarget> {
  const client = await MongoClient.connect(url, { serverSelectionTimeoutMS: 10_000 });
  const db = client.db(`contract_${randomUUID().slice(0, 8)}`);
  const close = async () => {
    await db.dropDatabase();
    await client.close();
  };
  return { client, db, collection: () => db.collection<Loose>(`c${randomUUID().slice(0, 8)}`), close };
}

/** The server's error code, or the failure itself when it is no refusal by the server. */
export async function codeOf(work: Promise<unknown>): Promise<number> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MongoServerError) return Number(error.code);
    throw error;
  }
  throw new Error('expected the server to refuse this');
}

export const DUPLICATE_KEY = 11000;
export const WRITE_CONFLICT = 112;
