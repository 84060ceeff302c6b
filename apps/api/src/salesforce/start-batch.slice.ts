import { createHash, hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SalesforceBatchBegun } from '@superscope/contracts/salesforce';
import { batchRegisterStream, numberBatch, scopeKey } from '@superscope/domain/salesforce-batch/batch-register';
import {
  salesforceBatch,
  salesforceBatchStream,
  type SalesforceBatchRequest,
} from '@superscope/domain/salesforce-batch/salesforce-batch';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { writeAnswerOf } from '../platform/commands/commands.js';
import { Worker } from '../work/worker.js';
import { BatchStates } from './batch-states.js';
import { UnsentRows } from './unsent-rows.js';

/** Begins a batch, once it is clear that no other of the same is in its way. */
export class StartBatch extends Command<SalesforceBatchBegun> {
  constructor(
    readonly request: Omit<SalesforceBatchRequest, 'number'>,
    readonly by: CommandContext,
  ) {
    super();
  }
}

/** The same command, sent again, is the same batch. */
export const workIdOf = (commandId: string): string =>
  createHash('sha256')
    .update(commandId)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

@CommandHandler(StartBatch)
@Injectable()
export class StartBatchHandler implements ICommandHandler<StartBatch> {
  constructor(
    private readonly store: EventStore,
    private readonly states: BatchStates,
    private readonly unsent: UnsentRows,
    private readonly worker: Worker,
  ) {}

  async execute({ request, by: asked }: StartBatch): Promise<SalesforceBatchBegun> {
    const by = withFields(asked, request);
    const workId = workIdOf(by.commandId);
    const register = await this.store.load(batchRegisterStream, '');
    const states = await this.states.of(register.state.batchesOf[scopeKey(request)] ?? []);
    // One that was numbered meanwhile is in the way.
    const stateOf = (id: string) => (states.has(id) ? states.get(id)! : 'waiting');
    // A batch that is known already is begun, whatever has been exported since.
    const mayRepeat =
      request.forced || request.scheduled === true || request.retryOf !== null || request.missingOf !== undefined;
    const exportedBy = mayRepeat || workId in register.state.numbers ? null : await this.unsent.exportedBy(request);
    await this.store.transact(batchRegisterStream, '', numberBatch(workId, request, exportedBy, stateOf), by);
    const number = (await this.store.load(batchRegisterStream, '')).state.numbers[workId]!;
    const requested = salesforceBatch.request(workId, by.actor, { ...request, number });
    const written = await this.store.transact(salesforceBatchStream, workId, requested, by);
    this.worker.begin(salesforceBatchStream.category, workId, by.actor);
    return { jobId: workId, batchId: number, ...writeAnswerOf(written) };
  }
}

/** The digest of a form's request is of its address only. */
const withFields = (by: CommandContext, fields: object): CommandContext =>
  by.bodyDigest === undefined
    ? by
    : { ...by, bodyDigest: hash('sha256', `${by.bodyDigest}\n${JSON.stringify(fields)}`, 'base64url') };
