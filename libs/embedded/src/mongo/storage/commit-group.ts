import type { SqliteConnection } from './sqlite-connection.js';

type OpenGroup = { promise: Promise<void>; resolve(): void; reject(error: unknown): void };

/**
 * Concurrent writes of all connections share one SQLite transaction and one flush to disk. A reply that depends on the open group waits for
 * `settled`, so nothing is acknowledged or visible to another client before it is on disk.
 */
export class CommitGroup {
  private open: OpenGroup | undefined;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly afterRollback: () => void,
  ) {}

  /** Runs one command's writes in the group: all of them, or none if it throws. */
  run<T>(work: () => T): T {
    this.begin();
    this.connection.run('SAVEPOINT command');
    try {
      const result = work();
      this.connection.run('RELEASE command');
      return result;
    } catch (error) {
      this.undo();
      throw error;
    }
  }

  /** Resolves when all writes so far are on disk; rejects if they could not be written. */
  settled(): Promise<void> | undefined {
    return this.open?.promise;
  }

  /** Commits now instead of at the end of the event loop's turn. */
  flush(): void {
    const group = this.open;
    if (!group) return;
    this.open = undefined;
    try {
      this.connection.run('COMMIT');
      group.resolve();
    } catch (error) {
      this.abandon();
      group.reject(error);
    }
  }

  private begin(): void {
    if (this.open) return;
    this.connection.run('BEGIN IMMEDIATE');
    this.open = openGroup();
    setImmediate(() => this.flush());
  }

  private undo(): void {
    try {
      this.connection.run('ROLLBACK TO command');
      this.connection.run('RELEASE command');
      this.afterRollback();
    } catch (error) {
      // A full disk rolls the whole SQLite transaction back, and the savepoint with it.
      const group = this.open;
      this.open = undefined;
      this.abandon();
      group?.reject(error);
    }
  }

  private abandon(): void {
    try {
      this.connection.run('ROLLBACK');
    } catch {
      // Already rolled back.
    }
    this.afterRollback();
  }
}

function openGroup(): OpenGroup {
  let resolve!: () => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  // Avoids an unhandled rejection; every command awaits the promise.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
