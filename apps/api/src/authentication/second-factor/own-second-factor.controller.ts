import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  authenticatorCodeRequest,
  beginAuthenticatorRequest,
  begunAuthenticator,
  ownSecondFactor,
  type BegunAuthenticator,
  type OwnSecondFactor,
} from '@superscope/contracts/second-factor';
import { maySignInByPasskey } from '@superscope/domain/user/passkeys';
import { secondFactorOf, secondFactorStream } from '@superscope/domain/user/second-factor';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { originOf } from '../session/session-cookie.js';
import { BeginAuthenticator, RemoveAuthenticator, SetAuthenticator } from './authenticator.commands.js';

export const ownSecondFactorEndpoint = endpoint('GET /api/authentication/secondFactor', {
  summary: 'What sign-in asks of who is signed in beside the password',
  right: 'account.self',
  answers: { 200: ownSecondFactor },
});

export const beginAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/begin', {
  summary:
    'Answers a secret for an authenticator app, which this answer alone shows; it counts once a code of it is confirmed',
  right: 'account.self',
  body: beginAuthenticatorRequest,
  answers: { 200: begunAuthenticator },
  problems: { 429: null },
});

export const confirmAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/confirm', {
  summary: 'Sets the authenticator app up by a code that it shows',
  right: 'account.self',
  body: authenticatorCodeRequest,
  answers: { 200: writeAnswer },
  problems: { 429: null },
});

export const removeAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/remove', {
  summary: 'Takes the authenticator app away, by a code that it shows',
  right: 'account.self',
  body: authenticatorCodeRequest,
  answers: { 200: writeAnswer },
  problems: { 429: null },
});

/** The second step of one's own sign-in. */
@Controller()
export class OwnSecondFactorController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly bus: CommandBus,
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly accessLog: AccessLog,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

  @Endpoint(ownSecondFactorEndpoint)
  async show({ caller }: RequestOf<typeof ownSecondFactorEndpoint>): Promise<OwnSecondFactor> {
    const { state: user } = await this.store.load(userStream, caller.userId);
    const { state: roles } = await this.store.load(secondFactorStream, '');
    const registration = registrationOf(user);
    const app = user.authenticator !== null;
    return {
      ...{ app, asked: secondFactorOf(registration, app, roles) !== null },
      ...{ required: roles.includes(registration.role), hasPassword: user.sealedHash !== null },
      mayHavePasskeys: maySignInByPasskey(user),
    };
  }

  @Endpoint(beginAuthenticatorEndpoint)
  begin({ body, caller, request }: RequestOf<typeof beginAuthenticatorEndpoint>): Promise<BegunAuthenticator> {
    const { userId, username } = caller;
    return this.bus.execute(new BeginAuthenticator(userId, username, body.password, originOf(request, this.secure)));
  }

  @Endpoint(confirmAuthenticatorEndpoint)
  async confirm(asked: RequestOf<typeof confirmAuthenticatorEndpoint>): Promise<WriteAnswer> {
    const { body, caller, request } = asked;
    const origin = originOf(request, this.secure);
    const { userId, username } = caller;
    const written = await this.commands.write(
      request,
      (by) => new SetAuthenticator(userId, username, body.code, origin, by),
    );
    this.accessLog.noteOwn(request, caller, 'set up authenticator');
    return written;
  }

  @Endpoint(removeAuthenticatorEndpoint)
  async remove(asked: RequestOf<typeof removeAuthenticatorEndpoint>): Promise<WriteAnswer> {
    const { body, caller, request } = asked;
    const origin = originOf(request, this.secure);
    const { userId, username } = caller;
    const written = await this.commands.write(
      request,
      (by) => new RemoveAuthenticator(userId, username, body.code, origin, by),
    );
    this.accessLog.noteOwn(request, caller, 'removed authenticator');
    return written;
  }
}
