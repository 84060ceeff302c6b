import { Controller, Inject, Module } from '@nestjs/common';
import { outboxPage, type OutboxPage, outboxQuery } from '@superscope/contracts/outbox';
import { ENV, type Env } from '../env.js';
import { outboxOf } from '../mail/outbox.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Ops } from '../platform/engines.module.js';

const outboxEndpoint = endpoint('GET /api/outbox', {
  summary: 'Mails of the last 30 days: a page, the newest first; their texts in demo mode alone',
  right: 'operations.read',
  polled: true,
  query: outboxQuery,
  answers: { 200: outboxPage },
});

@Controller()
class OutboxController {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly ops: Ops,
  ) {}

  /** A page of the mails of the last 30 days, newest first; `page` begins at 1. */
  @Endpoint(outboxEndpoint)
  async list({ query: { page, size } }: RequestOf<typeof outboxEndpoint>): Promise<OutboxPage> {
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

@Module({ controllers: [OutboxController] })
export class OutboxSlice {}
