import type { Decision, DomainEvent, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, day, flag, id, listOf, oneOf, optional, orNull, row } from '../shape.js';
import type { WorkState } from '../work/work.js';
import {
  isOverlapping,
  logPosition,
  withCovered,
  type BatchOwner,
  type Covering,
  type RowsCovered,
} from './covered-rows.js';
import { batchStatus, exportObjects, isBatchRunning, type SalesforceBatchRequest } from './salesforce-batch.js';

/** What a batch is of. Two batches of the same are not run beside each other. */
export type BatchScope = Pick<
  SalesforceBatchRequest,
  'startDate' | 'endDate' | 'providerId' | 'companyId' | 'retryOf' | 'missingOf'
>;

export type BatchRegisterEvent =
  | DomainEvent<'SalesforceBatchNumbered', BatchScope & { workId: string; number: number }>
  /** Batches were taken off the lists. What they sent and received stays recorded. */
  | DomainEvent<'SalesforceBatchesRemoved', { workIds: readonly string[] }>
  /** A batch reads and sends rows, which no other one of the same rows does until it has ended. `ended` are those that did so before. */
  | DomainEvent<'SalesforceTurnTaken', BatchOwner & { workId: string; ended: readonly string[] }>
  /** Everything that a batch is of has a receipt. */
  | DomainEvent<'SalesforceRowsCovered', RowsCovered>;

export interface BatchRegister {
  newest: number;
  /** The batches of each scope, by `scopeKey`, oldest first. */
  batchesOf: Readonly<Record<string, readonly { workId: string; number: number }[]>>;
  /** The number of each batch, by its work's id. */
  numbers: Readonly<Record<string, number>>;
  removed: ReadonlySet<string>;
  /** Which batches read and send rows, or have done so last. */
  turns: readonly (BatchOwner & { workId: string })[];
  /** Of whom each batch was that had a turn, by its work's id, in the order of the last turns. */
  hadTurns: ReadonlyMap<string, BatchOwner>;
  /** What need not be sent any more. */
  coverings: readonly Covering[];
}

/** Retries of a batch are one after the other, whatever list of members they are narrowed to. So are batches of what a comparison misses. */
export const scopeKey = ({ startDate, endDate, providerId, companyId, retryOf, missingOf }: BatchScope): string => {
  if (retryOf !== null) return `retry of ${retryOf}`;
  if (missingOf !== undefined) return `missing of ${missingOf}`;
  return [startDate, endDate, providerId ?? '*', companyId ?? '*'].join(' ');
};

/** All batches, in one stream, so that each has its own number and no two export the same beside each other. */
export const batchRegisterStream: StreamDefinition<BatchRegister, BatchRegisterEvent> = {
  category: 'salesforceBatches',
  initial: {
    newest: 0,
    batchesOf: {},
    numbers: {},
    removed: new Set(),
    turns: [],
    hadTurns: new Map(),
    coverings: [],
  },
  shapes: {
    SalesforceBatchNumbered: {
      workId: id,
      number: count,
      startDate: day,
      endDate: day,
      providerId: orNull(id),
      companyId: orNull(id),
      retryOf: orNull(id),
      missingOf: optional(id),
    },
    SalesforceBatchesRemoved: { workIds: listOf(id) },
    SalesforceTurnTaken: { workId: id, providerId: orNull(id), companyId: orNull(id), ended: listOf(id) },
    SalesforceRowsCovered: {
      workId: id,
      number: count,
      providerId: orNull(id),
      companyId: orNull(id),
      startDate: day,
      endDate: day,
      isSent: flag,
      objects: listOf(row(oneOf(exportObjects), logPosition, flag)),
    },
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
      case 'SalesforceTurnTaken': {
        const { workId, providerId, companyId, ended } = event.data;
        const others = register.turns.filter((turn) => turn.workId !== workId && !ended.includes(turn.workId));
        const before = [...register.hadTurns].filter(([each]) => each !== workId);
        return {
          ...register,
          turns: [...others, { workId, providerId, companyId }],
          hadTurns: new Map([...before, [workId, { providerId, companyId }]]),
        };
      }
      case 'SalesforceRowsCovered':
        return { ...register, coverings: withCovered(register.coverings, event.data) };
      default:
        return register;
    }
  },
};

