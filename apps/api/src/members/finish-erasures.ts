import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { membersView } from '@superscope/contracts/read-models/members';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { Views } from '../platform/engines.module.js';

const everyMilliseconds = 60_000;

/**
 * Destroys the keys of members whose erasure was recorded by a process that ended before it destroyed the key. It works from the recorded
 * state, so several apis may run it at once, and it also corrects a key vault that was restored from before an erasure.
 */
@Injectable()
export class FinishErasures implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Erasures');
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private latest: Promise<void> = Promise.resolve();

  constructor(
    private readonly views: Views,
    private readonly vault: KeyVault,
  ) {}

  onApplicationBootstrap(): void {
    this.look();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.latest;
  }

  /** Destroys the remaining keys of erased members; returns how many there were. */
  async finish(): Promise<number> {
    const erased = await this.views
      .of(membersView)
      .find({ erased: true }, { projection: { _id: 1 } })
      .toArray();
    const left = await this.vault.stillThere(erased.map(({ _id }) => _id));
    for (const memberId of left) await this.vault.destroy(memberId);
    return left.length;
  }

  private look(): void {
    this.latest = this.finish()
      .then((finished) => {
        if (finished > 0) this.log.log({ msg: 'interrupted erasures were finished', finished });
      })
      // An engine is unavailable; the next run finds what is left.
      .catch((err: unknown) => this.log.warn({ msg: 'the search for unfinished erasures failed', err }))
      .finally(() => {
        if (this.stopped) return;
        this.timer = setTimeout(() => this.look(), everyMilliseconds);
        this.timer.unref();
      });
  }
}
