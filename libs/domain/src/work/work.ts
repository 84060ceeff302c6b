import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { count, id, instant, orNull, text, type FieldShapes } from '../shape.js';

/**
 * The life of one piece of work that takes longer than a request. `Noun` begins the names of its events, and `Request` says what is asked
 * for. `Made` is the event with the result.
 */
export type WorkEvent<Noun extends string, Made extends string, Request, Result> =
  | DomainEvent<`${Noun}Requested`, Request & { workId: string; by: string }>
  /**
   * A worker begins, or carries on after another one that has gone. Its steps name the attempt, so that the other's are refused. `attempt`
   * counts from one, and rises with failures only.
   */
  | DomainEvent<`${Noun}AttemptStarted`, { workId: string; attemptId: string; attempt: number }>
  | DomainEvent<`${Noun}StepDone`, { workId: string; attemptId: string; step: string; outcome: string | null }>
  | DomainEvent<`${Noun}RetryScheduled`, { workId: string; attemptId: string; reason: string; retryAt: string }>
  | DomainEvent<Made, Result & { workId: string }>
  /** An attempt failed for good. The work counts as failed once a worker has ended what its steps began elsewhere. */
  | DomainEvent<`${Noun}Failing`, { workId: string; attemptId: string; reason: string }>
  | DomainEvent<`${Noun}Failed`, { workId: string; reason: string }>
  | DomainEvent<`${Noun}StopRequested`, { workId: string; by: string }>
  | DomainEvent<`${Noun}Stopped`, { workId: string }>
  /** Somebody asked for another try: of failed or stopped work, or sooner than planned. */
  | DomainEvent<`${Noun}Resumed`, { workId: string; by: string }>
  /** Somebody keeps what was made for longer than usual, until an instant (UTC). */
  | DomainEvent<`${Noun}Pinned`, { workId: string; by: string; keptUntil: string }>;

export type WorkState = 'waiting' | 'running' | 'retrying' | 'stopping' | 'stopped' | 'failed' | 'done';

export interface Work<Request> {
  /** Null before the request. */
  request: (Request & { workId: string; by: string }) | null;
  state: WorkState;
  /** The attempt that may do steps; null while none runs. */
  attemptId: string | null;
  /** Attempts that failed since it was requested or resumed. The third is the last. Attempts whose worker was lost are carried on instead. */
  failures: number;
  /** Attempts in a row that have recorded no step, with the current one. An attempt that fails, and a step, begin the count again. */
  withoutStep: number;
  /** When to try again: instant, UTC; null unless `retrying`. */
  retryAt: string | null;
  /** Why it will count as failed, once what it began elsewhere has ended; null unless it is `running` or `stopping` without another step. */
  failing: string | null;
  /** Outcomes of the steps that are done, by key. They are not repeated. */
  done: Readonly<Record<string, string | null>>;
  /** Until when somebody keeps what was made: instant, UTC; null if nobody does. */
  keptUntil: string | null;
}

/** An attempt may fail this many times. */
export const mostAttempts = 3;

/** Workers that may be lost in a row without having recorded a step. */
export const mostLost = 10;

/** The reason of work that lost each of its workers before they recorded a step. */
export const interrupted = 'The portal stopped ten times while this was made, and no step of it was finished.';

const notFound = 'There is no such work.';
const notMade = 'Only what was made can be kept.';
const anotherWorker = 'Another worker carries on with this.';

/** Whether the next attempt ends the work without doing a step, because its worker was lost. */
export const endsAtStart = ({ state, failing, withoutStep }: Work<object>): boolean =>
  state === 'stopping' || (state === 'running' && (failing !== null || withoutStep >= mostLost));

/** What happens to work, whatever its events are called. */
export type WorkNames =
  | 'requested'
  | 'attemptStarted'
  | 'stepDone'
  | 'retryScheduled'
  | 'made'
  | 'failing'
  | 'failed'
  | 'stopRequested'
  | 'stopped'
  | 'resumed'
  | 'pinned';

/** What a kind of work is called, and what its request and result hold. */
interface WorkTerms<Noun extends string, Made extends string, Request, Result> {
  category: string;
  noun: Noun;
  made: Made;
  request: FieldShapes<Request>;
  result: FieldShapes<Result>;
  /** Its steps begin what goes on elsewhere until a worker ends it. So once it has done any, a worker stops it, also while it waits. */
  beginsElsewhere?: boolean;
}

