import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Command, CommandBus } from '@nestjs/cqrs';
import { workView } from '@superscope/contracts/read-models/work';
import type { ReconciliationBegun } from '@superscope/contracts/salesforce-reconciliation';
import { salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { systemContext } from '../platform/commands/command-context.js';
import { Views } from '../platform/engines.module.js';
import type { ClockTimes } from '../work/clock-times.js';
import { Schedule, type ClockOutcome } from '../work/schedule.js';
import { CrmConnection } from './crm-connection.js';

/** Asks for a comparison with Salesforce. The same command, sent again, is the same comparison. */
export class ReconcileSalesforce extends Command<ReconciliationBegun> {
  constructor(
    readonly isWeekly: boolean,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** After the exports of most nights, when nobody works in Salesforce. */
export const weekly = { every: 'week', on: 'Sunday', at: '06:00' } as const satisfies ClockTimes;

/** Compares with Salesforce once a week, in nobody's name. */
@Injectable()
export class WeeklyReconciliation implements OnModuleInit {
  constructor(
    private readonly schedule: Schedule,
    private readonly bus: CommandBus,
    private readonly views: Views,
    private readonly connection: CrmConnection,
  ) {}

  onModuleInit(): void {
    if (this.connection.crm === null) return;
    this.schedule.add({
      key: 'salesforceReconciliation',
      name: 'Salesforce is compared with what it should have',
      times: weekly,
      run: (due) => this.begin(due),
    });
  }

  /** Begins the comparison of a time by the clock: its id follows from the time, so it is one, whoever begins it and however often. */
  async begin(due: Date): Promise<ClockOutcome> {
    const exported = await this.views
      .of(workView)
      .findOne({ category: salesforceBatchStream.category, state: 'done', endedAt: { $lt: due } });
    if (exported === null) return done('Nothing was exported before');
    await this.bus.execute(
      new ReconcileSalesforce(true, systemContext(`salesforceReconciliation/${due.toISOString()}`)),
    );
    return done('The comparison is begun');
  }
}

const done = (said: string): ClockOutcome => ({ isDone: true, said });
