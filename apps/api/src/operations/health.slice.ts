import { Controller, Module } from '@nestjs/common';
import { beforeAll, comparePositions } from '@superscope/event-store/events/position';
import type { FastifyReply } from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import { z } from 'zod';
import { ProjectedEvents } from '../changes/projected-events.js';
import { Media } from '../platform/endpoint/answers.js';
import { type AnswerOf, Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { employerRoles } from '../platform/access/policy.js';
import { Engines, Views } from '../platform/engines.module.js';
import { answerTime } from './answer-time.js';

collectDefaultMetrics({ prefix: 'superscope_' });

const readiness = z.object({
  eventStore: z.boolean(),
  mongo: z.boolean(),
  clickhouse: z.boolean(),
  /** Whether the projector has stored its first checkpoint. */
  projector: z.boolean(),
  /**
   * Whether no derivation is pending, and no row of the event history. For employers and callers who are not signed in: whether none is
   * pending that concerns whole plans, because a member's event would show otherwise.
   */
  derived: z.boolean(),
});

const aliveEndpoint = endpoint('GET /api/health', {
  summary: 'Alive: this process answers',
  right: 'public',
  answers: { 200: z.object({ status: z.literal('ok') }) },
});

const readyEndpoint = endpoint('GET /api/ready', {
  summary: 'Ready: every engine answers and the projector runs; 503 says what is missing',
  right: 'public',
  answers: { 200: readiness, 503: readiness },
});

const metricsEndpoint = endpoint('GET /metrics', {
  summary: 'Metrics for Prometheus',
  right: 'operations.read',
  monitored: true,
  answers: { 200: new Media(register.contentType) },
});

@Controller()
class HealthController {
  constructor(
    private readonly engines: Engines,
    private readonly views: Views,
    private readonly projected: ProjectedEvents,
  ) {}

  @Endpoint(aliveEndpoint)
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Endpoint(readyEndpoint)
  async ready(
    { request }: RequestOf<typeof readyEndpoint>,
    reply: FastifyReply,
  ): Promise<AnswerOf<typeof readyEndpoint>> {
    const [eventStore, mongo, clickhouse, projector] = await Promise.all([
      answers(() => this.engines.readsEventStore()),
      answers(() => this.engines.mongo.db('views').command({ ping: 1 })),
      answers(() => this.engines.pingsClickhouse()),
      answers(async () => {
        const reached = (await this.projected.progress()).furthest();
        if (comparePositions(reached, beforeAll) === 0) throw new Error('none yet');
      }),
    ]);
    const { principal } = request;
    const ofMembersToo = principal !== undefined && !employerRoles.includes(principal.role);
    const derived = await answers(async () => {
      if (await this.views.dirty.findOne(ofMembersToo ? {} : { members: null }))
        throw new Error('figures are being derived');
      if (ofMembersToo && !(await this.projected.isHistoryWhole()))
        throw new Error('the event history is being written');
    });
    const parts = { eventStore, mongo, clickhouse, projector };
    if (Object.values(parts).includes(false)) void reply.status(503);
    return { ...parts, derived };
  }

  @Endpoint(metricsEndpoint)
  metrics(): Promise<string> {
    return register.metrics();
  }
}

const answers = async (ask: () => Promise<unknown>): Promise<boolean> => (await answerTime(ask)) !== null;

@Module({ controllers: [HealthController] })
export class HealthSlice {}
