/** Runs at most `most` actions at a time; the others wait in the order they came. */
export class Limit {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  async run<Result>(action: () => Promise<Result>): Promise<Result> {
    // Whoever leaves hands the place over, so that nobody who comes later slips in between.
    if (this.running < this.most) this.running += 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await action();
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }
}
