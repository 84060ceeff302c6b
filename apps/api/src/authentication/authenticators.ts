import { Injectable } from '@nestjs/common';
import { keptSeconds } from '@superscope/contracts/stored-indexes';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { openText, sealText } from '@superscope/event-store/keys/sealing';
import { unlessDuplicate } from '@superscope/event-store/connection/duplicate-key';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { Ops } from '../platform/engines.module.js';
import { Clock } from '../platform/time/clock.js';

interface PendingDocument {
  /** The user. */
  _id: string;
  sealedSecret: string;
  at: Date;
}

interface UseDocument {
  /** The user. */
  _id: string;
  /** The newest half minute whose code was accepted. Its code and earlier ones are refused. */
  step: number;
}

interface TriesDocument {
  /** The user, and the ten-minute period of the tries. */
  _id: string;
  tries: number;
  at: Date;
}

export const pendingMinutes = keptSeconds.pendingAuthenticators / 60;
const periodMilliseconds = keptSeconds.authenticatorTries * 1000;
/** The most tries of a user in ten minutes, from any address. After that, even a correct code is refused until the period ends. */
const mostTries = 10;
/** How far a phone's clock may be off. */
const toleranceSeconds = 30;

const aadOf = (userId: string) => `authenticator/${userId}`;

/** Secrets of authenticator apps, encrypted with a server key, and the checking of their codes, each of which is valid once. */
@Injectable()
export class Authenticators {
  constructor(
    private readonly ops: Ops,
    private readonly vault: KeyVault,
    private readonly clock: Clock,
  ) {}

  private get pending() {
    return this.ops.db.collection<PendingDocument>('authenticators_pending');
  }

  private get uses() {
    return this.ops.db.collection<UseDocument>('authenticator_uses');
  }

  private get tries() {
    return this.ops.db.collection<TriesDocument>('authenticator_tries');
  }

  /** Makes a new secret, which takes effect once one of its codes was given. It replaces an earlier pending secret. */
  async begin(userId: string, username: string): Promise<{ secret: string; address: string }> {
    const secret = generateSecret();
    const sealedSecret = sealText(secret, await this.key(), aadOf(userId));
    await this.pending.replaceOne({ _id: userId }, { sealedSecret, at: this.clock.now() }, { upsert: true });
    return { secret, address: generateURI({ issuer: 'Superscope', label: username, secret }) };
  }

  /** The pending secret, encrypted; null if there is none or it has expired. */
  async begun(userId: string): Promise<string | null> {
    const since = { $gt: new Date(this.clock.now().getTime() - pendingMinutes * 60_000) };
    return (await this.pending.findOne({ _id: userId, at: since }))?.sealedSecret ?? null;
  }

  async forgetBegun(userId: string): Promise<void> {
    await this.pending.deleteOne({ _id: userId });
  }

  /** Whether this is an unused code of the app. */
  async accept(userId: string, sealedSecret: string, code: string): Promise<boolean> {
    const now = this.clock.now();
    const id = `${userId} ${Math.floor(now.getTime() / periodMilliseconds)}`;
    const counted = await this.tries.findOneAndUpdate(
      { _id: id },
      { $inc: { tries: 1 }, $set: { at: now } },
      { upsert: true, returnDocument: 'after' },
    );
    if ((counted?.tries ?? 1) > mostTries) return false;
    const secret = openText(sealedSecret, await this.key(), aadOf(userId));
    const step = stepOf(secret, code, now);
    if (step === null || !(await this.use(userId, step))) return false;
    await this.tries.deleteOne({ _id: id });
    return true;
  }

  /** Marks a code as used. Of two concurrent requests with the same code, only one succeeds. */
  private async use(userId: string, step: number): Promise<boolean> {
    return unlessDuplicate(
      this.uses.updateOne({ _id: userId, step: { $lt: step } }, { $set: { step } }, { upsert: true }),
    );
  }

  private key(): Promise<Buffer> {
    return this.vault.secret('authenticatorSeal');
  }
}

/** The half minute that a code belongs to; null if the code is wrong. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: toleranceSeconds });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}
