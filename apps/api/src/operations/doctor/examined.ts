import type { ClickHouseClient } from '@clickhouse/client';
import type { MongoClient } from 'mongodb';
import type { DoctorSettings } from '../../env.js';

/** What the doctor looks at. Nothing of it is changed. */
export interface Examined {
  mongo: MongoClient;
  /** The same client as `mongo`, unless the keys have their own server. */
  vaultMongo: MongoClient;
  clickhouse: ClickHouseClient;
  eventStoreVersion(): Promise<string>;
  settings: DoctorSettings;
  now(): Date;
}

/** An engine that does not answer within this time counts as unreachable. */
export const patienceMs = 4_000;

class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

/** The result, or a rejection once it takes too long. */
export async function inTime<Result>(asked: Promise<Result>, withinMs = patienceMs): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(new TookTooLong()), withinMs)));
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
