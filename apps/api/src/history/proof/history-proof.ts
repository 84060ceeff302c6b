import { basename } from 'node:path';
import type { EventStore } from '@superscope/event-store/event-store';
import { folderOfKey } from '@superscope/event-store/proof/heads-folder';
import { historyLine } from '@superscope/event-store/proof/history-line';
import type { SigningKey } from '@superscope/event-store/proof/signing-key';
import { signHistory, type Signed } from '@superscope/event-store/proof/sign-history';
import type { StoredEvent } from '@superscope/event-store/reading/stored-events';
import type { Db } from 'mongodb';
import type { ProofSettings } from '../../platform/settings/proof-settings.js';
import { underProofLease } from './proof-lease.js';

export interface ProofDocument {
  _id: 'last';
  at: Date;
  /** The folder with the signed heads of the key. */
  folder: string;
  events: number;
  heads: number;
  /** What differs from an earlier head, and where; null if nothing does. */
  difference: string | null;
}

/** Stored if the last comparison failed for another reason than an outage. */
interface FailureDocument {
  _id: 'last';
  at: Date;
}

/** The known number of heads of a key. */
interface HeadsDocument {
  /** The fingerprint of the key. */
  _id: string;
  heads: number;
}

type History = Pick<EventStore, 'stored'>;

export const proofs = (ops: Db) => ops.collection<ProofDocument>('history_proof');
/** When the first comparison was attempted. */
export const firstTry = (ops: Db) => ops.collection<{ _id: 'first'; at: Date }>('history_proof_tries');
export const proofFailures = (ops: Db) => ops.collection<FailureDocument>('history_proof_failures');
const knownHeads = (ops: Db) => ops.collection<HeadsDocument>('history_heads');

/**
 * Whether an engine or a file was unavailable. Any other error comes from the comparison, which tampered heads may
 * cause.
 */
export function isOutage(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (typeof code === 'string') return !code.startsWith('ERR_');
  return typeof code === 'number' || /^Mongo|Unavailable/.test(String(name));
}

/**
 * Compares the history with its heads, signs the events since then, and stores the outcome for System health. Null if another process is
 * doing so.
 */
export const proveAndSign = (store: History, ops: Db, settings: ProofSettings): Promise<Signed | null> =>
  underProofLease(ops, async () => {
    await firstTry(ops).updateOne({ _id: 'first' }, { $setOnInsert: { at: new Date() } }, { upsert: true });
    try {
      const signed = await proven(store, ops, settings);
      await proofFailures(ops).deleteOne({ _id: 'last' });
      return signed;
    } catch (error) {
      if (!isOutage(error)) await proofFailures(ops).replaceOne({ _id: 'last' }, { at: new Date() }, { upsert: true });
      throw error;
    }
  });

async function proven(store: History, ops: Db, { key, folder }: ProofSettings): Promise<Signed> {
  const own = folderOfKey(folder, key);
  const now = new Date();
  const signed = await signHistory({
    history: linesOf(store.stored()),
    folder,
    key,
    at: now.toISOString(),
    leastHeads: await headsOf(ops, key),
  });
  const { events, heads, difference } = signed;
  // A run that finds a difference stops there and counts fewer heads, so the known number never falls.
  const known = await knownHeads(ops).findOneAndUpdate(
    { _id: key.fingerprint },
    { $max: { heads } },
    { upsert: true, returnDocument: 'after' },
  );
  const noted = { folder: own, at: now, events, heads: known?.heads ?? heads, difference: difference?.text ?? null };
  await proofs(ops).replaceOne({ _id: 'last' }, noted, { upsert: true });
  return signed;
}

/** The known number of a key's heads, whichever folder they are in. Earlier releases stored it only in the last proof. */
async function headsOf(ops: Db, { fingerprint }: SigningKey): Promise<number> {
  const known = await knownHeads(ops).findOne({ _id: fingerprint });
  if (known !== null) return known.heads;
  const last = await proofs(ops).findOne({ _id: 'last' });
  return last !== null && basename(last.folder) === fingerprint ? last.heads : 0;
}

async function* linesOf(batches: AsyncIterable<readonly StoredEvent[]>) {
  for await (const batch of batches) yield batch.map(historyLine);
}
