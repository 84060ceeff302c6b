import { connect, type AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { hearLargeBodiesOut } from './large-bodies.js';

const server = fastify({ bodyLimit: 1_000, forceCloseConnections: true });
hearLargeBodiesOut(server);
server.post('/', async () => 'taken');
afterEach(() => server.close());

/** Sends a whole request before it reads the answer, as a proxy may. Resolves to everything that was answered. */
function sendFirst(port: number, bytes: number): Promise<string> {
  const head = `POST / HTTP/1.1\r\nHost: portal\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('error', reject);
    socket.pause();
    socket.write(Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, ' ')]), () => socket.resume());
    socket.on('data', (piece) => {
      answer += String(piece);
      if (answer.includes('\r\n\r\n')) {
        socket.destroy();
        resolve(answer);
      }
    });
  });
}

describe('a body that is too large', () => {
  it('is refused once it has been sent, so that a proxy can pass the refusal on', async () => {
    await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    const answer = await sendFirst(port, 50 * 1024 * 1024);
    expect(answer).toContain('413 ');
    expect(answer.toLowerCase()).not.toContain('connection: close');
  });
});
