import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keptSeconds } from '@superscope/contracts/stored-indexes';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { unlessDuplicate } from '@superscope/event-store/connection/duplicate-key';
import { Ops } from '../../platform/engines.module.js';
import { Clock } from '../../platform/time/clock.js';

/** A used challenge, kept until it would have expired. */
interface UsedDocument {
  _id: string;
  at: Date;
}

export const challengeMinutes = keptSeconds.passkeyChallenges / 60;
const randomLength = 24;
const timeLength = 6;
const macLength = 16;

/**
 * Challenges for authenticators. Each is valid for five minutes, for one purpose, once. A MAC with a server key proves that we issued it,
 * so unanswered challenges need not be stored, and endless requests cannot fill the database.
 */
@Injectable()
export class PasskeyChallenges {
  constructor(
    private readonly ops: Ops,
    private readonly vault: KeyVault,
    private readonly clock: Clock,
  ) {}

  private get used() {
    return this.ops.db.collection<UsedDocument>('passkey_challenges');
  }

  /** `purpose` names the ceremony and its user. */
  async issue(purpose: string): Promise<Buffer> {
    const until = Buffer.alloc(timeLength);
    until.writeUIntBE(this.clock.now().getTime() + challengeMinutes * 60_000, 0, timeLength);
    const content = Buffer.concat([randomBytes(randomLength), until]);
    return Buffer.concat([content, await this.macOf(content, purpose)]);
  }

  /** Whether it was issued for this purpose, has not expired, and is answered for the first time. */
  async accept(challenge: string, purpose: string): Promise<boolean> {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== randomLength + timeLength + macLength) return false;
    const content = bytes.subarray(0, randomLength + timeLength);
    const mac = bytes.subarray(randomLength + timeLength);
    if (!timingSafeEqual(mac, await this.macOf(content, purpose))) return false;
    const now = this.clock.now();
    if (content.readUIntBE(randomLength, timeLength) <= now.getTime()) return false;
    return unlessDuplicate(this.used.insertOne({ _id: bytes.toString('base64url'), at: now }));
  }

  private async macOf(content: Buffer, purpose: string): Promise<Buffer> {
    const key = await this.vault.secret('passkeyChallenge');
    return createHmac('sha256', key).update(`${purpose}\n`).update(content).digest().subarray(0, macLength);
  }
}
