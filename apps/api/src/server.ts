import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import cookie from '@fastify/cookie';
import statics from '@fastify/static';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { Env } from './env.js';
import { apiDocumentation } from './operations/api-documentation.js';
import { addSensibleHeaders } from './platform/sensible-headers.js';

/** Bodies of ordinary commands; uploads stream and have their own limits. */
const bodyLimitBytes = 1024 * 1024;

/** Makes the api ready to listen: routes, guards, and the built web client where there is one. */
export async function createServer(env: Env): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    bodyLimit: bodyLimitBytes,
    genReqId: () => randomUUID(),
    logger: { level: env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL, redact: ['req.headers.cookie'] },
    disableRequestLogging: true,
    trustProxy: env.SUPERSCOPE_TRUSTED_PROXIES ?? false,
    forceCloseConnections: true,
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(env), adapter, {
    logger: ['error', 'warn'],
    abortOnError: false,
  });
  const server = adapter.getInstance();
  await app.register(cookie as never);
  addSensibleHeaders(server as never);
  if (env.SUPERSCOPE_WEB !== undefined && existsSync(join(env.SUPERSCOPE_WEB, 'index.html'))) {
    await app.register(
      statics as never,
      {
        root: env.SUPERSCOPE_WEB,
        wildcard: false,
        // Built files carry a hash in their name; the page that names them does not.
        setHeaders: (reply: { header: (n: string, v: string) => void }, path: string) =>
          reply.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
      } as never,
    );
    servePages(server as never);
  }
  let documentation: object | null = null;
  server.get('/api/docs', () => (documentation ??= apiDocumentation(app)));
  app.enableShutdownHooks();
  return app;
}

/** Any address that is not an endpoint is a page of the web client, which has its own "not found". */
function servePages(server: {
  get: (path: string, handler: (request: { url: string }, reply: never) => unknown) => void;
}): void {
  server.get('/*', (request, reply) => {
    const answer = reply as {
      sendFile: (name: string) => unknown;
      status: (code: number) => { send: (b: unknown) => unknown };
    };
    if (/^\/(api|cubejs-api|actuator|metrics|assets)(\/|$)/.test(request.url))
      return answer.status(404).send({ message: 'There is nothing here.' });
    return answer.sendFile('index.html');
  });
}
