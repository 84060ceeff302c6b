import type { Collection, Db } from 'mongodb';

/** What a process that reaches an engine tells operators of it, because the apis do not reach it. */
interface EngineNote {
  _id: 'kafka';
  at: Date;
  brokers: number;
  /** Such as `4.2`; null if the broker's features are of a release that this version does not know. */
  release: string | null;
}

export const engineNotes = (ops: Db): Collection<EngineNote> => ops.collection<EngineNote>('engines');

export async function noteEngine(ops: Db, { _id, at, brokers, release }: EngineNote): Promise<void> {
  await engineNotes(ops).updateOne({ _id }, { $set: { at, brokers, release } }, { upsert: true });
}
