import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

interface Repetition {
  /** Whose log it is. */
  log: string;
  /** Until the first turn, because the engines have more urgent work when the api starts. */
  firstAfterMs: number;
  /** From the end of a turn to the next one. */
  everyMs: number;
  /** What is logged of a turn that fails. */
  failed: string;
}

/** Does something again and again until the process ends. A turn fails while an engine is away; the next one tries again. */
export abstract class Repeated implements OnApplicationBootstrap, BeforeApplicationShutdown {
  protected readonly log: Logger;
  protected stopped = false;
  protected turning: Promise<unknown> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;

  protected constructor(private readonly repetition: Repetition) {
    this.log = new Logger(repetition.log);
  }

  protected abstract look(): Promise<unknown>;

  onApplicationBootstrap(): void {
    this.turnAfter(this.repetition.firstAfterMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.turning;
  }

  private turnAfter(milliseconds: number): void {
    if (this.stopped) return;
    const { failed, everyMs } = this.repetition;
    this.timer = setTimeout(() => {
      this.turning = this.look()
        .catch((err: unknown) => this.log.warn({ msg: failed, err }))
        .finally(() => this.turnAfter(everyMs));
    }, milliseconds);
    this.timer.unref();
  }
}
