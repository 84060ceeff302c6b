import { Controller, Module } from '@nestjs/common';
import { eventFilter, eventPlace, eventsBeside, type EventsBeside } from '@superscope/contracts/event-history';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { EventAccess } from './event-access.js';
import { HistoryModule } from './history.module.js';
import { RecordedEvents } from './recorded-events.js';

const eventsBesideEndpoint = endpoint('GET /api/history/events/:place/beside', {
  summary: 'The places of the newer and the older event next to a place that match the search, and how many match it',
  right: 'history.read',
  readsHistory: true,
  params: { place: eventPlace },
  query: eventFilter,
  answers: { 200: eventsBeside },
});

@Controller()
class EventsBesideController {
  constructor(
    private readonly events: RecordedEvents,
    private readonly noted: EventAccess,
  ) {}

  @Endpoint(eventsBesideEndpoint)
  async beside({ params, query, request }: RequestOf<typeof eventsBesideEndpoint>): Promise<EventsBeside> {
    const found = await this.events.beside(query, params.place);
    this.noted.searched(request, query, []);
    return found;
  }
}

@Module({ imports: [HistoryModule], controllers: [EventsBesideController] })
export class EventsBesideSlice {}
