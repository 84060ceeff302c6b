import { randomUUID } from 'node:crypto';
import { HttpException, Injectable } from '@nestjs/common';
import { workView } from '@superscope/contracts/read-models/work';
import { reportKinds } from '@superscope/domain/report/report';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { endsAtStart, mostAttempts, waitAfter, type Work, type WorkState } from '@superscope/domain/work/work';
import { EventStore } from '@superscope/event-store/event-store';
import { EventStoreFullError } from '@superscope/event-store/connection/errors';
import { Lease, type Held } from '@superscope/event-store/leases/lease';
import { RequestPrincipalResolver } from '../authentication/session/request-principal-resolver.js';
import { isDiskFull } from '../platform/disk-full.js';
import type { Principal } from '../platform/access/principal.js';
import { systemContext } from '../platform/commands/command-context.js';
import { Ops, Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { Times } from '../platform/speed/times.js';
import { Repeated } from '../platform/repeated.js';
import { WorkKinds, type StepGiven, type StepProgress, type WorkKind } from './work-kind.js';
import { WorkProgress } from './work-progress.js';

const lookMilliseconds = 1_000;
/** The longest list that a look reads. More waits for the next look. */
const mostDue = 100;

const unexpected = 'Something went wrong while this was made.';
const noRoom = 'There is no room left to store what is made. Nothing half was kept.';
const accountGone = 'The account that asked for this is no longer active.';

/** Statuses that may be other at the next try: too many at a time, or a program that does not answer. */
const passing: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Stands for whoever asked for work that needs nobody, and may do nothing. */
const nobody: Principal = {
  userId: '',
  username: '',
  name: null,
  role: 'BrowserClient',
  scope: { kind: 'plans', planIds: new Set() },
};

interface Running {
  category: string;
  by: string;
  ended: Promise<void>;
  stop: AbortController;
}

/**
 * Does background work that is due, step by step. Any number of apis may run one: a lease keeps two from doing the same work, and if a
 * paused worker wakes up after its lease was lost, the stream refuses what it writes. Work whose process was killed is carried on by the
 * next process that finds its lease free.
 */
@Injectable()
export class Worker extends Repeated {
  private readonly running = new Map<string, Running>();
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly views: Views,
    private readonly ops: Ops,
    private readonly kinds: WorkKinds,
    private readonly principals: RequestPrincipalResolver,
    private readonly progress: WorkProgress,
    private readonly times: Times,
  ) {
    const failed = 'background work could not be looked at';
    super({ log: 'Work', firstAfterMs: lookMilliseconds, everyMs: lookMilliseconds, failed });
  }

  /** Leaves running work to another process, which carries on from the last step that was done. */
  override async beforeApplicationShutdown(): Promise<void> {
    const ended = super.beforeApplicationShutdown();
    for (const { stop } of this.running.values()) stop.abort(new Error('This process is ending.'));
    await Promise.all([ended, this.looking, ...[...this.running.values()].map(({ ended }) => ended)]);
  }

  /** Looks at once, for example because work was just requested. */
  look(): Promise<void> {
    this.looking = this.looking
      .then(() => this.turn())
      .catch((err: unknown) => {
        // An engine is away. The next look tries again.
        this.log.warn({ msg: 'background work could not be looked at', err });
      });
    return this.looking;
  }

  private async turn(): Promise<void> {
    if (this.stopped) return;
    const due = await this.views
      .of(workView)
      .find(
        {
          $or: [
            { state: { $in: ['waiting', 'running', 'stopping'] } },
            { state: 'retrying', retryAt: { $lte: new Date() } },
          ],
        },
        { projection: { category: 1, by: 1, requestedAt: 1 } },
      )
      .sort({ requestedAt: 1 })
      .limit(mostDue)
      .toArray();
    for (const { _id, category, by = '', requestedAt } of due) this.begin(category, _id, by, requestedAt);
  }

  /**
   * Begins work that was just requested or is due, if there is room for it and no other process does it. The view may be behind; the stream
   * decides what is due.
   */
  begin(category: string, workId: string, by: string, requestedAt = new Date()): void {
    const kind = this.kinds.of(category);
    if (this.stopped || kind === null || this.running.has(workId) || !this.hasRoom(kind, by)) return;
    const stop = new AbortController();
    // Its place is taken before anything is awaited, so that work that begins at the same moment keeps the bounds.
    const ended = this.underLease(kind, workId, stop, requestedAt)
      .catch((err: unknown) => this.log.warn({ msg: 'background work was left', workId, err }))
      .finally(() => this.running.delete(workId));
    this.running.set(workId, { category, by, ended, stop });
  }

  private async underLease(kind: WorkKind, workId: string, stop: AbortController, requestedAt: Date): Promise<void> {
    const held = await new Lease(this.ops.db, `work/${workId}`).take();
    if (held === null) return;
    void held.lost.then(() => stop.abort(new Error('Another worker may carry on.')));
    try {
      await this.attempt(kind, workId, held, stop.signal, requestedAt);
    } finally {
      await held.release().catch(() => undefined);
    }
  }

  private hasRoom({ manager, mostAtOnce, mostOfOnePerson }: WorkKind, by: string): boolean {
    const same = [...this.running.values()].filter(({ category }) => category === manager.stream.category);
    return same.length < mostAtOnce && same.filter((each) => each.by === by).length < mostOfOnePerson;
  }

  private async attempt(kind: WorkKind, workId: string, held: Held, signal: AbortSignal, requestedAt: Date) {
    const { manager, steps, result } = kind;
    const attemptId = randomUUID();
    type Decides = ReturnType<typeof manager.start>;
    const decide = (what: string, decision: Decides) =>
      this.store.transact(manager.stream, workId, decision, systemContext(`work/${workId}/${attemptId}/${what}`));
    const load = async () => (await this.store.load(manager.stream, workId)).state;

    // What was done is read again: the step that ends may have recorded some of it. Another worker's is left to that one.
    const leave = async () => {
      if (kind.onEnd === undefined) return;
      const current = await load();
      if (current.attemptId === attemptId) await kind.onEnd({ request: current.request!, done: current.done, signal });
    };
    const fail = async (reason: string) => {
      // Kept before anything that may fail in turn, so that no later attempt does a step again and the reason is known.
      if (kind.onEnd !== undefined) await decide('failing', manager.failing(attemptId, reason));
      await leave();
      await decide('fail', manager.failAttempt(attemptId, reason, null));
    };
    const stop = async () => {
      await leave();
      await decide('stop', manager.stopNow(attemptId));
    };

    if (kind.onEnd !== undefined) {
      const found = await load();
      if (found.request !== null && endsAtStart(found))
        await kind.onEnd({ request: found.request, done: found.done, signal });
    }
    if (kind.mayStart !== undefined) {
      const { request, state } = await load();
      if (request !== null && begins.has(state) && !(await kind.mayStart(request))) return;
    }
    const { events } = await decide('start', manager.start(attemptId, new Date().toISOString()));
    let state = await load();
    if (events === 0 || state.attemptId !== attemptId) return;
    const began = performance.now();
    const name = nameOf(kind, state.request!);
    if (isFirstAttempt(state)) this.times.note('wait', name, Math.max(0, Date.now() - requestedAt.getTime()));
    try {
      const request = state.request!;
      const caller = kind.isNobodys === true ? nobody : await this.principals.principalOf(request.by);
      if (caller === null) return await fail(accountGone);
      for (const step of steps) {
        if (step.key in state.done) continue;
        signal.throwIfAborted();
        if (state.state === 'stopping') return void (await stop());
        const record = async (key: string, outcome: string | null) =>
          void (await decide(`step/${key}`, manager.finishStep(attemptId, key, outcome)));
        let endsEarly = false;
        const isStopping = async () => (endsEarly = (await load()).state === 'stopping');
        const given = { request, done: state.done, caller, signal, record, isStopping };
        const outcome = await this.run(step, workId, given);
        if (endsEarly) return void (await stop());
        await decide(`step/${step.key}`, manager.finishStep(attemptId, step.key, outcome));
        state = await load();
      }
      if (state.state === 'stopping') return void (await stop());
      await decide('finish', manager.finish(attemptId, result({ request, done: state.done })));
      this.times.note('job', name, performance.now() - began);
    } catch (error) {
      // This process ends, or lost its lease: another one carries on.
      if (signal.aborted || !held.isSafe()) throw error;
      const { reason, mayPass } = told(error);
      if (reason === unexpected || reason === noRoom)
        this.log.error({ msg: 'a step of background work failed', workId, err: error });
      if ((await load()).state === 'stopping') return await stop();
      if (!mayPass || state.failures + 1 >= mostAttempts) return await fail(reason);
      await decide('fail', manager.failAttempt(attemptId, reason, retryTime(state)));
    }
  }

  /** One step, of which people see how far it is until it ends. */
  private async run(step: WorkKind['steps'][number], workId: string, given: Omit<StepGiven<object>, 'tell'>) {
    let noted: Promise<void> = Promise.resolve();
    const next = (note: () => Promise<void>) => {
      noted = noted.then(note).catch(() => undefined);
    };
    const tell = (progress: StepProgress) => next(() => this.progress.note(workId, progress));
    next(() => this.progress.forget(workId));
    try {
      return await step.run({ ...given, tell });
    } finally {
      next(() => this.progress.forget(workId));
      await noted;
    }
  }
}

