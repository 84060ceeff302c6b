import { groupBy } from '@superscope/domain/group-by';
import type { Db, IndexDescriptionInfo, MongoClient } from 'mongodb';
import { indexName, type WantedIndex } from './wanted-schema.js';

/** The same client twice, unless the keys have their own server. */
export interface MongoServers {
  mongo: MongoClient;
  vaultMongo: MongoClient;
}

const databaseOf = ({ mongo, vaultMongo }: MongoServers, { database }: WantedIndex): Db =>
  (database === 'vault' ? vaultMongo : mongo).db(database);

/** An index as operators read it: `ops.sessions userId_1`. */
export const indexTitle = (index: WantedIndex): string => `${index.database}.${index.collection} ${indexName(index)}`;

type Standing = 'same' | 'other' | 'missing';

const standingOf = (wanted: WantedIndex, found: readonly IndexDescriptionInfo[]): Standing => {
  const name = indexName(wanted);
  const one = found.find((index) => index.name === name);
  if (one === undefined) return 'missing';
  const isSame =
    one.expireAfterSeconds === wanted.expireAfterSeconds &&
    (one.sparse ?? false) === (wanted.sparse ?? false) &&
    (one.unique ?? false) === (wanted.unique ?? false);
  return isSame ? 'same' : 'other';
};

/** The indexes that are missing, or that stand with other options. */
export async function differingIndexes(servers: MongoServers, wanted: readonly WantedIndex[]): Promise<WantedIndex[]> {
  const byCollection = groupBy(wanted, ({ database, collection }) => `${database}.${collection}`);
  const differing = await Promise.all(
    [...byCollection.values()].map(async (indexes) => {
      const found = await standingIndexes(servers, indexes[0]!);
      return indexes.filter((index) => standingOf(index, found) !== 'same');
    }),
  );
  return differing.flat();
}

/** Makes an index. One with the same name and other options is replaced. */
export async function makeIndex(servers: MongoServers, wanted: WantedIndex): Promise<void> {
  const collection = databaseOf(servers, wanted).collection(wanted.collection);
  const { key, expireAfterSeconds, sparse, unique } = wanted;
  const name = indexName(wanted);
  if (standingOf(wanted, await standingIndexes(servers, wanted)) === 'other') await collection.dropIndex(name);
  await collection.createIndex(key, {
    name,
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
    ...(sparse !== undefined && { sparse }),
    ...(unique !== undefined && { unique }),
  });
}

async function standingIndexes(servers: MongoServers, wanted: WantedIndex): Promise<IndexDescriptionInfo[]> {
  try {
    return await databaseOf(servers, wanted).collection(wanted.collection).listIndexes().toArray();
  } catch (error) {
    // A collection that nothing was written to does not exist yet.
    if ((error as { codeName?: string }).codeName === 'NamespaceNotFound') return [];
    throw error;
  }
}
