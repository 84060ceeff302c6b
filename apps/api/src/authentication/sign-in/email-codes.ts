import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { unlessDuplicate } from '@superscope/event-store/connection/duplicate-key';
import { Mailer } from '../../mail/mailer.js';
import { Ops } from '../../platform/engines.module.js';

interface CodeDocument {
  /** The user. */
  _id: string;
  hash: string;
  tries: number;
  expiresAt: Date;
}

export const lifeMinutes = 10;
/** A code is not replaced sooner than this, so that repeated requests neither flood a mailbox nor gain more tries. */
const newestForMinutes = 1;
const mostTries = 5;

const hashOf = (userId: string, code: string) => createHash('sha256').update(`${userId}/${code}`).digest('base64url');

/** Six-digit codes sent by e-mail. A user has one at a time, valid for ten minutes and five tries. */
@Injectable()
export class EmailCodes {
  constructor(
    private readonly ops: Ops,
    private readonly mailer: Mailer,
  ) {}

  private get collection() {
    return this.ops.db.collection<CodeDocument>('email_codes');
  }

  /** Sends a new code, unless one was sent within the last minute. */
  async send(userId: string, email: string): Promise<void> {
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const hash = hashOf(userId, code);
    if (!(await this.remember(userId, hash))) return;
    try {
      await this.mailer.send({
        to: email,
        subject: 'Your Superscope sign-in code',
        text: `Your code is ${code}. It works for ${lifeMinutes} minutes. If you did not ask for it, somebody knows your password: please change it.`,
      });
    } catch (error) {
      // The mail was not sent, so the next sign-in need not wait for this code.
      await this.collection.deleteOne({ _id: userId, hash });
      throw error;
    }
  }

  /** Seconds until another code may be sent to the user; 0 if it may be sent at once. */
  async nextInSeconds(userId: string): Promise<number> {
    const last = await this.collection.findOne({ _id: userId });
    if (last === null) return 0;
    const sentAt = last.expiresAt.getTime() - lifeMinutes * 60_000;
    return Math.max(0, Math.ceil((sentAt + newestForMinutes * 60_000 - Date.now()) / 1000));
  }

  private async remember(userId: string, hash: string): Promise<boolean> {
    const now = Date.now();
    const notSentJustNow = { $lte: new Date(now + (lifeMinutes - newestForMinutes) * 60_000) };
    return unlessDuplicate(
      this.collection.replaceOne(
        { _id: userId, expiresAt: notSentJustNow },
        { hash, tries: 0, expiresAt: new Date(now + lifeMinutes * 60_000) },
        { upsert: true },
      ),
    );
  }

  /** Whether this is the code that was sent last. It is accepted only once. */
  async accept(userId: string, code: string): Promise<boolean> {
    const found = await this.collection.findOneAndUpdate(
      { _id: userId, expiresAt: { $gt: new Date() }, tries: { $lt: mostTries } },
      { $inc: { tries: 1 } },
    );
    if (found === null) return false;
    const given = Buffer.from(hashOf(userId, code.replace(/\s/g, '')));
    const right = timingSafeEqual(given, Buffer.from(found.hash));
    // Of two concurrent requests with the same code, only the one that deletes it signs in.
    return right && (await this.collection.deleteOne({ _id: userId, hash: found.hash })).deletedCount === 1;
  }
}
