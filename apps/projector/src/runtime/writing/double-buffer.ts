/** Has an engine store one thing while the next is made ready. */
export class DoubleBuffer {
  private last: Promise<void> = Promise.resolve();

  /** Begins to store once the one before is stored; throws where that failed. What `store` throws is heard of at the next, or at the end. */
  async begin(store: () => Promise<void>): Promise<void> {
    await this.last;
    this.last = store();
    // Awaited with the next, or at the end; until then a failure is nobody's surprise.
    this.last.catch(() => undefined);
  }

  /** Resolves once everything is stored; throws where the last failed. */
  stored(): Promise<void> {
    return this.last;
  }

  /** Resolves once nothing is on its way any more, stored or not. */
  async settled(): Promise<void> {
    await this.last.catch(() => undefined);
  }
}
