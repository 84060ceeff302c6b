/** Runs what has the same key one after the other, in the order it came. */
export class OneAtATime {
  private readonly last = new Map<string, Promise<unknown>>();

  run<Result>(key: string, action: () => Promise<Result>): Promise<Result> {
    const result = (this.last.get(key) ?? Promise.resolve()).then(action);
    const ended = result.catch(() => undefined);
    this.last.set(key, ended);
    void ended.then(() => {
      if (this.last.get(key) === ended) this.last.delete(key);
    });
    return result;
  }
}
