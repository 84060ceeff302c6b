import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Mailer } from '../../mail/mailer.js';
import { Ops } from '../../platform/engines.module.js';

interface CodeDocument {
  /** The user. */
  _id: string;
  hash: string;
  tries: number;
  expiresAt: Date;
}

const lifeMinutes = 10;
const mostTries = 5;

const hashOf = (userId: string, code: string) => createHash('sha256').update(`${userId}/${code}`).digest('base64url');

/** Six-digit codes sent by e-mail: one at a time for a user, for ten minutes and five tries. */
@Injectable()
export class EmailCodes {
  constructor(
    private readonly ops: Ops,
    private readonly mailer: Mailer,
  ) {}

  private get collection() {
    return this.ops.db.collection<CodeDocument>('email_codes');
  }

  async send(userId: string, email: string): Promise<void> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    await this.collection.replaceOne(
      { _id: userId },
      { hash: hashOf(userId, code), tries: 0, expiresAt: new Date(Date.now() + lifeMinutes * 60_000) },
      { upsert: true },
    );
    await this.mailer.send({
      to: email,
      subject: 'Your Superscope sign-in code',
      text: `Your code is ${code}. It works for ${lifeMinutes} minutes. If you did not ask for it, somebody knows your password: please change it.`,
    });
  }

  /** Whether this is the code sent last. It works once. */
  async accept(userId: string, code: string): Promise<boolean> {
    const found = await this.collection.findOneAndUpdate(
      { _id: userId, expiresAt: { $gt: new Date() }, tries: { $lt: mostTries } },
      { $inc: { tries: 1 } },
    );
    if (found === null) return false;
    const given = Buffer.from(hashOf(userId, code.replace(/\s/g, '')));
    const right = timingSafeEqual(given, Buffer.from(found.hash));
    // Deleting decides between two requests with the same code: only one of them signs in.
    return right && (await this.collection.deleteOne({ _id: userId, hash: found.hash })).deletedCount === 1;
  }
}
