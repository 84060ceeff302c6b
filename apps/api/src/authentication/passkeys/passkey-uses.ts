import { Injectable } from '@nestjs/common';
import { MongoServerError } from 'mongodb';
import { Ops } from '../../platform/engines.module.js';
import { Clock } from '../sign-in/clock.js';

interface UseDocument {
  /** The passkey. */
  _id: string;
  /** What its authenticator counted last. */
  counter: number;
  lastUsedAt: Date;
}

const duplicateKey = 11000;

/** When passkeys were used last, and what their authenticators count. Losing it falls back to the count of the day they were added. */
@Injectable()
export class PasskeyUses {
  constructor(
    private readonly ops: Ops,
    private readonly clock: Clock,
  ) {}

  private get uses() {
    return this.ops.db.collection<UseDocument>('passkey_uses');
  }

  async counterOf(passkeyId: string): Promise<number> {
    return (await this.uses.findOne({ _id: passkeyId }))?.counter ?? 0;
  }

  /** Notes a use. False where the authenticator has counted as far before: of two copies of a key one is behind. */
  async note(passkeyId: string, counter: number): Promise<boolean> {
    const behind = counter === 0 ? { counter: 0 } : { counter: { $lt: counter } };
    try {
      const set = { counter, lastUsedAt: this.clock.now() };
      await this.uses.updateOne({ _id: passkeyId, ...behind }, { $set: set }, { upsert: true });
      return true;
    } catch (error) {
      if (error instanceof MongoServerError && error.code === duplicateKey) return false;
      throw error;
    }
  }

  async lastUsedOf(passkeyIds: readonly string[]): Promise<Map<string, Date>> {
    const found = await this.uses.find({ _id: { $in: [...passkeyIds] } }).toArray();
    return new Map(found.map(({ _id, lastUsedAt }) => [_id, lastUsedAt]));
  }
}
