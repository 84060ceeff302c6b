import { Controller } from '@nestjs/common';
import { eventDetail, eventPlace, type EventDetail } from '@superscope/contracts/event-history';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { EventAccess } from '../events/event-access.js';
import { EventDetails } from './event-detail.query.js';

export const eventDetailEndpoint = endpoint('GET /api/history/events/:place', {
  summary: 'An event whole, personal fields hidden, with what its stream said before and after it',
  right: 'history.read',
  params: { place: eventPlace },
  answers: { 200: eventDetail },
  problems: { 404: null, 409: null },
});

export const personalFieldsEndpoint = endpoint('POST /api/history/events/:place/personal', {
  summary: 'The same with its personal fields, which is noted in the access log first',
  right: 'history.read',
  params: { place: eventPlace },
  answers: { 200: eventDetail },
  problems: { 404: null, 409: null },
});

@Controller()
export class EventDetailController {
  constructor(
    private readonly details: EventDetails,
    private readonly noted: EventAccess,
  ) {}

  @Endpoint(eventDetailEndpoint)
  async show({ params, request }: RequestOf<typeof eventDetailEndpoint>): Promise<EventDetail> {
    const event = await this.details.rowAt(params.place);
    const detail = await this.details.of(event, false);
    this.noted.opened(request, event);
    return detail;
  }

  @Endpoint(personalFieldsEndpoint)
  async showPersonal({ params, request }: RequestOf<typeof personalFieldsEndpoint>): Promise<EventDetail> {
    const event = await this.details.rowAt(params.place);
    await this.noted.personalShown(request, event);
    return this.details.of(event, true);
  }
}
