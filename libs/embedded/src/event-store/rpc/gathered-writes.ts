import grpc from '@grpc/grpc-js';

/** Beyond so much that the connection has not taken, a call waits. */
export const MAX_GATHERED_BYTES = 64 * 1024;

/**
 * grpc-js waits for each message to be on the socket before it passes on the next, so every event would travel in a frame, an
 * encrypted record and a system call of its own. This passes on as many as fit; what waits in the connection goes out together.
 */
class GatheredWrites extends grpc.ServerInterceptingCall {
  private bytes = 0;
  private held: (() => void) | null = null;

  override sendMessage(message: unknown, callback: () => void): void {
    const size = message instanceof Uint8Array ? message.length : 0;
    this.bytes += size;
    super.sendMessage(message, () => {
      this.bytes -= size;
      if (this.bytes >= MAX_GATHERED_BYTES) return;
      const next = this.held;
      this.held = null;
      next?.();
    });
    if (this.bytes < MAX_GATHERED_BYTES) callback();
    else this.held = callback;
  }
}

/** For a server whose messages are bytes already; others count as nothing. */
export const gatherWrites: grpc.ServerInterceptor = (_, call) => new GatheredWrites(call);
