import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { keptSeconds } from '@superscope/contracts/stored-indexes';
import { Ops } from '../../platform/engines.module.js';

export interface Session {
  userId: string;
  /**
   * Digests of the password that the session was begun with, and of later passwords set from within it. Sessions of earlier releases have
   * none and end.
   */
  passwords?: string[];
  /** The id at the staff identity provider, if the session was begun by single sign-on instead of a password. */
  signOnId?: string;
  createdAt: Date;
  lastSeenAt: Date;
}

interface SessionDocument extends Session {
  /** SHA-256 of the token, so that the database alone is not enough to take over a session. */
  _id: string;
}

const minutes = 60_000;
/** A session ends after this long without a request. */
const idleLimitMilliseconds = 30 * minutes;
/** A session ends after this long in any case. */
const absoluteLimitMilliseconds = keptSeconds.sessions * 1000;
/** How often a session's last use is stored, at most. */
const touchEveryMilliseconds = minutes;

const idOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Distinguishes passwords without revealing them, because the hash is encrypted. */
const stampOf = (sealedHash: string) => createHash('sha256').update(sealedHash).digest('base64url');

/** Whether a session was begun with its user's current password, or by the single sign-on id that its user still has. */
export const isUnder = (
  { passwords, signOnId }: Session,
  user: { sealedHash: string | null; signOnId: string | null },
): boolean =>
  signOnId === undefined
    ? user.sealedHash !== null && passwords !== undefined && passwords.includes(stampOf(user.sealedHash))
    : signOnId === user.signOnId;

/** Sessions by random token, in `ops`. Losing them only signs people out. */
@Injectable()
export class SessionStore {
  constructor(private readonly ops: Ops) {}

  private get collection() {
    return this.ops.db.collection<SessionDocument>('sessions');
  }

  /**
   * Makes a new token for every sign-in, so that a token planted in the browser beforehand is worthless. The session is valid while the
   * user keeps the password that was checked.
   */
  create(userId: string, sealedHash: string): Promise<string> {
    return this.insert({ userId, passwords: [stampOf(sealedHash)] });
  }

  /** The same for a user whom the staff identity provider has authenticated. */
  createSignedOn(userId: string, signOnId: string): Promise<string> {
    return this.insert({ userId, signOnId });
  }

  /** Keeps a session valid under a new password of its user. */
  async holdUnder(token: string, sealedHash: string): Promise<void> {
    await this.collection.updateOne({ _id: idOf(token) }, { $addToSet: { passwords: stampOf(sealedHash) } });
  }

  /** Keeps every session of a user that is valid under one hash of the password valid under another hash of it. */
  async holdAllUnder(userId: string, before: string, sealedHash: string): Promise<void> {
    await this.collection.updateMany(
      { userId, passwords: stampOf(before) },
      { $addToSet: { passwords: stampOf(sealedHash) } },
    );
  }

  /** The session if it has not expired. Finding it postpones the idle limit unless `touch` is false. */
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

  /** Ends every session of a user except the given one, after a password change or when the user is deactivated. */
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
