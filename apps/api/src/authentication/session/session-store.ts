import { createHash, randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Ops } from '../../platform/engines.module.js';

export interface Session {
  userId: string;
  /** Stamps of the password it was begun with, and of later ones set from it. Sessions of earlier versions have none and end. */
  passwords?: string[];
  /** The person at the staff identity provider whom it was begun by, instead of a password. */
  signOnId?: string;
  createdAt: Date;
  lastSeenAt: Date;
}

interface SessionDocument extends Session {
  /** SHA-256 of the token, so that the database alone is not enough to take over a session. */
  _id: string;
}

const minutes = 60_000;
/** A session ends after this long without a request… */
export const idleLimitMilliseconds = 30 * minutes;
/** …and in any case after this long. */
export const absoluteLimitMilliseconds = 12 * 60 * minutes;
/** Seeing a session is written down this often at most. */
const touchEveryMilliseconds = minutes;

const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Distinguishes passwords without revealing them: the hash is sealed. */
const stampOf = (sealedHash: string) => createHash('sha256').update(sealedHash).digest('base64url');

/** Whether a session was begun with the password that its user has now, or by the person at the identity provider who is its user. */
export const isUnder = (
  { passwords, signOnId }: Session,
  user: { sealedHash: string | null; signOnId: string | null },
): boolean =>
  signOnId === undefined
    ? user.sealedHash !== null && passwords !== undefined && passwords.includes(stampOf(user.sealedHash))
    : signOnId === user.signOnId;

/** Sessions by random token, in `ops`: losing them signs people out and harms nothing. */
@Injectable()
export class SessionStore implements OnApplicationBootstrap {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<SessionDocument>('sessions');
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.collection.createIndex({ createdAt: 1 }, { expireAfterSeconds: absoluteLimitMilliseconds / 1000 });
    await this.collection.createIndex({ userId: 1 });
  }

  /**
   * A new token for every sign-in, so that a token planted in the browser before is worthless. It is valid while the
   * user has the password that was checked.
   */
  create(userId: string, sealedHash: string): Promise<string> {
    return this.insert({ userId, passwords: [stampOf(sealedHash)] });
  }

  /** The same for a person whom the staff identity provider named. */
  createSignedOn(userId: string, signOnId: string): Promise<string> {
    return this.insert({ userId, signOnId });
  }

  /** Lets a session go on under another password of its user. */
  async holdUnder(token: string, sealedHash: string): Promise<void> {
    await this.collection.updateOne({ _id: idOf(token) }, { $addToSet: { passwords: stampOf(sealedHash) } });
  }

  /** The session while it holds. Finding it puts off its idle end, unless `touch` is false: that only looks. */
  async find(token: string, { touch = true } = {}): Promise<Session | null> {
    const session = await this.collection.findOne({ _id: idOf(token) });
    if (session === null) return null;
    const now = Date.now();
    const idle = now - session.lastSeenAt.getTime();
    if (idle > idleLimitMilliseconds || now - session.createdAt.getTime() > absoluteLimitMilliseconds) {
      await this.end(token);
      return null;
    }
    if (touch && idle > touchEveryMilliseconds)
      await this.collection.updateOne({ _id: session._id }, { $set: { lastSeenAt: new Date(now) } });
    return session;
  }

  async end(token: string): Promise<void> {
    await this.collection.deleteOne({ _id: idOf(token) });
  }

  /** Ends every session of a user, but the one given: after a password change, or when they are deactivated. */
  async endAll(userId: string, exceptToken: string | null = null): Promise<void> {
    const kept = exceptToken === null ? {} : { _id: { $ne: idOf(exceptToken) } };
    await this.collection.deleteMany({ userId, ...kept });
  }

  private async insert(begun: Omit<Session, 'createdAt' | 'lastSeenAt'>): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const now = new Date();
    await this.collection.insertOne({ _id: idOf(token), ...begun, createdAt: now, lastSeenAt: now });
    return token;
  }
}
