import { Injectable } from '@nestjs/common';
import { setPassword, userStream, withoutPasskeys, type User } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Refusal } from '../../platform/http/problem.filter.js';
import { SessionStore } from '../session/session-store.js';
import { PasswordResetTokens } from './password-reset-tokens.js';

interface Change {
  userId: string;
  sealedHash: string;
  /** Throws if the password may no longer be changed. */
  allowed?: (user: User) => void;
  /** The token of the one session that stays open. */
  keptSession?: string | null;
  /** Removes every passkey too, because an attacker may have added one. */
  endsPasskeys?: boolean;
}

/** Throws if the user has another password by now. */
export const stillUnder =
  (before: string | null, refusal: { message: string }) =>
  (user: User): void => {
    if (user.sealedHash !== before) throw new Refusal(400, refusal);
  };

/** Replaces a user's password. Reset links and sessions made under the old password end. */
@Injectable()
export class Passwords {
  constructor(
    private readonly store: EventStore,
    private readonly sessions: SessionStore,
    private readonly tokens: PasswordResetTokens,
  ) {}

  async replace(change: Change, by: CommandContext): Promise<void> {
    const { userId, sealedHash, allowed, keptSession = null, endsPasskeys = false } = change;
    // Done before the event is written: if the process ends after the event, no reset link is left, and the kept session is still valid.
    await this.tokens.deleteAll(userId);
    if (keptSession !== null) await this.sessions.holdUnder(keptSession, sealedHash);
    const decision = (user: User) => {
      allowed?.(user);
      return [...(endsPasskeys ? withoutPasskeys(user) : []), ...setPassword(sealedHash)(user)];
    };
    await this.store.transact(userStream, userId, decision, by);
    await this.sessions.endAll(userId, keptSession);
  }
}
