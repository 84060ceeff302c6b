import type { Server } from 'node:net';
import { parseArgs } from 'node:util';
import { handedSocket, socketOf } from './supervisor/listening-socket.js';
import { commandToStop, superscopeOn } from './supervisor/own-processes.js';

/**
 * Runs one embedded engine as a process: `engine-main event-store|mongo|clickhouse --port N --data DIR [--insecure] [--memory-limit BYTES]
 * [--max-bytes BYTES]`. A forked process sends `{ready: true, url}` or `{ready: false, error}` to its parent and stops when the parent goes
 * away. A process that cannot start ends with code 1 and one sentence.
 */
const USAGE =
  'Usage: engine event-store|mongo|clickhouse --port N --data DIR [--insecure] [--memory-limit BYTES] [--max-bytes BYTES]';
const STOP_TIMEOUT_MS = 20_000;

/**
 * `server` receives a password without TLS, so the parent keeps its port reserved. `failed` resolves when the engine can no longer
 * answer and must be restarted.
 */
type Running = { url: string; server?: Server; failed?: Promise<Error>; stop(): Promise<void> };
type Options = {
  dataDir: string;
  port?: number;
  socket: { fd: number } | null;
  insecure: boolean;
  memoryLimitBytes?: number;
  maxBytes?: number;
};

/** Each engine is loaded only when needed, because their libraries are large. */
const engines: Record<string, (options: Options) => Promise<Running>> = {
  'event-store': async (options) => (await import('./event-store/event-store-engine.js')).startEventStore(options),
  mongo: async (options) => (await import('./mongo/mongo-engine.js')).startMongo(options),
  clickhouse: async (options) => (await import('./clickhouse/clickhouse-engine.js')).startClickhouse(options),
};

const forked = process.send !== undefined;

try {
  const { kind, options } = readArguments();
  const engine = await engines[kind]!(options);
  stopWhenTold(engine);
  void engine.failed?.then((error) => endAsFailed(engine, error));
  // A socket received from the parent need not be sent back.
  const left = options.socket === null && engine.server ? socketOf(engine.server) : undefined;
  if (forked) process.send!({ ready: true, url: engine.url }, left);
  else {
    const secret = options.insecure ? 'it has no secret' : `its secret is in ${options.dataDir}`;
    console.log(`The ${kind} engine is ready on ${withoutCredentials(engine.url)}; ${secret}.`);
  }
} catch (error) {
  const sentence = (await ownPortTaken(error)) ?? explain(error);
  console.error(sentence);
  process.exitCode = 1;
  // The message must be sent before the process exits.
  if (forked) process.send!({ ready: false, error: sentence }, () => process.exit());
  else process.exit();
}

function readArguments(): { kind: string; options: Options } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      insecure: { type: 'boolean', default: false },
      'memory-limit': { type: 'string' },
      'max-bytes': { type: 'string' },
    },
  });
  const [kind = '', ...more] = positionals;
  if (!Object.hasOwn(engines, kind) || more.length > 0 || !values.data) throw new Error(USAGE);
  return {
    kind,
    options: {
      dataDir: values.data,
      socket: handedSocket(process.env),
      insecure: values.insecure,
      ...(values.port === undefined ? {} : { port: wholeNumber('--port', values.port, 65_535) }),
      ...(values['memory-limit'] === undefined
        ? {}
        : { memoryLimitBytes: wholeNumber('--memory-limit', values['memory-limit'], Number.MAX_SAFE_INTEGER) }),
      ...(values['max-bytes'] === undefined
        ? {}
        : { maxBytes: wholeNumber('--max-bytes', values['max-bytes'], Number.MAX_SAFE_INTEGER) }),
    },
  };
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most)
    throw new Error(`${name} takes a whole number up to ${most}, not '${text}'.`);
  return value;
}

function stopWhenTold(engine: Running): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
    engine.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  if (forked) process.on('disconnect', stop);
  // Ctrl-C and the end of a terminal reach all its processes. An engine with a parent waits for the parent, which stops its clients first.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, forked ? () => {} : stop);
}

/** Ends the process with a failure, so that its supervisor restarts it. Running calls are first answered as unavailable. */
function endAsFailed(engine: Running, error: Error): void {
  console.error(explain(error));
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  void engine.stop().finally(() => process.exit(1));
}

/** The sentence for a port that an earlier Superscope has taken; null for every other error. */
async function ownPortTaken(error: unknown): Promise<string | null> {
  const { code, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code !== 'EADDRINUSE' || port === undefined) return null;
  const own = await superscopeOn(port);
  if (own === null) return null;
  return `Port ${port} is taken by a Superscope that still runs, process ${own.pid}. Stop it with \`${commandToStop(own.pid)}\`, or choose another port with --port.`;
}

function explain(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return 'The port is taken by another program; choose another with --port.';
  if (code === 'ENOSPC' || /No space left|database or disk is full/i.test(message))
    return 'The disk of the data folder is full; make room and start again.';
  if (code === 'EACCES' || code === 'EROFS') return `The data folder cannot be written: ${message}.`;
  return message;
}

function withoutCredentials(url: string): string {
  return url.replace(/\/\/[^/@]*@/, '//');
}
