import 'reflect-metadata';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import { constants } from 'node:zlib';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { LogController } from 'fastify';
import type { DestinationStream } from 'pino';
import { AppModule } from './app.module.js';
import type { Env } from './env.js';
import { noteUnknownProxies, UnknownProxies } from './operations/unknown-proxies.js';
import { Views } from './platform/engines.module.js';
import { answerMicrosites } from './platform/http/microsites.js';
import { alone, behindProxy, DrainingAdapter } from './platform/http/drain.js';
import { hearLargeBodiesOut } from './platform/http/large-bodies.js';
import { keepClientAddresses } from './platform/http/client-address.js';
import { correlationIdOf, logRequests } from './platform/log/correlation.js';
import { makeLog, NestLog } from './platform/log/log.js';
import {
  arrivalLimits,
  refuseAddress,
  refuseBytes,
  refuseDeepBodies,
  refuseExpectations,
} from './platform/http/malformed-requests.js';
import { timeCalls } from './platform/speed/time-calls.js';
import { Times } from './platform/speed/times.js';
import { addSensibleHeaders } from './platform/http/sensible-headers.js';
import { serveWebClient } from './web-client.js';

/** The limit for bodies of ordinary commands. Uploads are streamed and have their own limits. */
const bodyLimitBytes = 1024 * 1024;

/**
 * Responses are compressed here, so that it works with or without a proxy. Figures shrink to a tenth at the lowest levels; higher ones
 * would take longer than they save. Files of the web client are compressed when they are built.
 */
const compression = {
  encodings: ['br', 'gzip'],
  threshold: 1_400,
  brotliOptions: {
    params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
  },
  zlibOptions: { level: 3 },
};

/**
 * Makes the api ready to listen: routes, guards, and the built web client if there is one. Logs to standard output unless `logTo` is given.
 */
export async function createServer(env: Env, logTo?: DestinationStream): Promise<NestFastifyApplication> {
  const log = makeLog(env.LOG_LEVEL, logTo);
  const adapter = new DrainingAdapter(env.SUPERSCOPE_TRUSTED_PROXIES ? behindProxy : alone, {
    bodyLimit: bodyLimitBytes,
    genReqId: correlationIdOf,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'correlationId' }),
    trustProxy: env.SUPERSCOPE_TRUSTED_PROXIES ?? false,
    forceCloseConnections: true,
    requestTimeout: arrivalLimits.requestTimeout,
    // Clients request documents by URLs that end in a slash, for which Nest registers no route.
    rewriteUrl: ({ url = '/' }) => url.replace(/^(\/pcm|\/pdf\/[\w-]+)\/(?=$|\?)/, '$1'),
    http: { headersTimeout: arrivalLimits.headersTimeout },
    frameworkErrors: refuseAddress(env.SUPERSCOPE_SECURE_COOKIES) as never,
    clientErrorHandler: refuseBytes(env.SUPERSCOPE_SECURE_COOKIES),
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(env), adapter, {
    logger: new NestLog(log),
    abortOnError: false,
  });
  const server = adapter.getInstance();
  await app.register(cookie as never);
  await app.register(compress, compression as never);
  keepClientAddresses(server);
  refuseExpectations(server, env.SUPERSCOPE_SECURE_COOKIES);
  addSensibleHeaders(server, { secure: env.SUPERSCOPE_SECURE_COOKIES });
  logRequests(server);
  timeCalls(server, () => app.get(Times));
  noteUnknownProxies(server, () => app.get(UnknownProxies));
  answerMicrosites(server, () => app.get(Views));
  refuseDeepBodies(server);
  hearLargeBodiesOut(server);
  await serveWebClient(app, env.SUPERSCOPE_WEB);
  // Not all signals that Nest handles: the supervisor deals with a closed terminal (libs/embedded/src/supervisor/child-process.ts).
  app.enableShutdownHooks(['SIGTERM', 'SIGINT']);
  return app;
}
