import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A proxy between the portal and one engine on loopback that can cut connections in the middle of a message. */
export class TcpProxy {
  private readonly links = new Set<{ outside: Socket; engine: Socket }>();

  private constructor(
    private readonly server: Server,
    private readonly target: () => number,
  ) {
    server.on('connection', (outside) => this.link(outside));
  }

  /** `target` returns the port for each new connection. */
  static async start(target: () => number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Cuts every open connection in the middle of the engine's next message. Resolves with their number. */
  async cutMidway(): Promise<number> {
    const links = [...this.links];
    await Promise.all(
      links.map(
        ({ outside, engine }) =>
          new Promise<void>((resolve) => {
            const idle = setTimeout(() => engine.destroy(), 1_000);
            outside.once('close', () => {
              clearTimeout(idle);
              resolve();
            });
            engine.removeAllListeners('data');
            engine.once('data', (bytes: Buffer) => {
              outside.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => {
                outside.destroy();
                engine.destroy();
              });
            });
          }),
      ),
    );
    return links.length;
  }

  async stop(): Promise<void> {
    for (const { outside, engine } of this.links) {
      outside.destroy();
      engine.destroy();
    }
    await new Promise((resolve) => this.server.close(resolve));
  }

  private link(outside: Socket): void {
    const engine = connect(this.target(), '127.0.0.1');
    const link = { outside, engine };
    this.links.add(link);
    const end = () => {
      this.links.delete(link);
      outside.destroy();
      engine.destroy();
    };
    for (const [from, to] of [
      [outside, engine],
      [engine, outside],
    ] as const) {
      from.on('data', (bytes) => {
        if (!to.write(bytes)) from.pause();
      });
      to.on('drain', () => from.resume());
      from.on('end', () => to.end());
      from.on('error', end);
      from.on('close', end);
    }
  }
}
