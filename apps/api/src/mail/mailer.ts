import { Inject, Injectable } from '@nestjs/common';
import type { MailState } from '@superscope/contracts/outbox';
import { createTransport, type Transporter } from 'nodemailer';
import { ENV, type Env } from '../env.js';
import { Ops } from '../platform/engines.module.js';
import { outboxOf } from './outbox.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/**
 * Sends mail by SMTP, and lists every mail in an outbox that operations can read. The outbox stores a mail's text only in demo mode without
 * a mail server, where the mail is printed as well.
 */
@Injectable()
export class Mailer {
  private readonly transport: Transporter | null;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly ops: Ops,
  ) {
    this.transport = env.SMTP_URL === undefined ? null : createTransport(env.SMTP_URL);
  }

  /** Throws an Error that names nobody if the server does not accept the mail. */
  async send(mail: Mail): Promise<void> {
    if (this.transport !== null) return this.sendBy(this.transport, mail);
    const { to, subject, text } = mail;
    const shown = this.env.SUPERSCOPE_DEMO ? { text } : {};
    await outboxOf(this.ops).insertOne({ to, subject, ...shown, at: new Date(), state: 'kept' });
    if (this.env.SUPERSCOPE_DEMO) process.stdout.write(`\nMail to ${to}: ${subject}\n${text}\n\n`);
  }

  /** Whether mails are sent, and not only kept. */
  get hasServer(): boolean {
    return this.transport !== null;
  }

  /** Sends a mail without listing it, for what must be told while MongoDB is away. Throws as `send` does. */
  async sendUnlisted(mail: Mail): Promise<void> {
    try {
      await this.transport?.sendMail({ from: this.env.MAIL_FROM, ...mail });
    } catch (error) {
      throw notAccepted(codeOf(error));
    }
  }

  private async sendBy(transport: Transporter, mail: Mail): Promise<void> {
    const { to, subject } = mail;
    const { insertedId } = await outboxOf(this.ops).insertOne({ to, subject, at: new Date(), state: 'sending' });
    const note = (outcome: { state: MailState; reason?: string }) =>
      outboxOf(this.ops).updateOne({ _id: insertedId }, { $set: outcome });
    try {
      await transport.sendMail({ from: this.env.MAIL_FROM, ...mail });
    } catch (error) {
      // The server's message contains the address, which must not be logged.
      const code = codeOf(error);
      await note({ state: 'failed', reason: code });
      throw notAccepted(code);
    }
    await note({ state: 'sent' });
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? 'no code');
const notAccepted = (code: string) => new Error(`The mail server did not accept a mail (${code}).`);
