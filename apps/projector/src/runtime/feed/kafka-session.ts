/** The projector no longer has the partition, or cannot know whether it has. Kafka's client must see the cause. */
export class SessionEnded extends Error {
  constructor(cause: unknown) {
    super('The session with Kafka has ended.', { cause });
    this.name = 'SessionEnded';
  }
}

/** Keeps this process's membership of the group while it handles a batch, however long that takes. */
export class Session {
  /** Rejects with SessionEnded. */
  readonly ended: Promise<never>;
  private failure: SessionEnded | null = null;
  private readonly timer: NodeJS.Timeout;

  constructor(heartbeat: () => Promise<void>, everyMs: number) {
    let fail: (reason: SessionEnded) => void = () => {};
    this.ended = new Promise<never>((_, reject) => (fail = reject));
    // Avoids an unhandled rejection if nothing awaits it.
    this.ended.catch(() => undefined);
    this.timer = setInterval(() => {
      heartbeat().catch((error: unknown) => {
        this.failure ??= new SessionEnded(error);
        fail(this.failure);
        this.end();
      });
    }, everyMs);
  }

  /** Throws SessionEnded. */
  assertAlive(): void {
    if (this.failure !== null) throw this.failure;
  }

  end(): void {
    clearInterval(this.timer);
  }
}
