import { Controller, Get, Header, Res } from '@nestjs/common';
import { beforeAll, comparePositions } from '@superscope/event-store/events/position';
import type { FastifyReply } from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import { ProjectedEvents } from '../../changes/projected-events.js';
import { Engines, Views } from '../../platform/engines.module.js';
import { Monitored } from '../../platform/monitoring.js';
import { Policy } from '../../platform/policy.js';
import { answerTime } from './answer-time.js';

collectDefaultMetrics({ prefix: 'superscope_' });

@Controller()
export class HealthController {
  constructor(
    private readonly engines: Engines,
    private readonly views: Views,
    private readonly projected: ProjectedEvents,
  ) {}

  /** Alive: this process answers. */
  @Get('api/health')
  @Policy('public')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Ready: every engine answers and the projector has made its first checkpoint. 503 names what is missing. `derived`: no figures are being computed anew. */
  @Get('api/ready')
  @Policy('public')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Record<string, boolean>> {
    const [eventStore, mongo, clickhouse, projector] = await Promise.all([
      answers(() => this.engines.readsEventStore()),
      answers(() => this.engines.mongo.db('views').command({ ping: 1 })),
      answers(() => this.engines.pingsClickhouse()),
      answers(async () => {
        const reached = (await this.projected.progress()).furthest();
        if (comparePositions(reached, beforeAll) === 0) throw new Error('none yet');
      }),
    ]);
    const derived = await answers(async () => {
      if (await this.views.dirty.findOne({})) throw new Error('figures are being derived');
    });
    const parts = { eventStore, mongo, clickhouse, projector };
    if (Object.values(parts).includes(false)) void reply.status(503);
    return { ...parts, derived };
  }

  @Get('metrics')
  @Policy('operations.read')
  @Monitored()
  @Header('Content-Type', register.contentType)
  metrics(): Promise<string> {
    return register.metrics();
  }
}

const answers = async (ask: () => Promise<unknown>): Promise<boolean> => (await answerTime(ask)) !== null;
