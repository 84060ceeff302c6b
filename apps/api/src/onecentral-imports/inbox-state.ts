import { Injectable } from '@nestjs/common';
import { Ops } from '../platform/engines.module.js';

interface StateDocument {
  _id: 'inbox';
  lookedAt: Date | null;
  awaySince: Date | null;
  /** Files with tax file numbers that lie in the inbox still. Documents of earlier releases lack it. */
  lying?: string[];
}

/** What is known of the inbox in every api, though one of them looks at it. */
@Injectable()
export class InboxState {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<StateDocument>('onecentral_inbox');
  }

  async noteAnswer(at: Date): Promise<void> {
    await this.collection.updateOne({ _id: 'inbox' }, { $set: { lookedAt: at, awaySince: null } }, { upsert: true });
  }

  /** Notes that the inbox does not answer. Returns whether that is new. */
  async noteAway(at: Date): Promise<boolean> {
    const { awaySince } = await this.read();
    if (awaySince !== null) return false;
    await this.collection.updateOne({ _id: 'inbox' }, { $set: { awaySince: at } }, { upsert: true });
    return true;
  }

  /** Notes a file with tax file numbers that could not be removed from the inbox. */
  async noteLying(fileId: string): Promise<void> {
    await this.collection.updateOne({ _id: 'inbox' }, { $addToSet: { lying: fileId } }, { upsert: true });
  }

  /** Notes which files with tax file numbers lie in the inbox still: these, and those noted before that are present. */
  async noteAllLying(fileIds: readonly string[], present: ReadonlySet<string>): Promise<void> {
    const { lying } = await this.read();
    const all = [...new Set([...fileIds, ...lying.filter((fileId) => present.has(fileId))])];
    if (all.length === lying.length && lying.every((fileId) => all.includes(fileId))) return;
    await this.collection.updateOne({ _id: 'inbox' }, { $set: { lying: all } }, { upsert: true });
  }

  async read(): Promise<Required<Omit<StateDocument, '_id'>>> {
    const found = await this.collection.findOne({ _id: 'inbox' });
    return { lookedAt: found?.lookedAt ?? null, awaySince: found?.awaySince ?? null, lying: found?.lying ?? [] };
  }
}
