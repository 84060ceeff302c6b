import type { DeadLetter, StoredDeadLetter } from '@superscope/contracts/dead-letters';
import type { Collection } from 'mongodb';
import type { Ops } from '../platform/engines.module.js';

/** The api only marks a dead letter for a retry. Only projectors apply events. */
export const deadLettersOf = (ops: Ops): Collection<StoredDeadLetter> =>
  ops.db.collection<StoredDeadLetter>('dead_letters');

export const deadLetterFrom = (document: StoredDeadLetter): DeadLetter => {
  const { _id: id, kind, planId, stream, type, revision, position, reason, tries, state } = document;
  const { firstAt, lastAt, droppedBy, droppedAt, dropReason } = document;
  return {
    id,
    kind,
    planId,
    stream,
    type,
    revision,
    position,
    reason,
    tries,
    state,
    partition: document.partition ?? null,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
    requestedBy: document.requestedBy ?? null,
    dropped:
      state === 'dropped'
        ? { by: droppedBy ?? '', at: (droppedAt ?? lastAt).toISOString(), reason: dropReason ?? '' }
        : null,
  };
};
