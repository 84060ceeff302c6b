import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Drain } from './drain.js';

const forever = 60_000;
let server: Server;
let drain: Drain;
let port: number;
/** Requests for /slow, which wait to be answered. */
let waiting: ServerResponse[];
let agent: Agent;

beforeEach(async () => {
  waiting = [];
  server = createServer(({ url }, response) => {
    if (url === '/slow') waiting.push(response);
    else response.end('at once');
    server.emit('asked', url);
  });
  drain = new Drain(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});

afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

const ask = async (path: string) => {
  const request = get({ host: '127.0.0.1', port, path, agent });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await text(answer);
  return { body, connection: answer.headers.connection, wasKept: request.reusedSocket };
};

const connections = () => promisify(server.getConnections.bind(server))();

describe('a server that ends', () => {
  it('answers what is under way, and takes no new connection', async () => {
    const asked = once(server, 'asked');
    const answer = ask('/slow');
    await asked;
    const ended = drain.end({ idleMs: 0, mostMs: forever });
    const refused = connect(port, '127.0.0.1');
    const [error] = (await once(refused, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
    waiting[0]!.end('after all');
    expect(await answer).toEqual({ body: 'after all', connection: 'close', wasKept: false });
    await ended;
  });

  it('answers what comes on a connection that a proxy kept, and closes it then', async () => {
    expect(await ask('/')).toMatchObject({ connection: 'keep-alive', wasKept: false });
    const ended = drain.end({ idleMs: forever, mostMs: forever });
    expect(await ask('/')).toEqual({ body: 'at once', connection: 'close', wasKept: true });
    await ended;
  });

  it('ends once a proxy has closed the connections that it kept', async () => {
    await ask('/');
    const ended = drain.end({ idleMs: forever, mostMs: forever });
    agent.destroy();
    await ended;
  });

  it.each([0, 20])('waits %i ms for connections that stay idle, and no longer', async (idleMs) => {
    await ask('/');
    await drain.end({ idleMs, mostMs: forever });
    expect(await connections()).toBe(1);
  });

  it('gives up on an answer that does not come', async () => {
    const asked = once(server, 'asked');
    ask('/slow').catch(() => {});
    await asked;
    await drain.end({ idleMs: 0, mostMs: 20 });
    expect(waiting[0]!.headersSent).toBe(false);
  });
});
