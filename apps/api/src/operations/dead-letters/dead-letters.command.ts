import { Injectable, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { RetryAnswer } from '@superscope/contracts/dead-letters';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { Ops } from '../../platform/engines.module.js';
import { countRunningProjectors } from '../system-health/count-projectors.js';
import { deadLettersOf } from './dead-letter-document.js';

/** Asks the running projector to apply an event again, or to derive a plan again. */
export class RetryDeadLetter extends Command<RetryAnswer> {
  constructor(
    readonly id: string,
    readonly username: string,
  ) {
    super();
  }
}

/** Permanently leaves an event out of the read models, including rebuilt ones. */
export class DropDeadLetter extends Command<void> {
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
export class RetryDeadLetterHandler implements ICommandHandler<RetryDeadLetter> {
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
export class DropDeadLetterHandler implements ICommandHandler<DropDeadLetter> {
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
