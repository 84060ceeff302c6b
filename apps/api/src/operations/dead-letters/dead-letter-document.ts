import type { DeadLetter, DeadLetterState } from '@superscope/contracts/dead-letters';
import type { Collection } from 'mongodb';
import type { Ops } from '../../platform/engines.module.js';

/** A dead letter as projectors keep it. They alone apply events: here is only asked. */
export interface DeadLetterDocument {
  _id: string;
  kind: 'event' | 'plan';
  planId: string | null;
  stream: string | null;
  type: string | null;
  revision: string | null;
  position: string | null;
  partition?: string | null;
  reason: string;
  firstAt: Date;
  lastAt: Date;
  tries: number;
  state: DeadLetterState;
  requestedBy?: string;
  requestedAt?: Date;
  droppedBy?: string;
  droppedAt?: Date;
  dropReason?: string;
}

export const deadLettersOf = (ops: Ops): Collection<DeadLetterDocument> =>
  ops.db.collection<DeadLetterDocument>('dead_letters');

export const deadLetterFrom = (document: DeadLetterDocument): DeadLetter => {
  const { _id: id, kind, planId, stream, type, revision, position, reason, tries, state } = document;
  const { firstAt, lastAt, droppedBy, droppedAt, dropReason } = document;
  return {
    ...{ id, kind, planId, stream, type, revision, position, reason, tries, state },
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
