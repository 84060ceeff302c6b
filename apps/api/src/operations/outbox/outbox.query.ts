import { Inject, Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { OutboxPage } from '@superscope/contracts/outbox';
import { ENV, type Env } from '../../env.js';
import { outboxOf } from '../../mail/outbox.js';
import { Ops } from '../../platform/engines.module.js';

/** A page of the mails of the last 30 days, newest first; `page` begins at 1. */
export class MailsInOutbox extends Query<OutboxPage> {
  constructor(
    readonly page: number,
    readonly size: number,
  ) {
    super();
  }
}

@QueryHandler(MailsInOutbox)
@Injectable()
export class MailsInOutboxHandler implements IQueryHandler<MailsInOutbox> {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly ops: Ops,
  ) {}

  async execute({ page, size }: MailsInOutbox): Promise<OutboxPage> {
    const outbox = outboxOf(this.ops);
    const [found, total] = await Promise.all([
      outbox
        .find({})
        .sort({ at: -1, _id: -1 })
        .skip((page - 1) * size)
        .limit(size)
        .toArray(),
      outbox.countDocuments({}),
    ]);
    const { SUPERSCOPE_DEMO: demo, SMTP_URL: server } = this.env;
    const mails = found.map(({ _id, to, subject, at, state, text }) => ({
      id: _id.toHexString(),
      to,
      subject,
      at: at.toISOString(),
      state: state ?? 'kept',
      // Checked here as well, because a database that was used in demo mode before may still have texts.
      text: demo ? (text ?? null) : null,
    }));
    return { mails, total, hasServer: server !== undefined };
  }
}
