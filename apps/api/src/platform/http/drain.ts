import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';

export interface Patience {
  /** How long connections without a request are kept, in milliseconds. */
  idleMs: number;
  /** After this, requests under way are cut off. */
  mostMs: number;
}

/**
 * A proxy keeps connections, and may send a request on one at the moment in which it is closed; it answers 502 then. So they are kept until
 * the proxy has closed them itself, which Caddy does after the two seconds that its file says.
 */
export const behindProxy: Patience = { idleMs: 3_000, mostMs: 15_000 };

/** Nobody else would answer: those who are at the machine wait for the end. */
export const alone: Patience = { idleMs: 0, mostMs: 5_000 };

/** Follows the connections of a server, and ends them without cutting off an answer. */
export class Drain {
  private readonly connections = new Set<Socket>();
  private readonly underWay = new Set<ServerResponse>();
  private isEnding = false;
  private look = () => {};

  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.connections.add(socket);
      socket.once('close', () => {
        this.connections.delete(socket);
        this.look();
      });
    });
    const { underWay } = this;
    const ended = () => this.look();
    function over(this: ServerResponse) {
      underWay.delete(this);
      ended();
    }
    // Before the listener that may answer at once.
    server.prependListener('request', (_request: IncomingMessage, response: ServerResponse) => {
      underWay.add(response);
      if (this.isEnding) closeAfter(response);
      response.on('close', over);
    });
  }

  /**
   * Takes no new connections, answers what is under way and what still comes on open connections, and closes each after its answer. Resolves
   * once there is nothing left, or patience has ended.
   */
  async end({ idleMs, mostMs }: Patience): Promise<void> {
    this.isEnding = true;
    // The method of HTTP servers would close idle connections as well.
    Listener.prototype.close.call(this.server);
    for (const response of this.underWay) closeAfter(response);
    let keepsIdle = idleMs > 0;
    const timers: NodeJS.Timeout[] = [];
    await new Promise<void>((resolve) => {
      this.look = () => {
        if (this.connections.size === 0 || (!keepsIdle && this.underWay.size === 0)) resolve();
      };
      const stopKeeping = () => {
        keepsIdle = false;
        this.look();
      };
      timers.push(setTimeout(stopKeeping, idleMs), setTimeout(resolve, mostMs));
      this.look();
    });
    for (const timer of timers) clearTimeout(timer);
  }
}

/** Headers that were sent cannot be changed; such a connection becomes an idle one. */
function closeAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

/** Fastify's own end cuts off every connection at once. */
export class DrainingAdapter extends FastifyAdapter {
  private readonly drain: Drain;

  constructor(
    private readonly patience: Patience,
    options: ConstructorParameters<typeof FastifyAdapter>[0],
  ) {
    super(options as never);
    this.drain = new Drain(this.getInstance().server);
  }

  override async close(): Promise<void> {
    await this.drain.end(this.patience);
    await super.close();
  }
}
