import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { batchesChanged, jobIds, type BatchesChanged } from '@superscope/contracts/salesforce';
import { workView } from '@superscope/contracts/read-models/work';
import { batchRegisterStream, removeBatches } from '@superscope/domain/salesforce-batch/batch-register';
import { salesforceBatch, salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { WorkState } from '@superscope/domain/work/work';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Commands, writeAnswerOf } from '../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { BatchRecords } from './batch-records.js';
import { SalesforceModule } from './salesforce.module.js';

const stopExportsEndpoint = endpoint('PATCH /api/salesforce/exports', {
  summary: 'Stops the batches of these ids, separated by commas; those that have ended stay as they are',
  right: 'salesforce.export',
  noted: 'stopped Salesforce export',
  query: z.strictObject({ jobIds }),
  answers: { 200: batchesChanged },
  problems: { 404: null },
});

const removeRunningEndpoint = endpoint('DELETE /api/salesforce/batches', {
  summary: 'Stops batches that run, and takes them and those that were stopped off the lists',
  right: 'salesforce.clean-up',
  noted: 'removed Salesforce exports',
  answers: { 200: batchesChanged },
});

const removeEndedEndpoint = endpoint('DELETE /api/salesforce/exports', {
  summary: 'Takes batches that failed or are complete off the lists',
  right: 'salesforce.clean-up',
  noted: 'removed Salesforce exports',
  answers: { 200: batchesChanged },
});

/** Asks batches to stop. */
class StopBatches extends Command<BatchesChanged> {
  constructor(
    readonly workIds: readonly string[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** Takes batches off the lists, after those that run were asked to stop. */
class RemoveBatches extends Command<BatchesChanged> {
  constructor(
    readonly workIds: readonly string[],
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(StopBatches)
@Injectable()
class StopBatchesHandler implements ICommandHandler<StopBatches> {
  constructor(private readonly store: EventStore) {}

  async execute({ workIds, by }: StopBatches): Promise<BatchesChanged> {
    let changed: BatchesChanged = { batches: 0 };
    for (const workId of workIds) {
      const decision = salesforceBatch.stop(by.actor);
      const written = await this.store.transact(salesforceBatchStream, workId, decision, by);
      if (written.events > 0) changed = { batches: changed.batches + 1, ...writeAnswerOf(written) };
    }
    return changed;
  }
}

@CommandHandler(RemoveBatches)
@Injectable()
class RemoveBatchesHandler implements ICommandHandler<RemoveBatches> {
  constructor(private readonly store: EventStore) {}

  async execute({ workIds, by }: RemoveBatches): Promise<BatchesChanged> {
    for (const workId of workIds)
      await this.store.transact(salesforceBatchStream, workId, salesforceBatch.stop(by.actor), by);
    const written = await this.store.transact(batchRegisterStream, '', removeBatches(workIds), by);
    return { batches: workIds.length, ...writeAnswerOf(written) };
  }
}

@Controller()
class StopOrRemoveExportsController {
  constructor(
    private readonly commands: Commands,
    private readonly views: Views,
    private readonly records: BatchRecords,
  ) {}

  @Endpoint(stopExportsEndpoint)
  async stop({ query, request }: RequestOf<typeof stopExportsEndpoint>): Promise<BatchesChanged> {
    const workIds = [...new Set(query.jobIds)];
    await this.records.documents(workIds);
    return this.commands.execute(request, (by) => new StopBatches(workIds, by));
  }

  @Endpoint(removeRunningEndpoint)
  removeRunning({ request }: RequestOf<typeof removeRunningEndpoint>): Promise<BatchesChanged> {
    return this.remove(['waiting', 'running', 'retrying', 'stopping', 'stopped'], request);
  }

  @Endpoint(removeEndedEndpoint)
  removeEnded({ request }: RequestOf<typeof removeEndedEndpoint>): Promise<BatchesChanged> {
    return this.remove(['failed', 'done'], request);
  }

  private async remove(states: WorkState[], request: FastifyRequest): Promise<BatchesChanged> {
    const removed = await this.records.removed();
    const workIds = await this.views.of(workView).distinct('_id', {
      category: salesforceBatchStream.category,
      state: { $in: states },
      _id: { $nin: removed },
    });
    if (workIds.length === 0) return { batches: 0 };
    return this.commands.execute(request, (by) => new RemoveBatches(workIds, by));
  }
}

@Module({
  imports: [SalesforceModule],
  controllers: [StopOrRemoveExportsController],
  providers: [StopBatchesHandler, RemoveBatchesHandler],
})
export class StopOrRemoveExportsSlice {}
