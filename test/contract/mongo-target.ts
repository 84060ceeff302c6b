import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
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
import type { OpenServer } from '../harness/real-server.js';

/** A document of any shape, with one of many types of _id. */
export type Loose = Document & { _id: string | number | ObjectId | UUID | Double | Long };

export type MongoTarget = { client: MongoClient; db: Db; collection(): Collection<Loose>; close(): Promise<void> };

export const temporaryDir = () => mkdtempSync(join(tmpdir(), 'mongo-'));

/** Opens a unique database, which is dropped afterwards, because the server may be shared. */
export async function openOn(server: OpenServer): Promise<MongoTarget> {
  const client = await MongoClient.connect(server.url, { serverSelectionTimeoutMS: 10_000 });
  const db = client.db(`contract_${randomUUID().slice(0, 8)}`);
  const close = async () => {
    await db.dropDatabase();
    await client.close();
    await server.close();
  };
  return { client, db, collection: () => db.collection<Loose>(`c${randomUUID().slice(0, 8)}`), close };
}

/** The server's error code. Rethrows errors that are not refusals by the server. */
export async function codeOf(work: Promise<unknown>): Promise<number> {
  try {
    await work;
  } catch (error) {
    if (error instanceof MongoServerError) return Number(error.code);
    throw error;
  }
  throw new Error('expected the server to refuse this');
}

// eslint-disable-next-line no-restricted-syntax -- the contract is about the code on the wire
export const DUPLICATE_KEY = 11000;

export const ids = (documents: readonly Loose[]) => documents.map((each) => each._id);
