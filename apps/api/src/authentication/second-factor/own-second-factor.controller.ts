import { Controller } from '@nestjs/common';
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
import type { AccessAction } from '@superscope/domain/access/access-actions';
import { maySignInByPasskey } from '@superscope/domain/user/passkeys';
import { secondFactorOf, secondFactorStream } from '@superscope/domain/user/second-factor';
import { registrationOf, userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { OwnAccount } from '../session/own-account.js';
import { BeginAuthenticator, RemoveAuthenticator, SetAuthenticator } from './authenticator.commands.js';

export const ownSecondFactorEndpoint = endpoint('GET /api/authentication/secondFactor', {
  summary: 'The second step that sign-in asks of the caller',
  right: 'account.self',
  answers: { 200: ownSecondFactor },
});

export const beginAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/begin', {
  summary:
    'Answers a secret for an authenticator app, which only this answer shows; it counts once a code is confirmed',
  right: 'account.self',
  body: beginAuthenticatorRequest,
  answers: { 200: begunAuthenticator },
  problems: { 429: null },
});

export const confirmAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/confirm', {
  summary: 'Sets up the authenticator app by a code that it shows',
  right: 'account.self',
  body: authenticatorCodeRequest,
  answers: { 200: writeAnswer },
  problems: { 429: null },
});

export const removeAuthenticatorEndpoint = endpoint('POST /api/authentication/authenticator/remove', {
  summary: 'Removes the authenticator app, by a code that it shows',
  right: 'account.self',
  body: authenticatorCodeRequest,
  answers: { 200: writeAnswer },
  problems: { 429: null },
});

/** The second factor of the caller's own sign-in. */
@Controller()
export class OwnSecondFactorController {
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
