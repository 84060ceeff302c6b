import { createHmac } from 'node:crypto';
import { uuidFrom } from '../appending/event-ids.js';
import type { KeyVault } from './key-vault.js';

/**
 * Derives ids from values that must not be stored in plain text. Its key never rotates, because an id made today must be found in ten
 * years.
 */
export class Identity {
  private constructor(private readonly idKey: Buffer) {}

  static async open(vault: Pick<KeyVault, 'secret'>): Promise<Identity> {
    return new Identity(await vault.secret('idKey'));
  }

  /** The inner id of a member: a UUID that does not reveal the fund's member number. */
  memberIdOf(platformId: string, memberNumber: string): string {
    return uuidFrom(this.hmac('member', platformId, memberNumber));
  }

  /** The id of the user with this username. */
  userIdOf(username: string): string {
    return uuidFrom(this.hmac('user', username.trim().toLowerCase()));
  }

  /** The id part of a login's stream. Upper and lower case are equal. */
  loginId(login: string): string {
    return this.hmac('login', login.trim().toLowerCase()).toString('hex');
  }

  /** Represents a search in the access log: equal searches can be counted, but none can be read. */
  searchDigest(text: string): string {
    return this.hmac('search', text.trim().toLowerCase()).toString('hex');
  }

  /** Represents a session in the access log: its accesses can be grouped, but it cannot be used to sign in. */
  sessionId(credential: string): string {
    return this.hmac('session', credential).subarray(0, 15).toString('base64url');
  }

  private hmac(...parts: string[]): Buffer {
    return createHmac('sha256', this.idKey).update(JSON.stringify(parts)).digest();
  }
}
