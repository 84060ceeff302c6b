import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  addPasskeyRequest,
  beginPasskeyRequest,
  ownPasskeys,
  passkeyCreation,
  passkeyIdField,
  type OwnPasskeys,
  type PasskeyCreation,
} from '@superscope/contracts/passkeys';
import { userStream } from '@superscope/domain/user/user';
import { EventStore } from '@superscope/event-store/event-store';
import { ENV, type Env } from '../../env.js';
import { AccessLog } from '../../platform/access/access-log.js';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { originOf } from '../session/session-cookie.js';
import { AddPasskey, BeginPasskey, RemovePasskey } from './passkey.commands.js';
import { PasskeyUses } from './passkey-uses.js';

export const ownPasskeysEndpoint = endpoint('GET /api/authentication/passkeys', {
  summary: 'The passkeys of who is signed in',
  right: 'account.passkeys',
  answers: { 200: ownPasskeys },
});

export const beginPasskeyEndpoint = endpoint('POST /api/authentication/passkeys/begin', {
  summary: 'Answers what a browser asks an authenticator for a new passkey, by the password; it holds five minutes',
  right: 'account.passkeys',
  body: beginPasskeyRequest,
  answers: { 200: passkeyCreation },
  problems: { 429: null },
});

export const addPasskeyEndpoint = endpoint('POST /api/authentication/passkeys', {
  summary: 'Adds the passkey that an authenticator made',
  right: 'account.passkeys',
  body: addPasskeyRequest,
  answers: { 200: writeAnswer },
});

export const removePasskeyEndpoint = endpoint('DELETE /api/authentication/passkeys/:passkeyId', {
  summary: 'Removes one of one’s own passkeys',
  right: 'account.passkeys',
  params: { passkeyId: passkeyIdField },
  answers: { 200: writeAnswer },
});

@Controller()
export class OwnPasskeysController {
  private readonly secure: boolean;

  constructor(
    @Inject(ENV) env: Env,
    private readonly bus: CommandBus,
    private readonly commands: Commands,
    private readonly store: EventStore,
    private readonly uses: PasskeyUses,
    private readonly accessLog: AccessLog,
  ) {
    this.secure = env.SUPERSCOPE_SECURE_COOKIES;
  }

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
  begin({ body, caller, request }: RequestOf<typeof beginPasskeyEndpoint>): Promise<PasskeyCreation> {
    const { userId, username } = caller;
    return this.bus.execute(new BeginPasskey(userId, username, body.password, originOf(request, this.secure)));
  }

  @Endpoint(addPasskeyEndpoint)
  async add(asked: RequestOf<typeof addPasskeyEndpoint>): Promise<WriteAnswer> {
    const { body, caller, request } = asked;
    const written = await this.commands.write(request, (by) => new AddPasskey(caller.userId, body, by));
    this.accessLog.noteOwn(request, caller, 'added passkey');
    return written;
  }

  @Endpoint(removePasskeyEndpoint)
  async remove(asked: RequestOf<typeof removePasskeyEndpoint>): Promise<WriteAnswer> {
    const { params, caller, request } = asked;
    const written = await this.commands.write(request, (by) => new RemovePasskey(caller.userId, params.passkeyId, by));
    this.accessLog.noteOwn(request, caller, 'removed passkey');
    return written;
  }
}
