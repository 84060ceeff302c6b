import { Inject, Injectable } from '@nestjs/common';
import { alertsPath, anchorOf, type MessageKind } from '@superscope/contracts/alerts';
import { ENV, type Env } from '../env.js';
import { Mailer } from '../mail/mailer.js';
import { AlertSettings } from './alert-settings.js';
import type { SigningAddress } from './alert-register.js';
import { mailOf, webhookBody } from './message-body.js';
import { postWebhook, signed, type Delivery } from './webhook.js';

export interface Telling {
  /** The same for every try, so that a receiver can tell a repetition. */
  id: string;
  kind: MessageKind;
  title: string | null;
  since: Date | null;
  at: Date;
}

/** A mail server may take this long. */
const mailMilliseconds = 20_000;

/** Sends one message to one address. */
@Injectable()
export class AlertSender {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'SUPERSCOPE_PUBLIC_URL'>,
    private readonly mailer: Mailer,
    private readonly settings: AlertSettings,
  ) {}

  get sendsMail(): boolean {
    return this.mailer.hasServer;
  }

  /** Never throws. `sent` is what went to a webhook, without its address; `listed` mails stand in the outbox, which needs MongoDB. */
  async send(
    address: SigningAddress,
    { id, kind, title, since, at }: Telling,
    listed = true,
  ): Promise<Delivery & { sent: string | null }> {
    const link = `${this.env.SUPERSCOPE_PUBLIC_URL.replace(/\/$/, '')}${alertsPath}${title === null ? '' : `#${anchorOf(title)}`}`;
    const message = { kind, title, since: since?.toISOString() ?? null, at: at.toISOString(), link };
    const { form, personal } = address;
    if (form === 'mail')
      return { ...(await this.mail({ to: personal.where, ...mailOf(message) }, listed)), sent: null };
    const body = webhookBody(form, message);
    const headers: Record<string, string> = { ...signed(body, address.key ?? '', new Date()), 'X-Superscope-Id': id };
    const delivery = await postWebhook(personal.where, body, headers, this.settings.webhook);
    const signature = headers['X-Superscope-Signature']!.slice(0, 15);
    return { ...delivery, sent: `POST\nX-Superscope-Signature: ${signature}…\n${body}` };
  }

  private async mail(mail: { to: string; subject: string; text: string }, listed: boolean): Promise<Delivery> {
    const began = performance.now();
    const ended = (isDelivered: boolean, answer: string): Delivery => ({
      isDelivered,
      answer,
      ms: Math.round(performance.now() - began),
    });
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => (timer = setTimeout(() => resolve('late'), mailMilliseconds)));
    try {
      const sending = listed ? this.mailer.send(mail) : this.mailer.sendUnlisted(mail);
      if ((await Promise.race([sending, late])) === 'late')
        return ended(false, `no answer within ${mailMilliseconds / 1000} s`);
      return this.sendsMail ? ended(true, 'accepted') : ended(false, 'kept in the outbox: no mail server is set');
    } catch (error) {
      // The mailer's own sentence, which names nobody; another error's may.
      const code = /\((\w+)\)\.$/.exec((error as Error).message)?.[1];
      return ended(false, code === undefined ? 'not accepted' : `not accepted (${code})`);
    } finally {
      clearTimeout(timer);
    }
  }
}