/** Retries wait for a time of their own, and carried on work has waited before. */
const isFirstAttempt = ({ failures, withoutStep, done }: Work<object>): boolean =>
  failures === 0 && withoutStep <= 1 && Object.keys(done).length === 0;

/** The kind of a document, or what manages the work: names of closed lists. */
const nameOf = ({ manager }: WorkKind, request: object): string =>
  'kind' in request && (reportKinds as readonly unknown[]).includes(request.kind)
    ? (request.kind as string)
    : manager.stream.category;

/** States whose next attempt does steps. One that waits for another try is due, or its attempt does not start. */
const begins: ReadonlySet<WorkState> = new Set<WorkState>(['waiting', 'retrying', 'running']);

const retryTime = ({ failures }: Work<object>): string =>
  new Date(Date.now() + waitAfter(failures + 1, Math.random())).toISOString();

/** What people are told of a failure, and whether a later try may succeed. */
function told(error: unknown): { reason: string; mayPass: boolean } {
  if (error instanceof RuleViolation) return { reason: error.message, mayPass: false };
  if (error instanceof Refusal) return { reason: error.message, mayPass: passing.has(error.status) };
  if (error instanceof HttpException) return { reason: error.message, mayPass: passing.has(error.getStatus()) };
  return { reason: isFull(error) ? noRoom : unexpected, mayPass: true };
}

/** Whether an engine has no space left, which somebody may give it before the next try. */
const isFull = (error: unknown): boolean => error instanceof EventStoreFullError || isDiskFull(error);
