import type { EventStore } from '@superscope/event-store/event-store';
import { folderOfKey } from '@superscope/event-store/proof/heads-folder';
import { historyLine } from '@superscope/event-store/proof/history-line';
import { SigningKey } from '@superscope/event-store/proof/signing-key';
import { signHistory, type Signed } from '@superscope/event-store/proof/sign-history';
import type { StoredEvent } from '@superscope/event-store/reading/stored-events';
import type { Db } from 'mongodb';
import type { Env } from '../../env.js';

export interface ProofDocument {
  _id: 'last';
  at: Date;
  /** Folder of the key's heads. */
  folder: string;
  events: number;
  heads: number;
  /** What differs from an earlier head, and where; null where nothing does. */
  difference: string | null;
}

/** What signs the history, and where its heads are kept; null where the settings name neither. Throws one sentence for a wrong key. */
export function proofSettings({
  SUPERSCOPE_HISTORY_KEY: pem,
  SUPERSCOPE_HISTORY_HEADS: folder,
}: Pick<Env, 'SUPERSCOPE_HISTORY_KEY' | 'SUPERSCOPE_HISTORY_HEADS'>): { key: SigningKey; folder: string } | null {
  return pem === undefined || folder === undefined ? null : { key: SigningKey.of(pem), folder };
}

export const proofs = (ops: Db) => ops.collection<ProofDocument>('history_proof');

/** Compares the history with its heads, signs the events since, and stores the outcome for System health. */
export async function proveAndSign(
  store: Pick<EventStore, 'stored'>,
  ops: Db,
  { key, folder }: { key: SigningKey; folder: string },
): Promise<Signed> {
  const own = folderOfKey(folder, key);
  const before = await proofs(ops).findOne({ _id: 'last', folder: own });
  const now = new Date();
  const signed = await signHistory({
    history: linesOf(store.stored()),
    folder,
    key,
    at: now.toISOString(),
    leastHeads: before?.heads ?? 0,
  });
  const { events, heads, difference } = signed;
  const noted = {
    folder: own,
    at: now,
    events,
    // A run that finds a difference stops there and counts fewer heads, so the known number is kept.
    heads: Math.max(heads, before?.heads ?? 0),
    difference: difference?.text ?? null,
  };
  await proofs(ops).replaceOne({ _id: 'last' }, noted, { upsert: true });
  return signed;
}

async function* linesOf(batches: AsyncIterable<readonly StoredEvent[]>) {
  for await (const batch of batches) yield batch.map(historyLine);
}
