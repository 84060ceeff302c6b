import { takeTurn } from '../answer/turns.js';
import { BadQuery } from '../query/bad-query.js';

/** Draws of noise that one request may cost, and after which everybody else has their turn: a draw takes about 8 microseconds. */
const mostDraws = 100_000;
const drawsPerTurn = 500;

/** The most that a request's questions may cost together. */
export class Budget {
  private drawn = 0;
  private turned = 0;

  /** Counts draws, and lets others have the event loop in between. Throws BadQuery. */
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
