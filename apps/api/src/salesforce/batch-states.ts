import { Injectable } from '@nestjs/common';
import { streamName, namesOf } from '@superscope/domain/event';
import { batchRegisterStream } from '@superscope/domain/salesforce-batch/batch-register';
import { salesforceBatchStream } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { WorkState } from '@superscope/domain/work/work';
import { EventStore } from '@superscope/event-store/event-store';

/** A batch is requested right after it was numbered. */
const requestedWithinMilliseconds = 60_000;

/** How batches of the register stand. */
@Injectable()
export class BatchStates {
  constructor(private readonly store: EventStore) {}

  /** The state of each of these batches, as their streams have it. */
  async of(batches: readonly { workId: string }[]): Promise<Map<string, WorkState | null>> {
    const states = new Map<string, WorkState | null>();
    for (const { workId } of batches) states.set(workId, await this.stateOf(workId));
    return states;
  }

  /** Null for a batch that was numbered and never requested, because its process ended in between: it is in nobody's way. */
  private async stateOf(workId: string): Promise<WorkState | null> {
    const { state } = await this.store.load(salesforceBatchStream, workId);
    if (state.request !== null) return state.state;
    for await (const event of this.store.read(streamName(batchRegisterStream, '')))
      if ('data' in event && event.type === namesOf(batchRegisterStream).SalesforceBatchNumbered)
        if ((event.data as { workId: string }).workId === workId)
          return Date.now() - event.created.getTime() < requestedWithinMilliseconds ? 'waiting' : null;
    return null;
  }
}
