import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { PasskeySignInRequest } from '@superscope/contracts/passkeys';
import { id } from '@superscope/domain/shape';
import { maySignInByPasskey } from '@superscope/domain/user/passkeys';
import { userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { SessionStore } from '../session/session-store.js';
import { SignInAttempts, WrongGuess, type Origin } from '../sign-in/attempts.js';
import { KnownDevices } from '../sign-in/known-devices.js';
import type { SignedIn } from '../sign-in/sign-in.command.js';
import { PasskeyCeremonies, passkeyIdOf } from './passkey-ceremonies.js';
import { PasskeyUses } from './passkey-uses.js';

/**
 * Signs a person in by a passkey, which replaces password and second factor because the authenticator has verified
 * the person.
 */
export class SignInByPasskey extends Command<SignedIn> {
  constructor(
    readonly answer: PasskeySignInRequest,
    readonly origin: Origin,
  ) {
    super();
  }
}

/** One message for every cause, so that it reveals nothing. */
const refusedMessage = 'This passkey was not accepted. Please try again, or sign in by password.';

/** Attempts whose user handle names no user are counted under this login. */
const nobody = 'nobody/at-all';

@CommandHandler(SignInByPasskey)
@Injectable()
export class SignInByPasskeyHandler implements ICommandHandler<SignInByPasskey> {
  constructor(
    private readonly store: EventStore,
    private readonly identity: Identity,
    private readonly attempts: SignInAttempts,
    private readonly ceremonies: PasskeyCeremonies,
    private readonly uses: PasskeyUses,
    private readonly sessions: SessionStore,
    private readonly devices: KnownDevices,
  ) {}

  async execute({ answer, origin }: SignInByPasskey): Promise<SignedIn> {
    const handle = Buffer.from(answer.userHandle, 'base64url').toString('utf8');
    const userId = id(handle) ? handle : nobody;
    const { state } = await this.store.load(userStream, userId);
    // Counted together with password attempts, so that an attacker does not get twice as many.
    const login = state.registration?.personal.username ?? nobody;
    return this.attempts.attempt(login, origin, async () => {
      const { state: user } = await this.store.load(userStream, userId);
      const passkey = user.passkeys.find(({ passkeyId }) => passkeyId === passkeyIdOf(answer.id));
      if (passkey === undefined || user.sealedHash === null || !maySignInByPasskey(user))
        throw new WrongGuess(401, { message: refusedMessage });
      const before = Math.max(passkey.counter, await this.uses.counterOf(userId, passkey.passkeyId));
      const counter = await this.ceremonies.proven(passkey, before, answer);
      if (counter === null || !(await this.uses.note(userId, passkey.passkeyId, counter)))
        throw new WrongGuess(401, { message: refusedMessage });
      const [token, device] = await Promise.all([
        this.sessions.create(userId, user.sealedHash),
        this.devices.remember(origin.device, this.identity.loginId(login)),
      ]);
      return { userId, token, device };
    });
  }
}
