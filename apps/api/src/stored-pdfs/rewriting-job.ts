import { Injectable } from '@nestjs/common';
import { Lease, type Held } from '@superscope/event-store/leases/lease';
import { Ops } from '../platform/engines.module.js';
import { Repeated } from '../platform/repeated.js';
import { pdfChecksOf } from '../platform/pdf/pdf-check-document.js';
import { pdfStoreNames, StoredPdfs, type PdfStoreName } from './stored-pdfs.js';

const mostAtOnce = 100;

/**
 * Has every stored PDF rewritten that the present rewriter has not looked at: after an upgrade, after a restored backup, and what an api of
 * an earlier release stored meanwhile. One api does, under a lease, one file after the other in a process of low priority, so a person's
 * upload waits for one of its files at most. Each file's verdict stands by itself, so a killed job is carried on by the next.
 */
@Injectable()
export class RewritingJob extends Repeated {
  /** Those that could not be looked at, which is logged once each. */
  private readonly failed = new Set<string>();

  constructor(
    private readonly ops: Ops,
    private readonly stored: StoredPdfs,
  ) {
    super({ log: 'StoredPdfs', firstAfterMs: 5_000, everyMs: 60_000, failed: 'stored PDFs could not be looked at' });
  }

  override async beforeApplicationShutdown(): Promise<void> {
    const ended = super.beforeApplicationShutdown();
    // Providers end after those that use them, and a look takes up to a minute.
    this.stored.end();
    await ended;
  }

  protected look(): Promise<void> {
    return this.turn();
  }

  /** Looks at all that is left, unless another process does. */
  turn(): Promise<void> {
    const turn = this.underLease();
    this.turning = turn.catch(() => undefined);
    return turn;
  }

  private async underLease(): Promise<void> {
    if ((await this.stored.counts()).unchecked === 0) return;
    const held = await new Lease(this.ops.db, 'storedPdfs').take();
    if (held === null) return;
    try {
      await this.run(held);
    } finally {
      await held.release().catch(() => undefined);
    }
  }

  private async run(held: Held): Promise<void> {
    const runs = pdfChecksOf(this.ops);
    // Asked again: another process may have looked at some before this one had the lease.
    const { unchecked: total } = await this.stored.counts();
    if (total === 0) return;
    let done = 0;
    const begun = { startedAt: new Date(), endedAt: null, done, total };
    await runs.replaceOne({ _id: 'newest' }, begun, { upsert: true });
    for (const name of pdfStoreNames)
      for await (const sha256 of this.left(name)) {
        if (this.stopped || !held.isSafe()) return;
        await this.rewrite(name, sha256);
        done = Math.min(done + 1, total);
        await runs.updateOne({ _id: 'newest', startedAt: begun.startedAt }, { $set: { done } });
      }
    await runs.updateOne({ _id: 'newest', startedAt: begun.startedAt }, { $set: { endedAt: new Date() } });
    this.log.log(`${done} stored PDFs were looked at`);
  }

  /** Each file of a store that is left, once. */
  private async *left(name: PdfStoreName): AsyncGenerator<string> {
    const seen = new Set<string>();
    for (;;) {
      const found = await this.stored.in(name).unchecked(mostAtOnce + seen.size);
      const fresh = found.filter((sha256) => !seen.has(sha256));
      if (fresh.length === 0) return;
      for (const sha256 of fresh) {
        seen.add(sha256);
        yield sha256;
      }
    }
  }

  /** One that cannot be looked at is left for the next turn, and does not hold up the others. */
  private async rewrite(name: PdfStoreName, sha256: string): Promise<void> {
    try {
      await this.stored.look(name, sha256);
    } catch (err) {
      if (this.stopped || this.failed.has(sha256)) return;
      this.failed.add(sha256);
      this.log.warn({ msg: 'a stored PDF could not be looked at', store: name, sha256, err });
    }
  }
}
