import { createHash } from 'node:crypto';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { seal } from '@superscope/event-store/keys/sealing';
import { Binary, type MongoClient } from 'mongodb';

export interface PlantedSecrets {
  seed: string;
  /** Figures of earlier moments are not published with the secret. */
  madeAt: Date;
}

/**
 * Stores secrets in a new vault that are derived from a seed, so that the same members get the same ids, keys and published figures in
 * every run.
 */
export async function plantSecrets(
  mongo: MongoClient,
  masterKey: Buffer,
  { seed, madeAt }: PlantedSecrets,
): Promise<void> {
  const { key, id } = MasterKeys.of(masterKey).current();
  const secrets = ['publishing', 'idKey'].map((name) => ({
    _id: name as never,
    wrapped: new Binary(seal(createHash('sha256').update(`${seed} ${name}`).digest(), key, name)),
    masterKeyId: id,
    madeAt,
  }));
  await mongo.db('vault').collection('secrets').insertMany(secrets);
}
