import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { addDays, sydneyDate } from '@superscope/domain/calendar-dates';
import { batchRegisterStream } from '@superscope/domain/salesforce-batch/batch-register';
import { salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import {
  beginDue,
  salesforceScheduleStream,
  type SalesforceSchedule,
} from '@superscope/domain/salesforce-schedule/salesforce-schedule';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { WorkState } from '@superscope/domain/work/work';
import { EventStore } from '@superscope/event-store/event-store';
import { Cron } from 'croner';
import { systemContext } from '../platform/commands/command-context.js';
import { Repeated } from '../platform/repeated.js';
import { StartBatch, workIdOf } from './start-batch.slice.js';

/** How long the first export by the plan looks back for its days; what it sends does not depend on them. */
const firstDays = 1;

type Plan = NonNullable<SalesforceSchedule['plan']>;

const cronOf = ({ at, days }: Pick<Plan, 'at' | 'days'>): Cron => {
  const [hour, minute] = at.split(':').map(Number);
  return new Cron(`${minute} ${hour} * * ${days.join(',')}`, { timezone: 'Australia/Sydney', paused: true });
};

/** The newest time by a plan that has come by `now`. */
const lastDueOf = (plan: Pick<Plan, 'at' | 'days'>, now: Date): Date =>
  // Croner leaves out the reference itself.
  cronOf(plan).previousRuns(1, new Date(now.getTime() + 1_000))[0]!;

export const nextDueOf = (plan: Pick<Plan, 'at' | 'days'>, now: Date): Date => cronOf(plan).nextRun(now)!;

/** How an export by the plan stands. */
export interface ScheduledBatch {
  workId: string;
  providerId: string | null;
  /** Null if it was not begun. */
  state: WorkState | null;
}

/**
 * Begins exports by the plan. Any number of apis may look: the event of a time's begin and the ids of its batches follow from the time, so each
 * is written once, whoever is first. An export that failed, or was not begun because its process ended, stays due.
 */
@Injectable()
export class ScheduledExports extends Repeated {
  constructor(
    private readonly store: EventStore,
    private readonly bus: CommandBus,
  ) {
    super({
      log: 'Scheduled exports',
      firstAfterMs: 30_000,
      everyMs: 15_000,
      failed: 'what is due by the plan of exports was not begun',
    });
  }

  protected look(): Promise<void> {
    return this.turn();
  }

  async schedule(): Promise<SalesforceSchedule> {
    return (await this.store.load(salesforceScheduleStream, '')).state;
  }

  /** Begins what is due at a moment, and again what failed. */
  async turn(now = new Date()): Promise<void> {
    const { plan, begun } = await this.schedule();
    if (plan === null || !plan.isOn) return;
    const due = lastDueOf(plan, now).toISOString();
    if (due <= plan.since) return;
    const hasFailed = begun?.due === due && (await this.batches(plan, begun)).some(({ state }) => state === 'failed');
    const by = systemContext(`salesforceSchedule/${due}/${now.toISOString()}`);
    await this.store.transact(salesforceScheduleStream, '', beginDue(due, now.toISOString(), hasFailed), by);
    const { begun: current } = await this.schedule();
    if (current?.due === due) await this.beginBatches(plan, current);
  }

  /** The newest batch of each provider of a time by the plan. */
  async batches(plan: Plan, { due, attempt }: NonNullable<SalesforceSchedule['begun']>): Promise<ScheduledBatch[]> {
    const found: ScheduledBatch[] = [];
    for (const providerId of plan.providerIds ?? [null]) {
      let newest: ScheduledBatch = { workId: idOf(due, 1, providerId), providerId, state: null };
      for (let each = 1; each <= attempt; each += 1) {
        const workId = idOf(due, each, providerId);
        const { state } = await this.store.load(salesforceBatchStream, workId);
        if (state.request !== null) newest = { workId, providerId, state: state.state };
      }
      found.push(newest);
    }
    return found;
  }

  private async beginBatches(plan: Plan, begun: NonNullable<SalesforceSchedule['begun']>): Promise<void> {
    const { due, attempt } = begun;
    for (const { providerId, state, workId } of await this.batches(plan, begun)) {
      const isOfThisAttempt = workId === idOf(due, attempt, providerId);
      if (state !== null && (state !== 'failed' || isOfThisAttempt)) continue;
      const endDate = sydneyDate(new Date(due));
      const { coverings } = (await this.store.load(batchRegisterStream, '')).state;
      const before = coverings.filter((each) => each.days === null && each.companyId === null).map(({ on }) => on);
      const startDate = before.reduce((a, b) => (a > b ? a : b), addDays(endDate, -firstDays));
      const request = {
        startDate: startDate < endDate ? startDate : endDate,
        endDate,
        providerId,
        companyId: null,
        forced: false,
        retryOf: null,
        filterSha256: null,
        scheduled: true,
      };
      const by = { ...systemContext(commandIdOf(due, attempt, providerId)), actor: plan.by };
      await this.bus.execute(new StartBatch(request, by)).catch((error: unknown) => {
        // Another batch of the same days runs. The next look tries again.
        if (!(error instanceof RuleViolation)) throw error;
        this.log.log({ msg: 'an export by the plan waits', reason: error.message });
      });
    }
  }
}

const commandIdOf = (due: string, attempt: number, providerId: string | null): string =>
  `salesforceSchedule/${due}/${attempt}/${providerId ?? '*'}`;
const idOf = (due: string, attempt: number, providerId: string | null): string =>
  workIdOf(commandIdOf(due, attempt, providerId));
