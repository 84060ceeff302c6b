import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import Fastify, { type FastifyInstance, type FastifyPluginCallback } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveWebClient } from './web-client.js';

describe('the web client', () => {
  const folder = mkdtempSync(join(tmpdir(), 'web-client-'));
  const server: FastifyInstance = Fastify();

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), '<title>Superscope</title>');
    writeFileSync(join(folder, 'assets', 'main-1a2b.js'), 'start()');
    const app = {
      register: (plugin: FastifyPluginCallback, options: object) => server.register(plugin, options),
      getHttpAdapter: () => ({ getInstance: () => server }),
    };
    await serveWebClient(app as unknown as NestFastifyApplication, folder);
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const get = (url: string) => server.inject({ url });

  it.each(['/', '/dashboard', '/operations/health?tab=1', '/plans/EAST.P1', '//'])('is served at %s', async (page) => {
    const { statusCode, body, headers } = await get(page);
    expect([statusCode, body]).toEqual([200, '<title>Superscope</title>']);
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('lets browsers keep its built files permanently: their names change with their content', async () => {
    const { statusCode, body, headers } = await get('/assets/main-1a2b.js');
    expect([statusCode, body]).toEqual([200, 'start()']);
    expect(headers['cache-control']).toContain('immutable');
  });

  it.each(['/nope.js', '/robots.txt', '/wp-login.php', '/assets/main-0000.css', '/api/nothing', '/../secret.txt'])(
    'is not served at %s',
    async (url) => {
      expect((await get(url)).statusCode).toBe(404);
    },
  );
});
