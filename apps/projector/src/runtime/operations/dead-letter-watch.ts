import type { StoredDeadLetter } from '@superscope/contracts/dead-letters';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore } from '@superscope/event-store/event-store';
import { isUndecodable } from '@superscope/event-store/events/recorded-event';
import type { Logger } from 'pino';
import type { DeadLetters } from './dead-letters.js';
import type { DerivationQueue } from '../deriving/derivation-queue.js';
import { safeError, safeReason } from '../writing/failures.js';
import type { Changed, FactsWriter } from '../writing/facts-writer.js';
import type { PauseSwitch } from './pause.js';
import type { Target } from '../writing/target.js';

const lookEveryMilliseconds = 500;

export interface DeadLetterWatchParts {
  store: EventStore;
  target: Target;
  writer: FactsWriter;
  queues: readonly DerivationQueue[];
  deadLetters: DeadLetters;
  pause: PauseSwitch;
  /** Announces the change to screens, and marks plan-months to be derived. */
  onChanged: (changed: Changed) => Promise<void>;
  log: Logger;
}

/**
 * Executes operators' requests about dead letters. It runs in a projector, because only projectors write read models.
 */
export class DeadLetterWatch {
  private readonly stopping = new AbortController();
  private loop: Promise<void> | null = null;

  constructor(private readonly parts: DeadLetterWatchParts) {}

  start(): void {
    this.loop = (async () => {
      while (!this.stopping.signal.aborted) {
        try {
          await this.look();
        } catch (error) {
          // An engine is unavailable. The next poll tries again.
          this.parts.log.debug(safeError(error), 'the dead letters could not be read');
        }
        await delay(lookEveryMilliseconds, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    })();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.loop;
  }

  private async look(): Promise<void> {
    const { letters } = this.parts.deadLetters;
    const open = await letters
      .find({ $or: [{ state: 'retrying' }, { kind: 'plan' }] })
      .sort({ firstAt: 1 })
      .toArray();
    for (const letter of open) if (letter.kind === 'plan') await this.lookAtPlan(letter);
    const events = open.filter(({ kind }) => kind === 'event');
    if (events.length > 0) await this.retryEvents();
  }

  private async retryEvents(): Promise<void> {
    const { deadLetters, pause } = this.parts;
    const turn = await deadLetters.takeTurn();
    if (turn === null) return;
    try {
      // Read again, because another projector may have just finished its turn.
      const due = await deadLetters.letters.find({ state: 'retrying', kind: 'event' }).sort({ firstAt: 1 }).toArray();
      for (const letter of due) {
        if (this.stopping.signal.aborted) return;
        await pause.during(() => this.retry(letter));
      }
    } finally {
      await turn.release();
    }
  }

  /**
   * A plan is retried by its derivations. The letter goes once none of the plan's months is stale, whichever process
   * derived it.
   */
  private async lookAtPlan(letter: StoredDeadLetter): Promise<void> {
    const { target, queues, deadLetters } = this.parts;
    const planId = letter.planId!;
    if ((await target.dirty().findOne({ planId })) === null) await deadLetters.retried(letter._id);
    else if (letter.state === 'retrying') for (const queue of queues) queue.retry(planId);
  }

  private async retry(letter: StoredDeadLetter): Promise<void> {
    const { deadLetters, log } = this.parts;
    const { _id: id, stream, type, revision } = letter;
    const failure = await this.apply(letter);
    log.info({ event: id, stream, type, revision, failure }, failure === null ? 'dead letter applied' : 'retry failed');
    if (failure === null) await deadLetters.retried(id);
    else await deadLetters.retryFailed(id, failure);
  }

  /** Null if the event is now in the read models, otherwise the reason why not. The event is read and decoded again. */
  private async apply({ _id: id, stream, revision }: StoredDeadLetter): Promise<string | null> {
    const { store, writer, deadLetters, onChanged } = this.parts;
    let event = null;
    for await (const found of store.read(stream!, { from: BigInt(revision!), limit: 1 })) event = found;
    if (event?.id !== id) return 'it is not in the event store any more';
    if (isUndecodable(event)) return event.undecodable;
    const decoded = event;
    const others = await deadLetters.idsOf(stream!);
    others.delete(id);
    const outcome = await deadLetters.guard(() => writer.restore(decoded, () => store.read(stream!), others));
    if ('failure' in outcome) return safeReason(outcome.failure);
    await onChanged(outcome.result);
    return null;
  }
}
