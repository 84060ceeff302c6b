import { Controller } from '@nestjs/common';
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
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { OwnAccount } from '../session/own-account.js';
import { AddPasskey, BeginPasskey, RemovePasskey } from './passkey.commands.js';
import { PasskeyUses } from './passkey-uses.js';

export const ownPasskeysEndpoint = endpoint('GET /api/authentication/passkeys', {
  summary: 'The caller’s own passkeys',
  right: 'account.passkeys',
  answers: { 200: ownPasskeys },
});

export const beginPasskeyEndpoint = endpoint('POST /api/authentication/passkeys/begin', {
  summary: 'Answers the challenge for a new passkey, by the password; it is valid for five minutes',
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
  summary: 'Removes one of the caller’s own passkeys',
  right: 'account.passkeys',
  params: { passkeyId: passkeyIdField },
  answers: { 200: writeAnswer },
});

@Controller()
export class OwnPasskeysController {
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
    return this.account.change(
      asked,
      'removed passkey',
      (by) => new RemovePasskey(caller.userId, params.passkeyId, by),
    );
  }
}
