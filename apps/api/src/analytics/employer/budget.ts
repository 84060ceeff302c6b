import type { Meter } from '@superscope/domain/publishing/cell';
import { takeTurn } from '../../platform/turns.js';
import { BadQuery } from '../query/bad-query.js';

/** How many draws of noise one request may cost, and after how many the event loop is yielded. A draw takes about 8 microseconds. */
const mostDraws = 100_000;
const drawsPerTurn = 500;

/** Limits what the questions of one request may cost together. */
export class Budget {
  private drawn = 0;
  private turned = 0;

  /** Counts draws, and yields the event loop now and then. Throws BadQuery if the limit is exceeded. */
  async spend(draws: number): Promise<void> {
    this.drawn += draws;
    if (this.drawn > mostDraws)
      throw new BadQuery(
        'The request asks for too many figures at once: fewer months, groups or measures can be answered, or its parts one after another',
      );
    if (this.drawn - this.turned < drawsPerTurn) return;
    this.turned = this.drawn;
    await takeTurn();
  }
}

/** Charges the budget for what was drawn since the last call. */
export async function pay({ meter, budget }: { meter: Meter; budget: Budget }): Promise<void> {
  const { drawn } = meter;
  meter.drawn = 0;
  await budget.spend(drawn);
}
