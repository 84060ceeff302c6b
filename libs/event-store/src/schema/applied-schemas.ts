import { setTimeout as delay } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import { isMongoAway } from '../connection/mongo-away.js';
import { readModelDigests, schemaDigest, type WantedSchema } from './wanted-schema.js';

/** A schema that was applied completely. It is kept in `views`, so that it vanishes with what it made there. */
export interface AppliedSchema {
  /** The schema's digest. */
  _id: string;
  /** The version that applied it. */
  version: string;
  at: Date;
}

/** What a read model was last built from the first event with. */
interface BuiltReadModel {
  /** Its kind. */
  _id: string;
  digest: string;
  version: string;
  at: Date;
}

export const appliedSchemas = (views: Db): Collection<AppliedSchema> => views.collection<AppliedSchema>('schemas');
export const builtReadModels = (views: Db): Collection<BuiltReadModel> =>
  views.collection<BuiltReadModel>('read_models');

/** Notes that everything of a schema is there. Read models that nothing is known of count as built by this version. */
export async function noteApplied(views: Db, wanted: WantedSchema, version: string): Promise<void> {
  const at = new Date();
  await appliedSchemas(views).updateOne({ _id: schemaDigest(wanted) }, { $set: { version, at } }, { upsert: true });
  for (const [kind, digest] of Object.entries(readModelDigests(wanted)))
    await builtReadModels(views).updateOne({ _id: kind }, { $setOnInsert: { digest, version, at } }, { upsert: true });
}

/** Notes that a rebuild has replaced read models of these kinds. */
export async function noteBuilt(
  views: Db,
  wanted: WantedSchema,
  version: string,
  kinds: readonly string[],
): Promise<void> {
  const digests = readModelDigests(wanted);
  const at = new Date();
  for (const kind of kinds)
    await builtReadModels(views).updateOne(
      { _id: kind },
      { $set: { digest: digests[kind], version, at } },
      { upsert: true },
    );
}

const lookEveryMs = 1_000;
const tellEveryMs = 60_000;

/** Says what to do about a schema that was not applied. */
export const schemaMissing =
  'The engines do not have the schema of this version yet. This process waits until the schema step has run: apps/projector/dist/schema/schema.main.js (npm start runs it by itself; compose and Kubernetes run it before the servers).';

const mongoAway = 'MongoDB does not answer. This process waits until it does.';

/**
 * Waits until the schema step of this version has run completely. A server changes no schema itself, because a probe may end it at any
 * moment. `tell` gets a sentence at first, and then once a minute. MongoDB that is away is waited for too; any other refusal is thrown.
 */
export async function awaitSchema(views: Db, wanted: WantedSchema, tell: (sentence: string) => void): Promise<void> {
  const digest = schemaDigest(wanted);
  const missing = async () => {
    try {
      return (await appliedSchemas(views).findOne({ _id: digest })) === null ? schemaMissing : null;
    } catch (error) {
      if (isMongoAway(error)) return mongoAway;
      throw error;
    }
  };
  let told = -Infinity;
  for (let sentence = await missing(); sentence !== null; sentence = await missing()) {
    if (performance.now() - told >= tellEveryMs) {
      tell(sentence);
      told = performance.now();
    }
    await delay(lookEveryMs);
  }
}
