/** A pool that lends each item to one user at a time. Further users wait in a bounded queue. */
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

  /** Runs `work` with an item. A user whose signal aborts while waiting leaves the queue with the signal's reason. */
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

  /** Resolves when no item is in use. */
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
