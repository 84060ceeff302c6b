import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { PrincipalResolver } from '../access/principal-resolver.js';
import { EventStreams } from './event-streams.js';

const resolver = { credentialKeyOf: () => 'session', peek: async () => null } as unknown as PrincipalResolver;
let streams: EventStreams;
let server: Server;
let url: string;

beforeEach(async () => {
  streams = new EventStreams(resolver);
  server = createServer(({ method }, raw) => {
    const request = { method } as FastifyRequest;
    const reply = { raw, hijack: () => undefined } as unknown as FastifyReply;
    streams.open({ request, reply, of: 'changes', right: 'portal.read' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.closeAllConnections());

it('a process that ends ends its event streams, so that browsers follow another one', async () => {
  const open = await fetch(url);
  streams.beforeApplicationShutdown();
  expect(await open.text()).toBe('retry: 2000\n\n');
  const late = await fetch(url);
  expect(await late.text()).toBe('retry: 2000\n\n');
});
