import { Controller, Module } from '@nestjs/common';
import { scheduledClocks, type ScheduledClocks } from '@superscope/contracts/work';
import { Endpoint, endpoint } from '../platform/endpoint/endpoint.js';
import { Schedule } from './schedule.js';
import { WorkModule } from './work.module.js';

const clocksEndpoint = endpoint('GET /api/work/clocks', {
  summary: 'What runs by the clock (Australia/Sydney): when, when next, and its newest run',
  right: 'work.read',
  polled: true,
  answers: { 200: scheduledClocks },
});

@Controller()
class ListClocksController {
  constructor(private readonly schedule: Schedule) {}

  @Endpoint(clocksEndpoint)
  async list(): Promise<ScheduledClocks> {
    return (await this.schedule.list()).map(({ next, run, ...clock }) => ({
      ...clock,
      nextAt: next.toISOString(),
      run:
        run === null
          ? null
          : {
              dueAt: run.due.toISOString(),
              startedAt: run.startedAt.toISOString(),
              endedAt: run.endedAt?.toISOString() ?? null,
              outcome: run.outcome,
              said: run.said,
            },
    }));
  }
}

@Module({ imports: [WorkModule], controllers: [ListClocksController] })
export class ListClocksSlice {}
