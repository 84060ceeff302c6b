import { Injectable } from '@nestjs/common';
import { MongoServerError } from 'mongodb';
import { Ops } from '../../platform/engines.module.js';
import { Clock } from '../sign-in/clock.js';

interface UseDocument {
  /** The passkey. */
  _id: string;
  /** The authenticator's last counter. */
  counter: number;
  lastUsedAt: Date;
}

const duplicateKey = 11000;

/** Last use and counter of each passkey. If these are lost, the counter falls back to its value when the passkey was added. */
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

  /** Records a use. False if a counter above 0 did not go up, which means that the key may have been copied. */
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
