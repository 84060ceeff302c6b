import { Inject, Injectable } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { ENV, type Env } from '../env.js';
import { Ops } from '../platform/engines.module.js';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends mail by SMTP. Where no server is set, messages stay in an outbox that operations can read; in demo mode they are printed. */
@Injectable()
export class Mailer {
  private readonly transport: Transporter | null;

  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly ops: Ops,
  ) {
    this.transport = env.SMTP_URL === undefined ? null : createTransport(env.SMTP_URL);
  }

  /** Throws, without naming anybody, where the server does not take the mail. */
  async send(mail: Mail): Promise<void> {
    if (this.transport) {
      await this.transport.sendMail({ from: this.env.MAIL_FROM, ...mail }).catch((error: { code?: unknown }) => {
        // What the server said names the address, which must not reach a log.
        throw new Error(`The mail server did not take a mail (${String(error.code ?? 'no code')}).`);
      });
      return;
    }
    await this.ops.db.collection('outbox').insertOne({ ...mail, at: new Date() });
    if (this.env.SUPERSCOPE_DEMO) process.stdout.write(`\nMail to ${mail.to}: ${mail.subject}\n${mail.text}\n\n`);
  }
}
