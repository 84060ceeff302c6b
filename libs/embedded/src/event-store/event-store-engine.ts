import { resolve } from 'node:path';
import grpc from '@grpc/grpc-js';
import featuresRpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streamsRpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { lockDataDir } from '../data-lock.js';
import { makeOwnerOnly } from '../owner-only.js';
import { credentialsOf } from './credentials.js';
import { LogClient } from './log/log-client.js';
import { eventsFile } from './log/restored-log.js';
import { appendHandler } from './rpc/append.js';
import { batchAppendHandler } from './rpc/batch-append.js';
import { CallGuard, USER } from './rpc/call-guard.js';
import { gatherWrites } from './rpc/gathered-writes.js';
import { readHandler } from './rpc/read.js';
import { supportedMethods } from './rpc/server-features.js';

export type EventStoreOptions = {
  /** Only one running server may use the folder at a time. */
  dataDir: string;
  /** 0, the default, takes any free port. */
  port?: number;
  /** No TLS and no secret, for tools: any user of the machine can read and write. */
  insecure?: boolean;
  /** Largest size of the store. Beyond it appends fail and reads continue. */
  maxBytes?: number;
};

export type EventStoreEngine = {
  /** For `EventStoreDBClient.connectionString`. It contains the secret, so do not log it. */
  url: string;
  port: number;
  /** Resolves when the store has failed and can no longer be read or written. */
  failed: Promise<Error>;
  /** Finishes running appends, ends reads and subscriptions with UNAVAILABLE, and closes the store. May be called again. */
  stop(): Promise<void>;
};

const HOST = '127.0.0.1';
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** A client that does not disconnect is cut off after this time. */
const STOP_MS = 2000;

/**
 * Starts an EventStoreDB-compatible server on loopback. Throws an Error with one sentence when the folder is in use, the store's
 * schema is newer than this program, or the port is taken.
 */
export async function startEventStore(options: EventStoreOptions): Promise<EventStoreEngine> {
  const dataDir = resolve(options.dataDir);
  makeOwnerOnly(dataDir);
  const lock = lockDataDir(dataDir);
  let log: LogClient | null = null;
  try {
    const credentials = options.insecure ? null : await credentialsOf(dataDir);
    log = await LogClient.open({ file: eventsFile(dataDir), maxBytes: options.maxBytes ?? null });
    const guard = new CallGuard(credentials?.secret ?? null);
    const server = createServer(log, guard);
    const port = await listen(
      server,
      options.port ?? 0,
      credentials
        ? grpc.ServerCredentials.createSsl(null, [
            { private_key: credentials.key, cert_chain: credentials.certificate },
          ])
        : grpc.ServerCredentials.createInsecure(),
    );
    const url = credentials
      ? `esdb://${USER}:${credentials.secret}@${HOST}:${port}?tls=true&tlsCAFile=${encodeURIComponent(credentials.certificateFile)}`
      : `esdb://${HOST}:${port}?tls=false`;
    let stopped: Promise<void> | null = null;
    const opened = log;
    const stopOnce = () => (stopped ??= stop(server, guard, opened).finally(lock.release));
    return { url, port, failed: opened.failed, stop: stopOnce };
  } catch (error) {
    await log?.close();
    lock.release();
    throw error;
  }
}

function createServer(log: LogClient, guard: CallGuard): grpc.Server {
  const server = new grpc.Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_send_message_length': -1,
    interceptors: [gatherWrites],
  });
  // Events leave the store already encoded. grpc-js answers calls without a handler with UNIMPLEMENTED.
  const { StreamsService } = streamsRpc;
  const read = { ...StreamsService.read, responseSerialize: (message: Buffer) => message };
  server.addService(
    { ...StreamsService, read },
    {
      read: readHandler(log, guard),
      append: appendHandler(log, guard),
      batchAppend: batchAppendHandler(log, guard),
    },
  );
  server.addService(featuresRpc.ServerFeaturesService, { getSupportedMethods: supportedMethods });
  return server;
}

function listen(server: grpc.Server, port: number, credentials: grpc.ServerCredentials): Promise<number> {
  return new Promise((resolve, reject) =>
    server.bindAsync(`${HOST}:${port}`, credentials, (error, bound) =>
      error ? reject(new Error(`Port ${port} on ${HOST} is not free: ${error.message}`)) : resolve(bound),
    ),
  );
}

async function stop(server: grpc.Server, guard: CallGuard, log: LogClient): Promise<void> {
  guard.close();
  await log.idle();
  guard.endRunningCalls();
  await new Promise<void>((resolve) => {
    const cutOff = setTimeout(() => server.forceShutdown(), STOP_MS);
    server.tryShutdown(() => {
      clearTimeout(cutOff);
      resolve();
    });
  });
  await log.close();
}
