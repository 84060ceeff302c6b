import { Controller, Module } from '@nestjs/common';
import { alertMute, alertReason } from '@superscope/contracts/alerts';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import {
  acknowledgeAlert,
  alertsStream,
  giveBackAlert,
  muteAlert,
  unmuteAlert,
  type AlertEvent,
  type Alerts,
} from '@superscope/domain/alerts/alerts';
import type { Decision } from '@superscope/domain/event';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { z } from 'zod';
import { ChecksModule } from '../platform/checks/checks.module.js';
import { OwnChecks } from '../platform/checks/own-checks.js';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Ops } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { parseInstant } from '../platform/time/sydney-instant.js';
import { looksOf } from '../platform/checks/newest-look.js';
import { AlertsModule } from './alerts.module.js';

const ofCheck = {
  right: 'operations.write',
  params: { check: z.string().regex(/^[A-Za-z]{1,60}$/) },
  answers: { 200: writeAnswer },
  noted: 'changed alert',
} as const;

const acknowledgeEndpoint = endpoint('POST /api/alerts/:check/acknowledge', {
  summary: 'Takes an alert in hand as it stands, with a reason, so that it is not told again each day',
  ...ofCheck,
  body: alertReason,
  problems: { 404: null, 409: null },
});
const giveBackEndpoint = endpoint('POST /api/alerts/:check/give-back', {
  summary: 'Gives an alert back that somebody has in hand',
  ...ofCheck,
  problems: { 404: null },
});
const muteEndpoint = endpoint('POST /api/alerts/:check/mute', {
  summary:
    'Tells nobody of a check until a time, at most 7 days ahead, with a reason; a time without an offset is Sydney time',
  ...ofCheck,
  body: alertMute,
  problems: { 404: null },
});
const unmuteEndpoint = endpoint('POST /api/alerts/:check/unmute', {
  summary: 'Has a muted check told again',
  ...ofCheck,
  problems: { 404: null },
});

/** Changes who has an alert in hand, or until when it is muted. */
const ChangeAlert = decides(
  'ChangeAlert',
  alertsStream,
  (change: (by: CommandContext) => Decision<Alerts, AlertEvent>) => (alerts, by) => change(by)(alerts),
);

@Controller()
class ChangeAlertsController {
  constructor(
    private readonly commands: Commands,
    private readonly ops: Ops,
    private readonly checks: OwnChecks,
  ) {}

  @Endpoint(acknowledgeEndpoint)
  async acknowledge({ params, body, request }: RequestOf<typeof acknowledgeEndpoint>): Promise<WriteAnswer> {
    this.assertKnown(params.check);
    const look = await looksOf(this.ops).findOne({ _id: 'newest' });
    const found = look?.checks.find(({ name }) => name === params.check);
    if (found === undefined || found.finding === null || found.since === null)
      throw new Refusal(409, { message: 'This alert has ended.' });
    const { concerns: covers } = found;
    const since = found.since.toISOString();
    return this.commands.write(
      request,
      ChangeAlert.of('', (by) =>
        acknowledgeAlert(params.check, { since, covers, by: by.actor, at: by.at, reason: body.reason }),
      ),
    );
  }

  @Endpoint(giveBackEndpoint)
  giveBack({ params, request }: RequestOf<typeof giveBackEndpoint>): Promise<WriteAnswer> {
    this.assertKnown(params.check);
    return this.commands.write(
      request,
      ChangeAlert.of('', (by) => giveBackAlert(params.check, by.actor)),
    );
  }

  @Endpoint(muteEndpoint)
  mute({ params, body, request }: RequestOf<typeof muteEndpoint>): Promise<WriteAnswer> {
    this.assertKnown(params.check);
    const until = parseInstant(body.until);
    if (until === null) throw new RuleViolation('invalid', 'A time is written yyyy-MM-ddTHH:mm.');
    return this.commands.write(
      request,
      ChangeAlert.of('', (by) => muteAlert(params.check, { until, by: by.actor, at: by.at, reason: body.reason })),
    );
  }

  @Endpoint(unmuteEndpoint)
  unmute({ params, request }: RequestOf<typeof unmuteEndpoint>): Promise<WriteAnswer> {
    this.assertKnown(params.check);
    return this.commands.write(
      request,
      ChangeAlert.of('', (by) => unmuteAlert(params.check, by.actor)),
    );
  }

  private assertKnown(check: string): void {
    if (!this.checks.names().includes(check)) throw new Refusal(404, { message: 'There is no such check.' });
  }
}

@Module({
  imports: [AlertsModule, ChecksModule],
  controllers: [ChangeAlertsController],
  providers: [ChangeAlert.handler],
})
export class ChangeAlertsSlice {}
