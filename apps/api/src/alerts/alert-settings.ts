import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../env.js';
import { webhookSettings } from './webhook.js';

/** How often is looked and told. Tests shorten it. */
@Injectable()
export class AlertSettings {
  lookMilliseconds = 60_000;
  /** How often messages that are due are looked for. */
  deliverMilliseconds = 5_000;
  /** How long to wait after the n-th try of a message: a minute, then twice as long each time, an hour at most. */
  waitAfterTry = (tries: number): number => Math.min(60, 2 ** (tries - 1)) * 60_000;
  readonly webhook;

  constructor(@Inject(ENV) env: Pick<Env, 'SUPERSCOPE_ALERT_LOOPBACK'>) {
    this.webhook = webhookSettings(env.SUPERSCOPE_ALERT_LOOPBACK);
  }
}
