/** A double buffer: an engine stores one batch while the next is prepared. */
export class DoubleBuffer {
  private last: Promise<void> = Promise.resolve();

  /**
   * Starts storing once the previous batch is stored, and throws if that failed. A failure of `store` is thrown by
   * the next call.
   */
  async begin(store: () => Promise<void>): Promise<void> {
    await this.last;
    this.last = store();
    // Avoids an unhandled rejection; the next call awaits the promise.
    this.last.catch(() => undefined);
  }

  /** Resolves once everything is stored; throws if the last batch failed. */
  stored(): Promise<void> {
    return this.last;
  }

  /** Resolves once no batch is pending, whether or not it was stored. */
  async settled(): Promise<void> {
    await this.last.catch(() => undefined);
  }
}
