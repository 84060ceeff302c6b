import { Injectable } from '@nestjs/common';
import { membersView } from '@superscope/contracts/read-models/members';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { Views } from '../platform/engines.module.js';
import { Repeated } from '../platform/repeated.js';

/**
 * Destroys the keys of members whose erasure was recorded by a process that ended before it destroyed the key. It works from the recorded
 * state, so several apis may run it at once, and it also corrects a key vault that was restored from before an erasure.
 */
@Injectable()
export class FinishErasures extends Repeated {
  constructor(
    private readonly views: Views,
    private readonly vault: KeyVault,
  ) {
    super({ log: 'Erasures', firstAfterMs: 0, everyMs: 60_000, failed: 'the search for unfinished erasures failed' });
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

  protected async look(): Promise<void> {
    const finished = await this.finish();
    if (finished > 0) this.log.log({ msg: 'interrupted erasures were finished', finished });
  }
}
