import { Controller, Inject, Injectable, Logger, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  addPasskeyRequest,
  type AddPasskeyRequest,
  beginPasskeyRequest,
  ownPasskeys,
  type OwnPasskeys,
  passkeyCreation,
  type PasskeyCreation,
  passkeyIdField,
} from '@superscope/contracts/passkeys';
import { usersView } from '@superscope/contracts/read-models/users';
import { addPasskey, removePasskey } from '@superscope/domain/user/passkeys';
import { userStream } from '@superscope/domain/user/user';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { ENV, type Env } from '../env.js';
import { Mailer } from '../mail/mailer.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AuthenticationModule } from './authentication.module.js';
import { PasskeyCeremonies } from './passkeys/passkey-ceremonies.js';
import { PasskeyUses } from './passkeys/passkey-uses.js';
import { PasswordHasher } from './password/password-hasher.js';
import { OwnAccount } from './session/own-account.js';
import { type Origin, SignInAttempts, WrongGuess } from './sign-in/attempts.js';

const ownPasskeysEndpoint = endpoint('GET /api/authentication/passkeys', {
  summary: 'The caller’s own passkeys',
  right: 'account.passkeys',
  answers: { 200: ownPasskeys },
});

const beginPasskeyEndpoint = endpoint('POST /api/authentication/passkeys/begin', {
  summary: 'Answers the challenge for a new passkey, by the password; it is valid for five minutes',
  right: 'account.passkeys',
  body: beginPasskeyRequest,
  answers: { 200: passkeyCreation },
  problems: { 429: null },
});

const addPasskeyEndpoint = endpoint('POST /api/authentication/passkeys', {
  summary: 'Adds the passkey that an authenticator made',
  right: 'account.passkeys',
  body: addPasskeyRequest,
  answers: { 200: writeAnswer },
});

const removePasskeyEndpoint = endpoint('DELETE /api/authentication/passkeys/:passkeyId', {
  summary: 'Removes one of the caller’s own passkeys',
  right: 'account.passkeys',
  params: { passkeyId: passkeyIdField },
  answers: { 200: writeAnswer },
});

/**
 * Begins to add a passkey. It requires the password, because an open session alone must not be enough to take over an
 * account.
 */
class BeginPasskey extends Command<PasskeyCreation> {
  constructor(
    readonly userId: string,
    readonly username: string,
    readonly password: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

class AddPasskey extends Command<Written> {
  constructor(
    readonly userId: string,
    readonly answer: AddPasskeyRequest,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Removes one of the user's own passkeys. */
const RemovePasskey = decides('RemovePasskey', userStream, removePasskey);

@CommandHandler(BeginPasskey)
@Injectable()
class BeginPasskeyHandler implements ICommandHandler<BeginPasskey> {
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
class AddPasskeyHandler implements ICommandHandler<AddPasskey> {
  private readonly log = new Logger('Passkeys');

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly store: EventStore,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly uses: PasskeyUses,
    private readonly views: Views,
    private readonly mailer: Mailer,
  ) {}

  async execute({ userId, answer, by }: AddPasskey): Promise<Written> {
    const passkey = await this.ceremonies.created(userId, answer, by.at);
    if (passkey === null)
      throw new Refusal(400, {
        message: 'This passkey cannot be used here. Please begin again, without a long break.',
      });
    if ((await this.isOfAnother(userId, passkey.passkeyId)) || !(await this.uses.claim(userId, passkey.passkeyId)))
      throw new Refusal(409, { message: 'This passkey is in use already.' });
    const written = await this.store.transact(userStream, userId, addPasskey(passkey), by);
    // The passkey is added, even if the mail to its owner fails.
    void this.tellOwner(userId).catch((err: unknown) => this.log.error({ msg: 'a new passkey was not mailed', err }));
    return written;
  }

  /** Finds other holders that added the passkey before passkeys were claimed. */
  private async isOfAnother(userId: string, passkeyId: string): Promise<boolean> {
    const others = { _id: { $ne: userId }, [`passkeys.${passkeyId}`]: true };
    return (await this.views.of(usersView).findOne(others)) !== null;
  }

  private async tellOwner(userId: string): Promise<void> {
    const { state: user } = await this.store.load(userStream, userId);
    const to = user.registration?.personal.email;
    if (!to) return;
    const portal = new URL('/', this.env.SUPERSCOPE_PUBLIC_URL).href;
    await this.mailer.send({
      to,
      subject: 'A passkey was added to your Superscope account',
      text: `A passkey was added to your account at ${portal}. It signs in without password and code. If that was not you, ask for a password reset on the sign-in screen, which removes every passkey, and tell an Admin.`,
    });
  }
}

@Controller()
class OwnPasskeysController {
  constructor(
    private readonly bus: CommandBus,
    private readonly account: OwnAccount,
    private readonly store: EventStore,
    private readonly uses: PasskeyUses,
  ) {}

  @Endpoint(ownPasskeysEndpoint)
  async list({ caller }: RequestOf<typeof ownPasskeysEndpoint>): Promise<OwnPasskeys> {
    const { passkeys } = (await this.store.load(userStream, caller.userId)).state;
    const used = await this.uses.lastUsedOf(
      caller.userId,
      passkeys.map(({ passkeyId }) => passkeyId),
    );
    return passkeys.map(({ passkeyId, personal, addedAt }) => {
      return { passkeyId, name: personal.name, addedAt, lastUsedAt: used.get(passkeyId)?.toISOString() ?? null };
    });
  }

  @Endpoint(beginPasskeyEndpoint)
  begin(asked: RequestOf<typeof beginPasskeyEndpoint>): Promise<PasskeyCreation> {
    const { userId, username } = asked.caller;
    return this.bus.execute(new BeginPasskey(userId, username, asked.body.password, this.account.originOf(asked)));
  }

  @Endpoint(addPasskeyEndpoint)
  add(asked: RequestOf<typeof addPasskeyEndpoint>): Promise<WriteAnswer> {
    const { body, caller } = asked;
    return this.account.change(asked, 'added passkey', (by) => new AddPasskey(caller.userId, body, by));
  }

  @Endpoint(removePasskeyEndpoint)
  remove(asked: RequestOf<typeof removePasskeyEndpoint>): Promise<WriteAnswer> {
    const { params, caller } = asked;
    return this.account.change(asked, 'removed passkey', RemovePasskey.of(caller.userId, params.passkeyId));
  }
}

@Module({
  imports: [AuthenticationModule],
  controllers: [OwnPasskeysController],
  providers: [BeginPasskeyHandler, AddPasskeyHandler, RemovePasskey.handler],
})
export class OwnPasskeysSlice {}
