import { createHmac } from 'node:crypto';
import { cleanText, lookAlikeKey } from '@superscope/domain/text/clean-text';
import { searchKey } from '@superscope/domain/text/search-key';
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

  /** The id part of a login's stream. Logins that look the same are equal, and so are upper and lower case. */
  loginId(login: string): string {
    return this.hmac('login', lookAlikeKey(login).toLowerCase()).toString('hex');
  }

  /**
   * The ids under which this login may have been reserved, the likeliest first. Earlier releases distinguished logins by characters that
   * cannot be seen, by the encoding of accents and by apostrophes; whoever signed in under such a login still does.
   */
  loginIds(login: string): string[] {
    const earlier = [login.trim(), cleanText(login), cleanText(login).normalize('NFD')];
    const ids = earlier.map((text) => this.hmac('login', text.toLowerCase()).toString('hex'));
    return [...new Set([ids[0]!, this.loginId(login), ...ids])];
  }

  /** Represents a person at the staff identity provider. Their id there is opaque, so none that looks like it is equal. */
  signOnId(issuer: string, subject: string): string {
    return this.hmac('login', `${issuer} ${subject}`.trim().toLowerCase()).toString('hex');
  }

  /** Represents a search in the access log: searches for the same name are equal and can be counted, but none can be read. */
  searchDigest(text: string): string {
    return this.hmac('search', searchKey(text)).toString('hex');
  }

  /** Represents a question about figures in the access log, which can be compared in the same way. */
  questionDigest(question: string): string {
    return this.hmac('search', question.trim().toLowerCase()).toString('hex');
  }

  /** Represents a session in the access log: its accesses can be grouped, but it cannot be used to sign in. */
  sessionId(credential: string): string {
    return this.hmac('session', credential).subarray(0, 15).toString('base64url');
  }

  private hmac(...parts: string[]): Buffer {
    return createHmac('sha256', this.idKey).update(JSON.stringify(parts)).digest();
  }
}
