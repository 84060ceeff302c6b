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

  async send(mail: Mail): Promise<void> {
    if (this.transport) {
      await this.transport.sendMail({ from: this.env.MAIL_FROM, ...mail });
      return;
    }
    await this.ops.db.collection('outbox').insertOne({ ...mail, at: new Date() });
    if (this.env.SUPERSCOPE_DEMO) process.stdout.write(`\nMail to ${mail.to}: ${mail.subject}\n${mail.text}\n\n`);
  }
}
