import { Injectable } from '@nestjs/common';
import type { Work, workOf } from '@superscope/domain/work/work';
import type { Principal } from '../platform/access/principal.js';

export type Requested<Request> = NonNullable<Work<Request>['request']>;

/** How much of a step is done. */
export interface StepProgress {
  done: number;
  total: number;
  /** 'pages' */
  unit: string;
}

/** What a step may use. */
export interface StepGiven<Request> {
  request: Requested<Request>;
  /** Outcomes of the earlier steps, by key. */
  done: Work<Request>['done'];
  /** The person who asked, with the rights and the plans of now. */
  caller: Principal;
  /** Aborted once this worker may not go on. */
  signal: AbortSignal;
  /** Records what a long step has done so far, once, under a key of its own. It is among the outcomes when the step is carried on. */
  record(key: string, outcome: string | null): Promise<void>;
  /** Whether somebody asked the work to stop. If so the step ends early, its outcome is not recorded, and the work stops. */
  isStopping(): Promise<boolean>;
  /** Tells people how much of the step is done. A loss of it does no harm. */
  tell: (progress: StepProgress) => void;
}

/** A step, after which the work can be carried on by another worker. Repeating a step that was cut off must do no harm. */
export interface WorkStep<Request> {
  key: string;
  /** What is being done, shown to people: 'Drawing'. */
  name: string;
  /** The outcome is stored in an event: a digest or an id, never figures or anything personal. Throws Refusal or RuleViolation. */
  run(given: StepGiven<Request>): Promise<string | null>;
}

/** A kind of background work: what manages it, its steps, and how much of it runs at a time. */
export interface WorkKind<
  Request extends object = object,
  Result extends object = object,
  Noun extends string = string,
  Made extends string = string,
> {
  manager: ReturnType<typeof workOf<Noun, Made, Request, Result>>;
  steps: readonly WorkStep<Request>[];
  /** How many are made at a time in one process, and for one person. */
  mostAtOnce: number;
  mostOfOnePerson: number;
  /** Its steps use no right of whoever asked: the clock asks for it too, and it goes on when an account is gone. */
  isNobodys?: true;
  result(given: Pick<StepGiven<Request>, 'request' | 'done'>): Result;
  /** Whether its turn has come. Until then it stays as it is and is looked at again, and takes nobody's place. */
  mayStart?(request: Requested<Request>): Promise<boolean>;
  /** Whether ended work may be tried again. Throws RuleViolation if not. */
  assertResumable?(request: Requested<Request>): Promise<void>;
  /**
   * Ends what the steps began elsewhere, before the work counts as stopped or failed. It may be called again. If it throws, the work stays as
   * it is and is looked at again, without another step.
   */
  onEnd?(given: Pick<StepGiven<Request>, 'request' | 'done' | 'signal'>): Promise<void>;
}

/** The kinds of work that a process knows. Each kind's own area declares it and adds it when the process starts. */
@Injectable()
export class WorkKinds {
  private readonly kinds = new Map<string, WorkKind>();

  add<Request extends object, Result extends object, Noun extends string, Made extends string>(
    kind: WorkKind<Request, Result, Noun, Made>,
  ): void {
    this.kinds.set(kind.manager.stream.category, kind as unknown as WorkKind);
  }

  /** Null for work of a later release, which this process leaves alone. */
  of(category: string): WorkKind | null {
    return this.kinds.get(category) ?? null;
  }
}
