/** A double buffer: an engine stores one batch while the next is prepared. */
export class DoubleBuffer {
  private last: Promise<void> = Promise.resolve();

  /** Begins to store once the batch before is stored, and throws where that failed. A failure of `store` is thrown by the next call. */
  async begin(store: () => Promise<void>): Promise<void> {
    await this.last;
    this.last = store();
    // Avoids an unhandled rejection; awaited by the next call.
    this.last.catch(() => undefined);
  }

  /** Resolves once everything is stored; throws where the last batch failed. */
  stored(): Promise<void> {
    return this.last;
  }

  /** Resolves once no batch is being stored any more, whether or not it was stored. */
  async settled(): Promise<void> {
    await this.last.catch(() => undefined);
  }
}
