import grpc from '@grpc/grpc-js';

/** A call waits once this many bytes are pending in the connection. */
export const MAX_GATHERED_BYTES = 64 * 1024;

/**
 * grpc-js writes each message to the socket before it passes on the next, so every event would need its own frame, encrypted record and
 * system call. This passes on as many as fit, so that pending messages are sent together.
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

/** For a server whose messages are already bytes. Messages of other types are not counted. */
export const gatherWrites: grpc.ServerInterceptor = (_, call) => new GatheredWrites(call);
