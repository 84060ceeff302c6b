import { Controller, Injectable, Logger, Module } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  type DeadLetterFilter,
  deadLettersPage,
  type DeadLettersPage,
  deadLettersQuery,
  type DeadLetterState,
  deadLetterStates,
  dropRequest,
  retryAnswer,
  type RetryAnswer,
} from '@superscope/contracts/dead-letters';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { z } from 'zod';
import { nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Ops } from '../platform/engines.module.js';
import { countRunningProjectors } from './count-projectors.js';
import { deadLetterFrom, deadLettersOf } from '../changes/dead-letter-document.js';

const letterId = z.string().min(1).max(200);

const deadLettersEndpoint = endpoint('GET /api/dead-letters', {
  summary: 'Events and plans that are set aside: a page, the newest first, and how many in each state',
  right: 'operations.read',
  polled: true,
  query: deadLettersQuery,
  answers: { 200: deadLettersPage },
});

const retryDeadLetterEndpoint = endpoint('POST /api/dead-letters/:id/retry', {
  summary: 'Asks the running projector to try again',
  right: 'operations.write',
  noted: 'retried dead letter',
  params: { id: letterId },
  answers: { 202: retryAnswer },
  problems: { 404: null },
});

const dropDeadLetterEndpoint = endpoint('POST /api/dead-letters/:id/drop', {
  summary: 'Drops an event permanently; the body gives the reason',
  right: 'operations.write',
  noted: 'dropped dead letter',
  params: { id: letterId },
  body: dropRequest,
  answers: { 204: nothing },
  problems: { 404: null },
});

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

/** Asks the running projector to apply an event again, or to derive a plan again. */
class RetryDeadLetter extends Command<RetryAnswer> {
  constructor(
    readonly id: string,
    readonly username: string,
  ) {
    super();
  }
}

/** Permanently leaves an event out of the read models, including rebuilt ones. */
class DropDeadLetter extends Command<void> {
  constructor(
    readonly id: string,
    readonly username: string,
    readonly reason: string,
  ) {
    super();
  }
}

const gone = () => new RuleViolation('not-found', 'The dead letter does not exist any more.');

@CommandHandler(RetryDeadLetter)
@Injectable()
class RetryDeadLetterHandler implements ICommandHandler<RetryDeadLetter> {
  private readonly log = new Logger('DeadLetters');

  constructor(private readonly ops: Ops) {}

  async execute({ id, username }: RetryDeadLetter): Promise<RetryAnswer> {
    const letters = deadLettersOf(this.ops);
    const asked = await letters.updateOne(
      { _id: id, state: { $ne: 'retrying' } },
      {
        $set: { state: 'retrying', requestedBy: username, requestedAt: new Date() },
        $unset: { droppedBy: '', droppedAt: '', dropReason: '' },
      },
    );
    // Requesting a retry twice has no further effect.
    if (asked.matchedCount === 0 && (await letters.findOne({ _id: id })) === null) throw gone();
    this.log.log(`Dead letter ${id} is to be retried`);
    return { state: 'retrying', projectors: await countRunningProjectors(this.ops) };
  }
}

@CommandHandler(DropDeadLetter)
@Injectable()
class DropDeadLetterHandler implements ICommandHandler<DropDeadLetter> {
  private readonly log = new Logger('DeadLetters');

  constructor(private readonly ops: Ops) {}

  async execute({ id, username, reason }: DropDeadLetter): Promise<void> {
    const letters = deadLettersOf(this.ops);
    const dropped = await letters.updateOne(
      { _id: id, kind: 'event', state: 'waiting' },
      { $set: { state: 'dropped', droppedBy: username, droppedAt: new Date(), dropReason: reason } },
    );
    if (dropped.matchedCount === 1) return this.log.log(`Dead letter ${id} is dropped`);
    const letter = await letters.findOne({ _id: id });
    if (letter === null) throw gone();
    if (letter.kind === 'plan')
      throw new RuleViolation(
        'conflict',
        'A plan cannot be dropped: its figures are derived again until that succeeds.',
      );
    throw new RuleViolation(
      'conflict',
      letter.state === 'dropped' ? 'The dead letter was dropped before.' : 'The dead letter is being retried.',
    );
  }
}

/** Dead letters: events and plans that could not be applied to the read models. */
@Controller()
class DeadLettersController {
  constructor(
    private readonly ops: Ops,
    private readonly commands: CommandBus,
  ) {}

  /** A page of dead letters, newest first; `page` begins at 1. */
  @Endpoint(deadLettersEndpoint)
  async list({ query: { state, page, size } }: RequestOf<typeof deadLettersEndpoint>): Promise<DeadLettersPage> {
    const states = statesOf(state);
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

  @Endpoint(retryDeadLetterEndpoint)
  retry({ params, caller }: RequestOf<typeof retryDeadLetterEndpoint>): Promise<RetryAnswer> {
    return this.commands.execute(new RetryDeadLetter(params.id, caller.username));
  }

  @Endpoint(dropDeadLetterEndpoint)
  async drop({ params, body, caller }: RequestOf<typeof dropDeadLetterEndpoint>): Promise<void> {
    await this.commands.execute(new DropDeadLetter(params.id, caller.username, body.reason));
  }
}

@Module({
  controllers: [DeadLettersController],
  providers: [RetryDeadLetterHandler, DropDeadLetterHandler],
})
export class DeadLettersSlice {}
