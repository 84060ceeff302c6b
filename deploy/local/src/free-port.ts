import { createServer } from 'node:net';

/**
 * A port of this machine that is free, below the range of outgoing connections (from 32768 on Linux): otherwise a client's connection could take
 * the port before its server listens, or while the server is down.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 17_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const server = createServer();
      server.once('error', () => resolve(false));
      server.listen(port, host, () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}
