import { createHash, randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Ops } from '../../platform/engines.module.js';

interface TokenDocument {
  _id: string;
  userId: string;
  at: Date;
}

const lifeSeconds = 60 * 60;
const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Tokens of password reset links. Each is valid for an hour and can be used once; only a user's newest token is valid. */
@Injectable()
export class PasswordResetTokens implements OnApplicationBootstrap {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<TokenDocument>('password_reset_tokens');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.collection.createIndex({ at: 1 }, { expireAfterSeconds: lifeSeconds });
    await this.collection.createIndex({ userId: 1 });
  }

  async create(userId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    await this.deleteAll(userId);
    await this.collection.insertOne({ _id: idOf(token), userId, at: new Date() });
    return token;
  }

  async userOf(token: string): Promise<string | null> {
    return (await this.collection.findOne(this.live(token)))?.userId ?? null;
  }

  /** Returns the token's user and deletes the token; null if the token is invalid or expired. */
  async spend(token: string): Promise<string | null> {
    return (await this.collection.findOneAndDelete(this.live(token)))?.userId ?? null;
  }

  async deleteAll(userId: string): Promise<void> {
    await this.collection.deleteMany({ userId });
  }

  private live(token: string) {
    return { _id: idOf(token), at: { $gt: new Date(Date.now() - lifeSeconds * 1000) } };
  }
}
