import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { EventStore } from '@superscope/event-store/event-store';
import { newestOfFigures } from '@superscope/event-store/reading/newest-of-figures';
import { checkpointOf } from '@superscope/event-store/reading/projection-feed';
import { deadLettersOf } from './dead-letter-document.js';
import { Ops, Views } from '../platform/engines.module.js';
import { ProjectedEvents } from './projected-events.js';

const lookEveryMilliseconds = 100;

/** Says whether everything recorded about a plan is in its figures. */
@Injectable()
export class CompleteFigures {
  constructor(
    private readonly store: EventStore,
    private readonly projected: ProjectedEvents,
    private readonly views: Views,
    private readonly ops: Ops,
  ) {}

  /**
   * Waits for a moment (ISO instant) by which every recorded event was projected, and the plan's months derived. Null if there is none
   * within the time, or before the signal aborts.
   */
  async moment(planId: string, withinMilliseconds: number, signal: AbortSignal): Promise<string | null> {
    const until = performance.now() + withinMilliseconds;
    while (!signal.aborted) {
      const moment = new Date().toISOString();
      if ((await this.areProjected()) && !(await this.areStale(planId))) return moment;
      if (performance.now() > until) return null;
      await delay(lookEveryMilliseconds);
    }
    return null;
  }

  private async areProjected(): Promise<boolean> {
    const feed = await this.projected.feed();
    const newest = await newestOfFigures(this.store);
    const progress = await this.projected.progress();
    return newest.every(({ stream, position }) => progress.includes(checkpointOf(feed, stream), position));
  }

  /** A plan that is set aside as a dead letter is not derived until somebody retries it, so nothing waits for it. */
  private async areStale(planId: string): Promise<boolean> {
    if ((await this.views.dirty.findOne({ planId }, { projection: { _id: 1 } })) === null) return false;
    return (await deadLettersOf(this.ops).findOne({ kind: 'plan', planId }, { projection: { _id: 1 } })) === null;
  }
}
