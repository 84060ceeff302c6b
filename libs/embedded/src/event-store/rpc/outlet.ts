import type { ServerWritableStream } from '@grpc/grpc-js';

/** The sending side of a read: a few messages wait in memory, the rest waits in the store until the client has room. */
export class Outlet<Request> {
  isGone: boolean;
  private readonly onGone: (() => void)[] = [];
  private drained = () => {};

  constructor(private readonly call: ServerWritableStream<Request, Buffer>) {
    this.isGone = call.cancelled;
    const go = () => {
      this.isGone = true;
      this.drained();
      for (const listener of this.onGone.splice(0)) listener();
    };
    for (const event of ['cancelled', 'close', 'finish', 'error']) call.on(event, go);
    call.on('drain', () => this.drained());
  }

  /** Null if there is room for more; otherwise a promise to await before the next write. */
  write(message: Buffer): Promise<void> | null {
    if (this.isGone || this.call.write(message)) return null;
    return new Promise((resolve) => (this.drained = resolve));
  }

  /** The client has ended, cancelled or lost the call. */
  whenGone(listener: () => void): void {
    if (this.isGone) listener();
    else this.onGone.push(listener);
  }

  end(): void {
    if (!this.isGone) this.call.end();
  }
}
