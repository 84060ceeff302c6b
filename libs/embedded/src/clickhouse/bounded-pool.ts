/** Hands each of a few things to one user at a time; the others wait in line, and the line has an end. */
export class BoundedPool<T> {
  private readonly idle: T[];
  private readonly waiting: Waiter<T>[] = [];
  private readonly busy = new Set<Promise<unknown>>();

  /** `onFull` makes the error for a user who would have to wait behind `maxWaiting` others. */
  constructor(
    items: readonly T[],
    private readonly maxWaiting: number,
    private readonly onFull: () => Error,
  ) {
    this.idle = [...items];
  }

  /** Runs `work` with one of the things. A user whose signal aborts while waiting leaves the line with the signal's reason. */
  async use<R>(signal: AbortSignal, work: (item: T) => Promise<R>): Promise<R> {
    const item = this.idle.pop() ?? (await this.wait(signal));
    const working = work(item);
    this.busy.add(working);
    try {
      return await working;
    } finally {
      this.busy.delete(working);
      const next = this.waiting.shift();
      if (next) next.take(item);
      else this.idle.push(item);
    }
  }

  /** Resolves when nobody uses any of the things. */
  async quiet(): Promise<void> {
    while (this.busy.size > 0) await Promise.allSettled(this.busy);
  }

  private wait(signal: AbortSignal): Promise<T> {
    if (this.waiting.length >= this.maxWaiting) throw this.onFull();
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const waiter: Waiter<T> = {
        take: (item) => {
          signal.removeEventListener('abort', leave);
          resolve(item);
        },
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiter);
    });
  }
}

type Waiter<T> = { take(item: T): void };
