import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AddPasskeyRequest, PasskeyCreation } from '@superscope/contracts/passkeys';
import { addPasskey, removePasskey } from '@superscope/domain/user/passkeys';
import { userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Refusal } from '../../platform/http/problem.filter.js';
import { PasswordHasher } from '../password/password-hasher.js';
import { SignInAttempts, WrongGuess, type Origin } from '../sign-in/attempts.js';
import { PasskeyCeremonies } from './passkey-ceremonies.js';

/** Begins to add a passkey, knowing the password: an open session alone must not be enough to take an account over. */
export class BeginPasskey extends Command<PasskeyCreation> {
  constructor(
    readonly userId: string,
    readonly username: string,
    readonly password: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

export class AddPasskey extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly answer: AddPasskeyRequest,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Takes one of one's own passkeys away. */
export class RemovePasskey extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly passkeyId: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(BeginPasskey)
@Injectable()
export class BeginPasskeyHandler implements ICommandHandler<BeginPasskey> {
  constructor(
    private readonly store: EventStore,
    private readonly hasher: PasswordHasher,
    private readonly attempts: SignInAttempts,
    private readonly ceremonies: PasskeyCeremonies,
  ) {}

  execute({ userId, username, password, origin }: BeginPasskey): Promise<PasskeyCreation> {
    return this.attempts.attempt(username, origin, async () => {
      const { state: user } = await this.store.load(userStream, userId);
      if (user.sealedHash === null || !(await this.hasher.matches(userId, user.sealedHash, password)))
        throw new WrongGuess(400, { message: 'The password is not correct' });
      return this.ceremonies.creationFor(userId, username, user);
    });
  }
}

@CommandHandler(AddPasskey)
@Injectable()
export class AddPasskeyHandler implements ICommandHandler<AddPasskey> {
  constructor(
    private readonly store: EventStore,
    private readonly ceremonies: PasskeyCeremonies,
  ) {}

  async execute({ userId, answer, by }: AddPasskey): Promise<Written> {
    const passkey = await this.ceremonies.created(userId, answer, by.at);
    if (passkey === null)
      throw new Refusal(400, {
        message: 'This passkey cannot be used here. Please begin again, without a long break.',
      });
    return this.store.transact(userStream, userId, addPasskey(passkey), by);
  }
}

@CommandHandler(RemovePasskey)
@Injectable()
export class RemovePasskeyHandler implements ICommandHandler<RemovePasskey> {
  constructor(private readonly store: EventStore) {}

  execute({ userId, passkeyId, by }: RemovePasskey): Promise<Written> {
    return this.store.transact(userStream, userId, removePasskey(passkeyId), by);
  }
}
