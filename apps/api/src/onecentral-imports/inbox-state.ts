import { Injectable } from '@nestjs/common';
import { Ops } from '../platform/engines.module.js';

interface StateDocument {
  _id: 'inbox';
  lookedAt: Date | null;
  awaySince: Date | null;
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

  async read(): Promise<Omit<StateDocument, '_id'>> {
    const found = await this.collection.findOne({ _id: 'inbox' });
    return { lookedAt: found?.lookedAt ?? null, awaySince: found?.awaySince ?? null };
  }
}
