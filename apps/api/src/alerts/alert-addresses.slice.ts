import { randomUUID } from 'node:crypto';
import { Controller, Module } from '@nestjs/common';
import {
  addedAddress,
  alertTest,
  newAlertAddress,
  testResults,
  type AddedAddress,
  type TestResults,
} from '@superscope/contracts/alerts';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  addAddress,
  alertsStream,
  removeAddress,
  replaceKey,
  type AlertEvent,
  type Alerts,
} from '@superscope/domain/alerts/alerts';
import type { Decision } from '@superscope/domain/event';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { AlertMessages } from './alert-messages.js';
import { AlertRegister } from './alert-register.js';
import { AlertSettings } from './alert-settings.js';
import { AlertsModule } from './alerts.module.js';
import { webhookProblem } from './webhook.js';

const changes = { right: 'alerts.addresses', noted: 'changed alert address' } as const;
const addressId = z.uuid();

const addEndpoint = endpoint('POST /api/alerts/addresses', {
  summary: 'Adds a mail address or a webhook to which alerts go; the key that signs is told this once',
  ...changes,
  body: newAlertAddress,
  answers: { 201: addedAddress },
  problems: { 409: null },
});
const removeEndpoint = endpoint('DELETE /api/alerts/addresses/:addressId', {
  summary: 'Removes an address of alerts, and makes it unreadable in the history',
  ...changes,
  params: { addressId },
  answers: { 200: writeAnswer },
});
const keyEndpoint = endpoint('POST /api/alerts/addresses/:addressId/key', {
  summary: 'Makes another key for a webhook, which is told this once; the former one signs nothing any more',
  ...changes,
  params: { addressId },
  answers: { 200: addedAddress },
  problems: { 404: null, 409: null },
});
const testEndpoint = endpoint('POST /api/alerts/test', {
  summary: 'Sends a test to all addresses of alerts, or to one, and tells what each answered',
  right: 'alerts.addresses',
  noted: 'tested alert addresses',
  body: alertTest,
  answers: { 200: testResults },
  problems: { 404: null },
});

/** Changes to whom alerts go. */
const ChangeAddresses = decides(
  'ChangeAddresses',
  alertsStream,
  (change: (by: CommandContext) => Decision<Alerts, AlertEvent>) => (alerts, by) => change(by)(alerts),
);

@Controller()
class AlertAddressesController {
  constructor(
    private readonly commands: Commands,
    private readonly register: AlertRegister,
    private readonly messages: AlertMessages,
    private readonly settings: AlertSettings,
  ) {}

  @Endpoint(addEndpoint)
  async add({ body, request }: RequestOf<typeof addEndpoint>): Promise<AddedAddress> {
    const { form, name, where } = body;
    const problem = form === 'mail' ? null : webhookProblem(where, this.settings.webhook);
    if (problem !== null) throw new Refusal(400, { message: problem, errors: [{ field: 'where', message: problem }] });
    const id = randomUUID();
    const written = await this.commands.write(
      request,
      ChangeAddresses.of('', (by) => addAddress({ addressId: id, form, personal: { name, where } }, by.actor)),
    );
    // A repeated request answers for the address that the first one added.
    const { addresses } = await this.register.read();
    const added = addresses.find((each) => each.form === form && each.personal.where === where);
    if (added === undefined) throw new Refusal(409, { message: 'This address was removed meanwhile.' });
    const key = form === 'mail' ? null : await this.register.keyOf(added);
    return { ...written, addressId: added.addressId, key };
  }

  @Endpoint(removeEndpoint)
  async remove({ params, request }: RequestOf<typeof removeEndpoint>): Promise<WriteAnswer> {
    const { addressId: id } = params;
    const written = await this.commands.write(
      request,
      ChangeAddresses.of('', (by) => removeAddress(id, by.actor)),
    );
    await this.register.forgetRemoved(id);
    return written;
  }

  @Endpoint(keyEndpoint)
  async key({ params, request }: RequestOf<typeof keyEndpoint>): Promise<AddedAddress> {
    const { addressId: id } = params;
    const written = await this.commands.write(
      request,
      ChangeAddresses.of('', (by) => replaceKey(id, by.actor)),
    );
    const address = (await this.register.read()).addresses.find((each) => each.addressId === id);
    if (address === undefined) throw new Refusal(404, { message: 'There is no such address.' });
    return { ...written, addressId: id, key: await this.register.keyOf(address) };
  }

  @Endpoint(testEndpoint)
  async test({ body }: RequestOf<typeof testEndpoint>): Promise<TestResults> {
    const results = await this.messages.test(body.addressId);
    if (results === null) throw new Refusal(404, { message: 'There is no such address.' });
    return results;
  }
}

@Module({ imports: [AlertsModule], controllers: [AlertAddressesController], providers: [ChangeAddresses.handler] })
export class AlertAddressesSlice {}
