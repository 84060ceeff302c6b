import { Controller, Module } from '@nestjs/common';
import { eventFileQuery } from '@superscope/contracts/event-history';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { ProjectedEvents } from '../changes/projected-events.js';
import { inTurns } from '../platform/turns.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { EventAccess } from './event-access.js';
import { eventFile } from './event-lines.js';
import { HistoryModule } from './history.module.js';
import { RecordedEvents } from './recorded-events.js';

const mediaTypes = { csv: 'text/csv; charset=utf-8', jsonl: 'application/jsonl; charset=utf-8' } as const;

const eventFileEndpoint = endpoint('GET /api/history/eventFile', {
  summary: 'Every event that matches the search as a file, the oldest first, with the search and a digest of its rows',
  right: 'history.read',
  query: eventFileQuery,
  answers: { 200: new Media(mediaTypes.csv, mediaTypes.jsonl) },
  sends: true,
});

@Controller()
class EventFileController {
  constructor(
    private readonly events: RecordedEvents,
    private readonly noted: EventAccess,
    private readonly projected: ProjectedEvents,
  ) {}

  @Endpoint(eventFileEndpoint)
  async file({ query, request }: RequestOf<typeof eventFileEndpoint>, reply: FastifyReply): Promise<void> {
    const { format, ...filter } = query;
    // A failure before this point is still answered as an error, not as a truncated file.
    const found = await this.events.all(filter, () => this.projected.requireHistory());
    await this.noted.exported(request, filter, format);
    let rows = 0;
    const made = { filter, exportedAt: new Date().toISOString() };
    const pieces = eventFile(format, made, found, (n) => (rows = n));
    reply.raw.once('close', () => this.noted.exportEnded(request, filter, rows, reply.raw.writableFinished));
    const [year, month, day] = sydneyDate(new Date()).split('-');
    await reply
      .header('Content-Type', mediaTypes[format])
      .header('Content-Disposition', `attachment; filename="event_history_${day}${month}${year}.${format}"`)
      .send(Readable.from(inTurns(pieces)));
  }
}

@Module({ imports: [HistoryModule], controllers: [EventFileController] })
export class EventFileSlice {}
