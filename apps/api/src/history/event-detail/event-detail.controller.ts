import { Controller } from '@nestjs/common';
import { eventDetail, eventPlace, type EventDetail } from '@superscope/contracts/event-history';
import { membersOf } from '@superscope/event-store/events/members-of-event';
import type { FastifyReply } from 'fastify';
import { whenGone } from '../../documents/gone.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { EventAccess } from '../events/event-access.js';
import { EventDetails } from './event-detail.query.js';

export const eventDetailEndpoint = endpoint('GET /api/history/events/:place', {
  summary: 'A whole event with personal fields hidden, and the state of its stream before and after it',
  right: 'history.read',
  params: { place: eventPlace },
  answers: { 200: eventDetail },
  problems: { 404: null, 409: null },
});

export const personalFieldsEndpoint = endpoint('POST /api/history/events/:place/personal', {
  summary: 'The same event with its personal fields; the access log records the request first',
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
  async show({ params, request }: RequestOf<typeof eventDetailEndpoint>, reply: FastifyReply): Promise<EventDetail> {
    const gone = whenGone(reply);
    const event = await this.details.rowAt(params.place);
    const recorded = await this.details.read(event);
    await this.noted.opened(request, event, membersOf(recorded));
    return this.details.of(event, recorded, false, gone);
  }

  @Endpoint(personalFieldsEndpoint)
  async showPersonal(
    { params, request }: RequestOf<typeof personalFieldsEndpoint>,
    reply: FastifyReply,
  ): Promise<EventDetail> {
    const gone = whenGone(reply);
    const event = await this.details.rowAt(params.place);
    const recorded = await this.details.read(event);
    await this.noted.personalShown(request, event, membersOf(recorded));
    return this.details.of(event, recorded, true, gone);
  }
}
