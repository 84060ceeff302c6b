import { Injectable } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  deadLetterStates,
  type DeadLetterFilter,
  type DeadLettersPage,
  type DeadLetterState,
} from '@superscope/contracts/dead-letters';
import { Ops } from '../../platform/engines.module.js';
import { deadLetterFrom, deadLettersOf } from './dead-letter-document.js';

/** A page of dead letters, newest first; `page` begins at 1. */
export class DeadLettersInState extends Query<DeadLettersPage> {
  constructor(
    readonly filter: DeadLetterFilter,
    readonly page: number,
    readonly size: number,
  ) {
    super();
  }
}

@QueryHandler(DeadLettersInState)
@Injectable()
export class DeadLettersInStateHandler implements IQueryHandler<DeadLettersInState> {
  constructor(private readonly ops: Ops) {}

  async execute({ filter, page, size }: DeadLettersInState): Promise<DeadLettersPage> {
    const states = statesOf(filter);
    const [found, counts] = await Promise.all([
      deadLettersOf(this.ops)
        .find(states.length === deadLetterStates.length ? {} : { state: { $in: [...states] } })
        .sort({ firstAt: -1, _id: 1 })
        .skip((page - 1) * size)
        .limit(size)
        .toArray(),
      deadLetterCounts(this.ops),
    ]);
    const total = states.reduce((sum, state) => sum + counts[state], 0);
    return { letters: found.map(deadLetterFrom), total, counts };
  }
}

const statesOf = (filter: DeadLetterFilter): readonly DeadLetterState[] =>
  filter === undefined ? deadLetterStates : filter === 'open' ? ['waiting', 'retrying'] : [filter];

/** The number of dead letters in each state. */
export async function deadLetterCounts(ops: Ops): Promise<Record<DeadLetterState, number>> {
  const letters = deadLettersOf(ops);
  const counted = await Promise.all(deadLetterStates.map((state) => letters.countDocuments({ state })));
  return Object.fromEntries(deadLetterStates.map((state, i) => [state, counted[i]!])) as Record<
    DeadLetterState,
    number
  >;
}
