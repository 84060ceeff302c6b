import type { Upcast } from '@superscope/domain/event';
import { UnreadableEvent } from './unreadable-event.js';

/** Steps by event type, as the streams' definitions have them. */
export type UpcasterSteps = Readonly<Record<string, readonly Upcast[]>>;

export class Upcasters {
  constructor(private readonly steps: UpcasterSteps) {}

  currentVersion(type: string): number {
    return 1 + this.stepsOf(type).length;
  }

  /** Data at the current version. Throws for a version this build does not know. */
  upcast(type: string, version: number, data: unknown): unknown {
    const current = this.currentVersion(type);
    if (!Number.isInteger(version) || version < 1 || version > current)
      throw new UnreadableEvent(
        `schema version ${Number.isInteger(version) ? version : '(none)'} of ${type} is unknown (current: ${current})`,
      );
    return version === current
      ? data
      : this.stepsOf(type)
          .slice(version - 1)
          .reduce((older, step) => step(older), data);
  }

  /** A type may be called as what every object has: 'constructor'. */
  private stepsOf(type: string): readonly Upcast[] {
    return Object.hasOwn(this.steps, type) ? this.steps[type]! : [];
  }
}
