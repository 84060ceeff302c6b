import type { SqliteConnection } from './storage/sqlite-connection.js';
import { MongoError } from './mongo-error.js';

/** The same as logicalSessionTimeoutMinutes in hello. */
export const SESSION_MINUTES = 30;

/**
 * The last numbered write of each session with its reply. A driver that lost the connection resends the write with its number and must get
 * the first result. The reply is stored together with the write, so a retry also works after this process was killed.
 */
export class RetriedWrites {
  constructor(private readonly connection: SqliteConnection) {}

  /** The reply already given, if this write was done before. Throws if a later one was done. */
  find(session: Buffer, number: number): Buffer | undefined {
    const row = this.connection.row('SELECT number, reply FROM retried WHERE session = ?', [session]);
    if (!row || (row[0] as number) < number) return undefined;
    if ((row[0] as number) > number)
      throw new MongoError(225, `Transaction ${number} is older than the session's latest`);
    return row[1] as Buffer;
  }

  remember(session: Buffer, number: number, reply: Buffer): void {
    this.connection.run('INSERT OR REPLACE INTO retried (session, number, reply, at) VALUES (?, ?, ?, ?)', [
      session,
      number,
      reply,
      Date.now(),
    ]);
  }

  forget(session: Buffer): void {
    this.connection.run('DELETE FROM retried WHERE session = ?', [session]);
  }

  forgetOld(now = Date.now()): void {
    this.connection.run('DELETE FROM retried WHERE at < ?', [now - SESSION_MINUTES * 60_000]);
  }
}
