import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { BegunAuthenticator } from '@superscope/contracts/second-factor';
import { removeAuthenticator, secondFactorStream, setAuthenticator } from '@superscope/domain/user/second-factor';
import { userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Refusal } from '../../platform/http/problem.filter.js';
import { PasswordHasher } from '../password/password-hasher.js';
import { SignInAttempts, WrongGuess, type Origin } from '../sign-in/attempts.js';
import { Authenticators, pendingMinutes } from './authenticators.js';

const wrongCode = { message: 'The verification code is not correct' };

/**
 * Begins to set up an authenticator app. It requires the password, because an open session alone must not be enough to take over an
 * account.
 */
export class BeginAuthenticator extends Command<BegunAuthenticator> {
  constructor(
    readonly userId: string,
    readonly username: string,
    readonly password: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** Completes the setup of an authenticator app with a code that the app shows. */
export class SetAuthenticator extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly username: string,
    readonly code: string,
    readonly origin: Origin,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Removes the user's own authenticator app, with a code that it shows. */
export class RemoveAuthenticator extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly username: string,
    readonly code: string,
    readonly origin: Origin,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(BeginAuthenticator)
@Injectable()
export class BeginAuthenticatorHandler implements ICommandHandler<BeginAuthenticator> {
  constructor(
    private readonly store: EventStore,
    private readonly hasher: PasswordHasher,
    private readonly attempts: SignInAttempts,
    private readonly authenticators: Authenticators,
  ) {}

  execute({ userId, username, password, origin }: BeginAuthenticator): Promise<BegunAuthenticator> {
    return this.attempts.attempt(username, origin, async () => {
      const { sealedHash } = (await this.store.load(userStream, userId)).state;
      if (sealedHash === null || !(await this.hasher.matches(userId, sealedHash, password)))
        throw new WrongGuess(400, { message: 'The password is not correct' });
      return { ...(await this.authenticators.begin(userId, username)), worksForMinutes: pendingMinutes };
    });
  }
}

@CommandHandler(SetAuthenticator)
@Injectable()
export class SetAuthenticatorHandler implements ICommandHandler<SetAuthenticator> {
  constructor(
    private readonly store: EventStore,
    private readonly attempts: SignInAttempts,
    private readonly authenticators: Authenticators,
  ) {}

  execute({ userId, username, code, origin, by }: SetAuthenticator): Promise<Written> {
    return this.attempts.attempt(username, origin, async () => {
      const sealedSecret = await this.authenticators.begun(userId);
      if (sealedSecret === null) throw new Refusal(409, { message: 'This took too long. Please begin again.' });
      if (!(await this.authenticators.accept(userId, sealedSecret, code))) throw new WrongGuess(400, wrongCode);
      const written = await this.store.transact(userStream, userId, setAuthenticator(sealedSecret), by);
      await this.authenticators.forgetBegun(userId);
      return written;
    });
  }
}

@CommandHandler(RemoveAuthenticator)
@Injectable()
export class RemoveAuthenticatorHandler implements ICommandHandler<RemoveAuthenticator> {
  constructor(
    private readonly store: EventStore,
    private readonly attempts: SignInAttempts,
    private readonly authenticators: Authenticators,
  ) {}

  execute({ userId, username, code, origin, by }: RemoveAuthenticator): Promise<Written> {
    return this.attempts.attempt(username, origin, async () => {
      const { authenticator } = (await this.store.load(userStream, userId)).state;
      if (authenticator !== null && !(await this.authenticators.accept(userId, authenticator, code)))
        throw new WrongGuess(400, wrongCode);
      const { state: required } = await this.store.load(secondFactorStream, '');
      return this.store.transact(userStream, userId, removeAuthenticator(required), by);
    });
  }
}
