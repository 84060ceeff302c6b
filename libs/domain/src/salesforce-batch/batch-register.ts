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
  /** The batches of each scope, by `scopeKey`, oldest first. */
  batchesOf: Readonly<Record<string, readonly { workId: string; number: number }[]>>;
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
  initial: { newest: 0, batchesOf: {}, numbers: {}, removed: new Set() },
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
        const key = scopeKey(event.data);
        return {
          ...register,
          newest: number,
          batchesOf: { ...register.batchesOf, [key]: [...(register.batchesOf[key] ?? []), { workId, number }] },
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
 * Gives a batch its number. `stateOf` is the state of a batch of the same scope, which is looked at before; null for one that never began.
 * Days that were exported completely, by any batch, are exported again only if `forced`; a batch that runs is always in the way of the same one.
 */
export const numberBatch =
  (
    workId: string,
    scope: BatchScope,
    forced: boolean,
    stateOf: (workId: string) => WorkState | null,
  ): RegisterDecision =>
  ({ newest, batchesOf, numbers }) => {
    if (workId in numbers) return [];
    const before = (batchesOf[scopeKey(scope)] ?? []).map((each) => ({ ...each, state: stateOf(each.workId) }));
    const running = before.findLast(({ state }) => state !== null && isBatchRunning(batchStatus(state)));
    if (running !== undefined)
      throw new RuleViolation(
        'conflict',
        `Batch ${running.number} is doing this already. Wait for it, or stop it first.`,
      );
    const complete = before.findLast(({ state }) => state === 'done');
    if (complete !== undefined && !forced && scope.retryOf === null)
      throw new RuleViolation(
        'conflict',
        `Batch ${complete.number} has exported these days already. Choose ‘Force new run’ to export them again.`,
      );
    const { startDate, endDate, providerId, companyId, retryOf } = scope;
    const data = { workId, number: newest + 1, startDate, endDate, providerId, companyId, retryOf };
    return [{ type: 'SalesforceBatchNumbered', data }];
  };

/** The batches of a scope that were numbered after one of them, oldest first. */
export const batchesAfter = ({ batchesOf }: BatchRegister, workId: string, scope: BatchScope) => {
  const ofScope = batchesOf[scopeKey(scope)] ?? [];
  return ofScope.slice(ofScope.findIndex((each) => each.workId === workId) + 1);
};

/**
 * Refuses to carry on with a batch that is off the lists, or whose scope has a newer batch, which has exported the same or may be doing so.
 * `stateOf` is the state of a newer one; null for one that was numbered and never began, which is in nobody's way.
 */
export function assertResumable(
  register: BatchRegister,
  workId: string,
  scope: BatchScope,
  stateOf: (workId: string) => WorkState | null,
): void {
  if (!(workId in register.numbers) || register.removed.has(workId))
    throw new RuleViolation('not-found', 'There is no such batch.');
  const newest = batchesAfter(register, workId, scope).findLast((each) => stateOf(each.workId) !== null);
  if (newest !== undefined)
    throw new RuleViolation('conflict', `Batch ${newest.number} of the same days is newer. Execute that one again.`);
}

/** Takes batches off the lists; those that are off already, or unknown, are passed over. */
export const removeBatches =
  (workIds: readonly string[]): RegisterDecision =>
  ({ numbers, removed }) => {
    const standing = workIds.filter((workId) => workId in numbers && !removed.has(workId));
    return standing.length === 0 ? [] : [{ type: 'SalesforceBatchesRemoved', data: { workIds: standing } }];
  };
