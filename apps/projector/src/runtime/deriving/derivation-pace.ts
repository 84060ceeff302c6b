import type { DerivationPaceDocument } from '@superscope/contracts/derivation-pace';
import type { Db } from 'mongodb';

/** Older runs say little of today's pace. */
const mostRuns = 20;

/** Keeps how fast a derivation is, so that people can be told how long a change will take. */
export class DerivationPace {
  constructor(
    private readonly ops: Db,
    private readonly derivation: string,
    private readonly plansAtOnce: number,
  ) {}

  /**
   * Notes the run of one plan. Never fails, because nothing but an estimate depends on it. A run that another process
   * notes at the same moment may be lost.
   */
  async note(rows: number, ms: number): Promise<void> {
    if (rows === 0) return;
    const { plansAtOnce } = this;
    const paces = this.ops.collection<DerivationPaceDocument>('derivation_pace');
    try {
      const known = await paces.findOne({ _id: this.derivation });
      const runs = [...(known?.runs ?? []), { rows, ms }].slice(-mostRuns);
      await paces.updateOne({ _id: this.derivation }, { $set: { plansAtOnce, runs } }, { upsert: true });
    } catch {
      // The engine is away. What was derived is stored all the same.
    }
  }
}