type RegisterDecision = Decision<BatchRegister, BatchRegisterEvent>;

/**
 * Gives a batch its number. `stateOf` is the state of a batch of the same scope, which is looked at before; null for one that never began.
 * A batch that runs is always in the way of the same one. `exportedBy` is the batch that has exported everything that this one would, unless
 * it is forced to do so again.
 */
export const numberBatch =
  (
    workId: string,
    scope: BatchScope,
    exportedBy: number | null,
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
    if (exportedBy !== null)
      throw new RuleViolation(
        'conflict',
        `Batch ${exportedBy} has exported these days already. Choose ‘Force new run’ to export them again.`,
      );
    const { startDate, endDate, providerId, companyId, retryOf, missingOf } = scope;
    const days = { startDate, endDate, providerId, companyId, retryOf };
    const data = { workId, number: newest + 1, ...days, ...(missingOf !== undefined && { missingOf }) };
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
  // Its files may hold rows as they were before that batch sent them.
  const since = batchSince(register, workId);
  if (since !== null)
    throw new RuleViolation(
      'conflict',
      `Batch ${since} has exported some of the same rows since. Start a new batch job instead.`,
    );
}

/** The newest batch that may have sent the same rows after one of them had its turn; null if none has. */
function batchSince({ hadTurns, numbers }: BatchRegister, workId: string): number | null {
  const turns = [...hadTurns];
  const at = turns.findIndex(([each]) => each === workId);
  if (at === -1) return null;
  const [, owner] = turns[at]!;
  const since = turns.slice(at + 1).findLast(([, other]) => isOverlapping(owner, other));
  return since === undefined ? null : (numbers[since[0]] ?? null);
}

/**
 * Lets a batch read and send its rows, unless another one of some of the same rows does: `stateOf` is the state of that one. It is asked for
 * before each attempt, because a batch that has ended has lost its turn.
 */
export const takeTurn =
  (
    workId: string,
    { providerId, companyId }: BatchOwner,
    stateOf: (workId: string) => WorkState | null,
  ): RegisterDecision =>
  ({ turns }) => {
    const others = turns.filter((turn) => turn.workId !== workId);
    const isRunning = (turn: { workId: string }) => {
      const state = stateOf(turn.workId);
      return state !== null && isBatchRunning(batchStatus(state));
    };
    if (others.some((turn) => isRunning(turn) && isOverlapping(turn, { providerId, companyId }))) return [];
    if (others.length < turns.length) return [];
    const ended = others.filter((turn) => !isRunning(turn)).map((turn) => turn.workId);
    return [{ type: 'SalesforceTurnTaken', data: { workId, providerId, companyId, ended } }];
  };

/** Whether a batch has its turn: it has taken it, and no other one of the same rows was before it. */
export const hasTurn = ({ turns }: BatchRegister, workId: string): boolean =>
  turns.some((turn) => turn.workId === workId);

/** Records once what a batch covers. */
export const coverRows =
  (covered: RowsCovered): RegisterDecision =>
  ({ coverings }) =>
    coverings.some(({ number }) => number === covered.number) || covered.objects.length === 0
      ? []
      : [{ type: 'SalesforceRowsCovered', data: covered }];

/** Takes batches off the lists; those that are off already, or unknown, are passed over. */
export const removeBatches =
  (workIds: readonly string[]): RegisterDecision =>
  ({ numbers, removed }) => {
    const standing = workIds.filter((workId) => workId in numbers && !removed.has(workId));
    return standing.length === 0 ? [] : [{ type: 'SalesforceBatchesRemoved', data: { workIds: standing } }];
  };
