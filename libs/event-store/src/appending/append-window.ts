/** Maximum number of pending appends over a stream that has not answered yet: as many as its buffer may hold. */
export const unprovenAppends = 15;
/**
 * Maximum number of pending appends over a stream that has answered. More appends then share a commit, a frame and a wake-up, so each
 * costs a third less.
 */
export const provenAppends = 64;

/** The client's stream of appends, as far as its public fields show. */
export interface AppendStream {
  /** Messages that are not on the socket yet. */
  readonly writableLength: number;
}

/**
 * Limits the number of the client's pending appends. The client queues appends that do not fit its stream (16
 * messages that are not yet on the socket). When the connection breaks, it rejects each queued append a second time,
 * where no caller can catch it, and the process would end. So nothing must ever be queued.
 */
export class AppendWindow {
  private underWay = 0;
  /** Appends begun in this turn of the event loop, which may not be in the stream yet. */
  private beginning = 0;
  /** The stream that brought an answer. It proves that messages written to the stream are sent. */
  private proven: AppendStream | null = null;
  private readonly waiting: (() => void)[] = [];

  /** `stream` returns the stream that an append would use now; null if there is none, or if it cannot be seen. */
  constructor(private readonly stream: () => AppendStream | null) {}

  /** Runs an append once there is room for it, in the order of calls. `isAnswer` tells whether an error came from the server. */
  async run<Result>(append: () => Promise<Result>, isAnswer: (error: unknown) => boolean): Promise<Result> {
    if (this.waiting.length > 0 || !this.hasRoom()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.begin();
    try {
      const result = await append();
      this.proven = this.stream();
      return result;
    } catch (error) {
      this.proven = isAnswer(error) ? this.stream() : null;
      throw error;
    } finally {
      this.underWay -= 1;
      this.admit();
    }
  }

  private hasRoom(): boolean {
    if (this.underWay < unprovenAppends) return true;
    if (this.underWay >= provenAppends || this.proven === null) return false;
    const stream = this.stream();
    return stream === this.proven && stream.writableLength + this.beginning < unprovenAppends;
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
    // A waiting append is counted before its turn comes, so that no later append takes its room.
    while (this.waiting.length > 0 && this.hasRoom()) {
      this.begin();
      this.waiting.shift()!();
    }
  }
}
