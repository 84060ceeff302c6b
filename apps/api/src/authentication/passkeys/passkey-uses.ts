import { Injectable } from '@nestjs/common';
import { unlessDuplicate } from '@superscope/event-store/connection/duplicate-key';
import { Ops } from '../../platform/engines.module.js';
import { Clock } from '../../platform/time/clock.js';

interface UseDocument {
  /** `{user}/{passkey}`: a use of a credential id by one user never counts for another user. */
  _id: string;
  /** The authenticator's last signature counter. */
  counter: number;
  lastUsedAt: Date;
}

interface HolderDocument {
  /** The passkey's id. */
  _id: string;
  userId: string;
}

const keyOf = (userId: string, passkeyId: string) => `${userId}/${passkeyId}`;

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

  private get holders() {
    return this.ops.db.collection<HolderDocument>('passkey_holders');
  }

  /**
   * Ties a passkey permanently to one user. False if it belongs to another user: two accounts cannot share a
   * credential id (WebAuthn 7.1).
   */
  async claim(userId: string, passkeyId: string): Promise<boolean> {
    return unlessDuplicate(this.holders.updateOne({ _id: passkeyId, userId }, { $set: { userId } }, { upsert: true }));
  }

  async counterOf(userId: string, passkeyId: string): Promise<number> {
    return (await this.uses.findOne({ _id: keyOf(userId, passkeyId) }))?.counter ?? 0;
  }

  /** Records a use. False if a counter above 0 did not go up, which means that the key may have been copied. */
  async note(userId: string, passkeyId: string, counter: number): Promise<boolean> {
    const behind = counter === 0 ? { counter: 0 } : { counter: { $lt: counter } };
    const set = { counter, lastUsedAt: this.clock.now() };
    return unlessDuplicate(
      this.uses.updateOne({ _id: keyOf(userId, passkeyId), ...behind }, { $set: set }, { upsert: true }),
    );
  }

  /** The time of the last use, by passkey. */
  async lastUsedOf(userId: string, passkeyIds: readonly string[]): Promise<Map<string, Date>> {
    const ids = new Map(passkeyIds.map((passkeyId) => [keyOf(userId, passkeyId), passkeyId]));
    const found = await this.uses.find({ _id: { $in: [...ids.keys()] } }).toArray();
    return new Map(found.map(({ _id, lastUsedAt }) => [ids.get(_id)!, lastUsedAt]));
  }
}
