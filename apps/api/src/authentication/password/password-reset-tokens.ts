import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keptSeconds } from '@superscope/contracts/stored-indexes';
import { Ops } from '../../platform/engines.module.js';
import { LimitByKey } from '../sign-in/limit-by-key.js';

interface TokenDocument {
  _id: string;
  userId: string;
  at: Date;
}

const lifeSeconds = keptSeconds.passwordResetTokens;
/** How many valid links a mailbox gets at once. Beyond, a link follows only once the newest has aged, so that nobody can flood a mailbox. */
const mostValid = 5;
const agedMilliseconds = 10 * 60_000;
const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Tokens of links that set a password. Each is valid for an hour, whatever other links are requested meanwhile. Using one, and changing the
 * password, ends all of the user's.
 */
@Injectable()
export class PasswordResetTokens {
  private readonly oneAtATime = new LimitByKey(1);

  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<TokenDocument>('password_reset_tokens');
  }

  async create(userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.collection.insertOne({ _id: idOf(token), userId, at: new Date() });
    return token;
  }

  /**
   * Creates a token for a link that anybody may request; null if the user has been mailed many valid links just now. Their mailbox then
   * holds one that is valid for most of the hour, so the limit keeps nobody out.
   */
  createUnlessMany(userId: string): Promise<string | null> {
    return this.oneAtATime.run(userId, async () => {
      const now = Date.now();
      const since = { $gt: new Date(now - lifeSeconds * 1000) };
      const valid = await this.collection.find({ userId, at: since }).toArray();
      const isNew = valid.some(({ at }) => now - at.getTime() < agedMilliseconds);
      return valid.length >= mostValid && isNew ? null : this.create(userId);
    });
  }

  async userOf(token: string): Promise<string | null> {
    return (await this.collection.findOne(this.live(token)))?.userId ?? null;
  }

  /** Returns the token's user and deletes the token; null if the token is invalid or expired. */
  async spend(token: string): Promise<string | null> {
    return (await this.collection.findOneAndDelete(this.live(token)))?.userId ?? null;
  }

  /** Mails a token's link. If that fails, the token is deleted, so that it does not count as one that the mailbox holds. */
  async orSpend(token: string, mail: () => Promise<void>): Promise<void> {
    try {
      await mail();
    } catch (error) {
      await this.spend(token);
      throw error;
    }
  }

  async deleteAll(userId: string): Promise<void> {
    await this.collection.deleteMany({ userId });
  }

  private live(token: string) {
    return { _id: idOf(token), at: { $gt: new Date(Date.now() - lifeSeconds * 1000) } };
  }
}
