import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, day, id, listOf, orNull } from '../shape.js';
import type { WorkState } from '../work/work.js';
import { batchStatus, isBatchRunning, type SalesforceBatchRequest } from './salesforce-batch.js';

/** What a batch is of. Two batches of the same are not run beside each other. */
export type BatchScope = Pick<SalesforceBatchRequest, 'startDate' | 'endDate' | 'providerId' | 'companyId' | 'retryOf'>;

export type BatchRegisterEvent =
  | DomainEvent<'SalesforceBatchNumbered', BatchScope & { workId: string; number: number }>
  /** Batches were taken off the lists. What they sent and received stays recorded. */
  | DomainEvent<'SalesforceBatchesRemoved', { workIds: readonly string[] }>;

export interface BatchRegister {
  newest: number;
  /** The newest batch of each scope, by `scopeKey`. */
  newestOf: Readonly<Record<string, { workId: string; number: number }>>;
  /** The number of each batch, by its work's id. */
  numbers: Readonly<Record<string, number>>;
  removed: ReadonlySet<string>;
}

/** Retries of a batch are one after the other, whatever list of members they are narrowed to. */
export const scopeKey = ({ startDate, endDate, providerId, companyId, retryOf }: BatchScope): string =>
  retryOf === null ? [startDate, endDate, providerId ?? '*', companyId ?? '*'].join(' ') : `retry of ${retryOf}`;

/** All batches, in one stream, so that each has its own number and no two export the same beside each other. */
export const batchRegisterStream: StreamDefinition<BatchRegister, BatchRegisterEvent> = {
  category: 'salesforceBatches',
  initial: { newest: 0, newestOf: {}, numbers: {}, removed: new Set() },
  shapes: {
    SalesforceBatchNumbered: {
      workId: id,
      number: count,
      startDate: day,
      endDate: day,
      providerId: orNull(id),
      companyId: orNull(id),
      retryOf: orNull(id),
    },
    SalesforceBatchesRemoved: { workIds: listOf(id) },
  },
  evolve: (register, event) => {
    switch (event.type) {
      case 'SalesforceBatchNumbered': {
        const { workId, number } = event.data;
        return {
          ...register,
          newest: number,
          newestOf: { ...register.newestOf, [scopeKey(event.data)]: { workId, number } },
          numbers: { ...register.numbers, [workId]: number },
        };
      }
      case 'SalesforceBatchesRemoved':
        return { ...register, removed: new Set([...register.removed, ...event.data.workIds]) };
      default:
        return register;
    }
  },
};

type RegisterDecision = Decision<BatchRegister, BatchRegisterEvent>;

/**
 * Gives a batch its number. `stateOf` is the state of the newest batch of the same scope, which is looked at before. Days that were exported
 * completely are exported again only if `forced`; a batch that runs is always in the way of the same one.
 */
export const numberBatch =
  (
    workId: string,
    scope: BatchScope,
    forced: boolean,
    stateOf: (workId: string) => WorkState | null,
  ): RegisterDecision =>
  ({ newest, newestOf, numbers }) => {
    if (workId in numbers) return [];
    const before = newestOf[scopeKey(scope)];
    const state = before === undefined ? null : stateOf(before.workId);
    if (before !== undefined && state !== null) {
      const { number } = before;
      if (isBatchRunning(batchStatus(state)))
        throw new RuleViolation('conflict', `Batch ${number} is doing this already. Wait for it, or stop it first.`);
      if (state === 'done' && !forced && scope.retryOf === null)
        throw new RuleViolation(
          'conflict',
          `Batch ${number} has exported these days already. Choose ‘Force new run’ to export them again.`,
        );
    }
    const { startDate, endDate, providerId, companyId, retryOf } = scope;
    const data = { workId, number: newest + 1, startDate, endDate, providerId, companyId, retryOf };
    return [{ type: 'SalesforceBatchNumbered', data }];
  };

/** Takes batches off the lists; those that are off already, or unknown, are passed over. */
export const removeBatches =
  (workIds: readonly string[]): RegisterDecision =>
  ({ numbers, removed }) => {
    const standing = workIds.filter((workId) => workId in numbers && !removed.has(workId));
    return standing.length === 0 ? [] : [{ type: 'SalesforceBatchesRemoved', data: { workIds: standing } }];
  };