/**
 * A process manager: the stream and the decisions of one kind of work. The stream's expected revision is the fence: whoever appends second
 * decides again, and an attempt that is no longer the current one may write nothing.
 */
export function workOf<
  const Noun extends string,
  const Made extends string,
  Request extends object,
  Result extends object,
>(terms: WorkTerms<Noun, Made, Request, Result>) {
  type Event = WorkEvent<Noun, Made, Request, Result>;
  type Current = Work<Request>;
  type Decides = Decision<Current, Event>;
  const { noun, made } = terms;
  const names = {
    requested: `${noun}Requested`,
    attemptStarted: `${noun}AttemptStarted`,
    stepDone: `${noun}StepDone`,
    retryScheduled: `${noun}RetryScheduled`,
    made,
    failing: `${noun}Failing`,
    failed: `${noun}Failed`,
    stopRequested: `${noun}StopRequested`,
    stopped: `${noun}Stopped`,
    resumed: `${noun}Resumed`,
    pinned: `${noun}Pinned`,
  } as const satisfies Record<WorkNames, string>;
  const event = (type: Event['type'], data: object): Event => ({ type, data }) as Event;

  const shapes = {
    [names.requested]: { ...terms.request, workId: id, by: text },
    [names.attemptStarted]: { workId: id, attemptId: id, attempt: count },
    [names.stepDone]: { workId: id, attemptId: id, step: text, outcome: orNull(text) },
    [names.retryScheduled]: { workId: id, attemptId: id, reason: text, retryAt: instant },
    [names.made]: { ...terms.result, workId: id },
    [names.failing]: { workId: id, attemptId: id, reason: text },
    [names.failed]: { workId: id, reason: text },
    [names.stopRequested]: { workId: id, by: text },
    [names.stopped]: { workId: id },
    [names.resumed]: { workId: id, by: text },
    [names.pinned]: { workId: id, by: text, keptUntil: instant },
  } as unknown as EventShapes<Event>;

  const initial: Current = {
    request: null,
    state: 'waiting',
    attemptId: null,
    failures: 0,
    withoutStep: 0,
    retryAt: null,
    failing: null,
    done: {},
    keptUntil: null,
  };

  const evolve = (current: Current, { type, data }: Event): Current => {
    switch (type) {
      case names.requested:
        return { ...initial, request: data as NonNullable<Current['request']> };
      case names.attemptStarted: {
        const { attemptId } = data as { attemptId: string };
        return { ...current, state: 'running', attemptId, withoutStep: current.withoutStep + 1, retryAt: null };
      }
      case names.stepDone: {
        const { step, outcome } = data as { step: string; outcome: string | null };
        return { ...current, withoutStep: 0, done: { ...current.done, [step]: outcome } };
      }
      case names.retryScheduled: {
        const { retryAt } = data as { retryAt: string };
        return {
          ...current,
          state: 'retrying',
          attemptId: null,
          failures: current.failures + 1,
          withoutStep: 0,
          retryAt,
        };
      }
      case names.made:
        return { ...current, state: 'done', attemptId: null };
      case names.failing:
        return { ...current, failing: (data as { reason: string }).reason };
      case names.failed:
        return { ...current, state: 'failed', attemptId: null, failing: null };
      case names.stopRequested:
        return { ...current, state: 'stopping' };
      case names.stopped:
        return { ...current, state: 'stopped', attemptId: null, retryAt: null, failing: null };
      case names.resumed:
        return { ...current, state: 'waiting', attemptId: null, failures: 0, withoutStep: 0, retryAt: null };
      case names.pinned:
        return { ...current, keptUntil: (data as { keptUntil: string }).keptUntil };
      default:
        return current;
    }
  };

  const stream: StreamDefinition<Current, Event> = {
    category: terms.category,
    initial,
    idOf: ({ workId }) => workId,
    shapes,
    evolve,
  };

  const requested = ({ request }: Current): NonNullable<Current['request']> => {
    if (request === null) throw new RuleViolation('not-found', notFound);
    return request;
  };
  /** The work's id, if this attempt may still write. */
  const mine = (current: Current, attemptId: string): string => {
    const { workId } = requested(current);
    if (current.attemptId !== attemptId) throw new RuleViolation('conflict', anotherWorker);
    return workId;
  };

  const request =
    (workId: string, by: string, what: Request): Decides =>
    (current) =>
      current.request === null ? [event(names.requested, { ...what, workId, by })] : [];

  /**
   * Begins an attempt at due work, at an instant (UTC). The caller must hold the work's lease: work that is still `running` then has lost
   * its worker, and is carried on under the same number. The tenth worker in a row that is lost without a step, one that is lost after a
   * request to stop, and one that is lost after the work failed for good end the work.
   */
  const start =
    (attemptId: string, at: string): Decides =>
    (current) => {
      const { workId } = requested(current);
      switch (current.state) {
        case 'stopping':
          return [event(names.stopped, { workId })];
        case 'done':
        case 'failed':
        case 'stopped':
          return [];
        case 'retrying':
          if (current.retryAt! > at) return [];
          break;
        case 'running':
          if (endsAtStart(current)) return [event(names.failed, { workId, reason: current.failing ?? interrupted })];
          break;
        case 'waiting':
          break;
      }
      return [event(names.attemptStarted, { workId, attemptId, attempt: current.failures + 1 })];
    };

  /** Records a step once. The outcome is what later steps need of it, such as the digest of a stored file. */
  const finishStep =
    (attemptId: string, step: string, outcome: string | null): Decides =>
    (current) => {
      const workId = mine(current, attemptId);
      return step in current.done ? [] : [event(names.stepDone, { workId, attemptId, step, outcome })];
    };

  /** Ends the work with its result. A request to stop that comes after the last step is too late. */
  const finish =
    (attemptId: string, result: Result): Decides =>
    (current) => [event(names.made, { ...result, workId: mine(current, attemptId) })];

  /** Ends the work between two steps because somebody asked to. */
  const stopNow =
    (attemptId: string): Decides =>
    (current) => [event(names.stopped, { workId: mine(current, attemptId) })];

  /** Records why an attempt failed for good, before what it began elsewhere is ended. No later attempt does another step. */
  const failing =
    (attemptId: string, reason: string): Decides =>
    (current) => {
      const workId = mine(current, attemptId);
      return current.failing === null ? [event(names.failing, { workId, attemptId, reason })] : [];
    };

  /**
   * Ends an attempt that did not succeed. The reason is shown to people. `retryAt` is when to try again (UTC); null if no later try can
   * succeed. The third failure is final.
   */
  const failAttempt =
    (attemptId: string, reason: string, retryAt: string | null): Decides =>
    (current) => {
      const workId = mine(current, attemptId);
      if (current.state === 'stopping') return [event(names.stopped, { workId })];
      if (retryAt === null || current.failures + 1 >= mostAttempts) return [event(names.failed, { workId, reason })];
      return [event(names.retryScheduled, { workId, attemptId, reason, retryAt })];
    };

  /** Asks running work to stop before its next step; work that waits stops at once. Ended work stays as it is. */
  const stop =
    (by: string): Decides =>
    (current) => {
      const { workId } = requested(current);
      const asked = event(names.stopRequested, { workId, by });
      switch (current.state) {
        case 'waiting':
        case 'retrying':
          return terms.beginsElsewhere === true && Object.keys(current.done).length > 0
            ? [asked]
            : [asked, event(names.stopped, { workId })];
        case 'running':
          return [asked];
        default:
          return [];
      }
    };

  /** Tries failed or stopped work again from its first step that is not done, or a planned retry now. */
  const resume =
    (by: string): Decides =>
    (current) => {
      const { workId } = requested(current);
      const isEnded = current.state === 'failed' || current.state === 'stopped' || current.state === 'retrying';
      return isEnded ? [event(names.resumed, { workId, by })] : [];
    };

  /** Keeps what was made until an instant (UTC). Keeping it no longer than before changes nothing. */
  const pin =
    (by: string, keptUntil: string): Decides =>
    (current) => {
      const { workId } = requested(current);
      if (current.state !== 'done') throw new RuleViolation('conflict', notMade);
      if (current.keptUntil !== null && current.keptUntil >= keptUntil) return [];
      return [event(names.pinned, { workId, by, keptUntil })];
    };

  return { noun, names, stream, request, start, finishStep, finish, stopNow, failing, failAttempt, stop, resume, pin };
}

const firstWaitSeconds = 20;

/**
 * How long to wait after the n-th failed attempt, in milliseconds: 20 s, then four times as long each time, and up to half as much again,
 * so that what failed together is not tried together. `random` is from 0 to 1.
 */
export const waitAfter = (attempt: number, random: number): number =>
  Math.round(firstWaitSeconds * 1000 * 4 ** (attempt - 1) * (1 + random / 2));
