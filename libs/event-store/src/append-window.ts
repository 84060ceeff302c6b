/** Appends at once over a connection of which nothing is known. */
export const unprovenAppends = 15;
/** Appends at once over one that answers: more share a commit, a frame and a wake-up, which makes each cost a third less. */
export const provenAppends = 64;

/**
 * How many appends the client may have under way. It queues those that its stream has no room for (16 messages that are not on the
 * socket yet), and when the connection breaks rejects each queued one a second time, where nobody can catch it: the process would
 * end. So nothing must ever be queued.
 */
export class AppendWindow {
  private underWay = 0;
  /** Begun in this turn of the event loop: they may not be in the client's stream yet. */
  private beginning = 0;
  /** The server answered, and no append failed since: the stream is there, and what is written to it goes out. */
  private isProven = false;
  private readonly waiting: (() => void)[] = [];

  /** `unsent`: messages in the client's stream that are not on the socket yet; null where that is not known. */
  constructor(private readonly unsent: () => number | null) {}

  /** Runs an append when there is room for it, in the order they came. `isAnswer`: whether an error is the server's answer. */
  async run<Result>(append: () => Promise<Result>, isAnswer: (error: unknown) => boolean): Promise<Result> {
    if (this.waiting.length > 0 || !this.hasRoom()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.begin();
    try {
      const result = await append();
      this.isProven = true;
      return result;
    } catch (error) {
      this.isProven = isAnswer(error);
      throw error;
    } finally {
      this.underWay -= 1;
      this.admit();
    }
  }

  private hasRoom(): boolean {
    if (this.underWay < unprovenAppends) return true;
    if (!this.isProven || this.underWay >= provenAppends) return false;
    const unsent = this.unsent();
    return unsent !== null && unsent + this.beginning < unprovenAppends;
  }

  private begin(): void {
    this.underWay += 1;
    if (this.beginning === 0)
      setImmediate(() => {
        this.beginning = 0;
        this.admit();
      });
    this.beginning += 1;
  }

  private admit(): void {
    // Whoever waits is counted before their turn comes, so that nobody who comes later slips in between.
    while (this.waiting.length > 0 && this.hasRoom()) {
      this.begin();
      this.waiting.shift()!();
    }
  }
}
