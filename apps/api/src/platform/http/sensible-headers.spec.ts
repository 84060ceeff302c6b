import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { addSensibleHeaders } from './sensible-headers.js';

async function headersWhere(secure: boolean) {
  const server = fastify();
  addSensibleHeaders(server, { secure });
  server.get('/api/anything', () => ({}));
  return (await server.inject('/api/anything')).headers;
}

describe('headers of every answer', () => {
  it('require TLS of browsers for a year if cookies are secure, and not otherwise', async () => {
    expect((await headersWhere(true))['strict-transport-security']).toBe('max-age=31536000');
    const headers = await headersWhere(false);
    expect(headers).not.toHaveProperty('strict-transport-security');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
  });
});
