interface Work<T> {
  promise: Promise<T>;
  waiting: number;
  ended: boolean;
  abort: AbortController;
}

/** Runs the same work once for all callers that wait for it, and stops it when the last of them has left. */
export class SharedWork<T> {
  private readonly running = new Map<string, Work<T>>();

  /** Rejects with the signal's reason when the caller leaves. */
  async run(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const work = this.running.get(key) ?? this.start(key, start);
    work.waiting += 1;
    let leave = (): void => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([work.promise, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      work.waiting -= 1;
      if (work.waiting === 0) {
        // Later callers start new work instead of joining work that is being stopped.
        if (this.running.get(key) === work) this.running.delete(key);
        if (!work.ended) work.abort.abort();
      }
    }
  }

  private start(key: string, start: (signal: AbortSignal) => Promise<T>): Work<T> {
    const abort = new AbortController();
    const work: Work<T> = { promise: start(abort.signal), waiting: 0, ended: false, abort };
    const end = () => void (work.ended = true);
    // All callers may have left before it fails, and the rejection must be handled even then.
    work.promise.then(end, end);
    this.running.set(key, work);
    return work;
  }
}
