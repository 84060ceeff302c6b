import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { outboxPage, outboxQuery, type OutboxPage } from '@superscope/contracts/outbox';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { MailsInOutbox } from './outbox.query.js';

export const outboxEndpoint = endpoint('GET /api/outbox', {
  summary: 'Mails of the last 30 days: a page, the newest first; their texts in demo mode alone',
  right: 'operations.read',
  polled: true,
  query: outboxQuery,
  answers: { 200: outboxPage },
});

@Controller()
export class OutboxController {
  constructor(private readonly queries: QueryBus) {}

  @Endpoint(outboxEndpoint)
  list({ query: { page, size } }: RequestOf<typeof outboxEndpoint>): Promise<OutboxPage> {
    return this.queries.execute(new MailsInOutbox(page, size));
  }
}
