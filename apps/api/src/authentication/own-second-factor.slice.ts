import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  authenticatorCodeRequest,
  beginAuthenticatorRequest,
  begunAuthenticator,
  type BegunAuthenticator,
  ownSecondFactor,
  type OwnSecondFactor,
} from '@superscope/contracts/second-factor';
import type { AccessAction } from '@superscope/domain/access/access-actions';
import { maySignInByPasskey } from '@superscope/domain/user/passkeys';
import {
  removeAuthenticator,
  secondFactorOf,
  secondFactorStream,
  setAuthenticator,
} from '@superscope/domain/user/second-factor';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AuthenticationModule } from './authentication.module.js';
import { Authenticators, pendingMinutes } from './authenticators.js';
import { PasswordHasher } from './password/password-hasher.js';
import { OwnAccount } from './session/own-account.js';
import { type Origin, SignInAttempts, WrongGuess } from './sign-in/attempts.js';

const ownSecondFactorEndpoint = endpoint('GET /api/authentication/secondFactor', {
  summary: 'The second step that sign-in asks of the caller',
  right: 'account.self',
  answers: { 200: ownSecondFactor },
});

const beginAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/begin', {
  summary:
    'Answers a secret for an authenticator app, which only this answer shows; it counts once a code is confirmed',
  right: 'account.self',
  body: beginAuthenticatorRequest,
  answers: { 200: begunAuthenticator },
  problems: { 429: null },
});

const confirmAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/confirm', {
  summary: 'Sets up the authenticator app by a code that it shows',
  right: 'account.self',
  body: authenticatorCodeRequest,
  answers: { 200: writeAnswer },
  problems: { 429: null },
});

const removeAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/remove', {
  summary: 'Removes the authenticator app, by a code that it shows',
  right: 'account.self',
  body: authenticatorCodeRequest,
  answers: { 200: writeAnswer },
  problems: { 429: null },
});

const wrongCode = { message: 'The verification code is not correct' };

/**
 * Begins to set up an authenticator app. It requires the password, because an open session alone must not be enough to take over an
 * account.
 */
class BeginAuthenticator extends Command<BegunAuthenticator> {
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
class SetAuthenticator extends Command<Written> {
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
class RemoveAuthenticator extends Command<Written> {
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
class BeginAuthenticatorHandler implements ICommandHandler<BeginAuthenticator> {
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
class SetAuthenticatorHandler implements ICommandHandler<SetAuthenticator> {
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
class RemoveAuthenticatorHandler implements ICommandHandler<RemoveAuthenticator> {
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

/** The second factor of the caller's own sign-in. */
@Controller()
class OwnSecondFactorController {
  constructor(
    private readonly bus: CommandBus,
    private readonly account: OwnAccount,
    private readonly store: EventStore,
  ) {}

  @Endpoint(ownSecondFactorEndpoint)
  async show({ caller }: RequestOf<typeof ownSecondFactorEndpoint>): Promise<OwnSecondFactor> {
    const { state: user } = await this.store.load(userStream, caller.userId);
    const { state: roles } = await this.store.load(secondFactorStream, '');
    const registration = registrationOf(user);
    const app = user.authenticator !== null;
    return {
      app,
      asked: secondFactorOf(registration, app, roles) !== null,
      required: roles.includes(registration.role),
      hasPassword: user.sealedHash !== null,
      mayHavePasskeys: maySignInByPasskey(user),
    };
  }

  @Endpoint(beginAuthenticatorEndpoint)
  begin(asked: RequestOf<typeof beginAuthenticatorEndpoint>): Promise<BegunAuthenticator> {
    const { userId, username } = asked.caller;
    const origin = this.account.originOf(asked);
    return this.bus.execute(new BeginAuthenticator(userId, username, asked.body.password, origin));
  }

  @Endpoint(confirmAuthenticatorEndpoint)
  confirm(asked: RequestOf<typeof confirmAuthenticatorEndpoint>): Promise<WriteAnswer> {
    return this.byCode(asked, 'set up authenticator', SetAuthenticator);
  }

  @Endpoint(removeAuthenticatorEndpoint)
  remove(asked: RequestOf<typeof removeAuthenticatorEndpoint>): Promise<WriteAnswer> {
    return this.byCode(asked, 'removed authenticator', RemoveAuthenticator);
  }

  private byCode(
    asked: Pick<RequestOf<typeof confirmAuthenticatorEndpoint>, 'request' | 'caller' | 'body'>,
    action: AccessAction,
    Change: typeof SetAuthenticator | typeof RemoveAuthenticator,
  ): Promise<WriteAnswer> {
    const { userId, username } = asked.caller;
    const origin = this.account.originOf(asked);
    return this.account.change(asked, action, (by) => new Change(userId, username, asked.body.code, origin, by));
  }
}

@Module({
  imports: [AuthenticationModule],
  controllers: [OwnSecondFactorController],
  providers: [BeginAuthenticatorHandler, SetAuthenticatorHandler, RemoveAuthenticatorHandler],
})
export class OwnSecondFactorSlice {}
