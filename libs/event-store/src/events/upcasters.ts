import type { Upcast } from '@superscope/domain/event';
import { UnreadableEvent } from './unreadable-event.js';

/** Upcasting steps by event type, from the definitions of the streams. */
export type UpcasterSteps = Readonly<Record<string, readonly Upcast[]>>;

export class Upcasters {
  constructor(private readonly steps: UpcasterSteps) {}

  currentVersion(type: string): number {
    return 1 + this.stepsOf(type).length;
  }

  /** Converts data to the current version. Throws for a version that this build does not know. */
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

  /** An event's type may be the name of a property that every object inherits, such as 'constructor'. */
  private stepsOf(type: string): readonly Upcast[] {
    return Object.hasOwn(this.steps, type) ? this.steps[type]! : [];
  }
}
