import { parentPort, workerData } from 'node:worker_threads';
import { EventLog } from './event-log.js';
import { openLogFile } from './schema.js';
import type { LogOptions, LogReply, LogRequest } from './log-messages.js';

// SQLite works synchronously and fsyncs; in a thread of its own it does not hold up the network.
const port = parentPort!;
const reply = (message: LogReply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

try {
  const log = new EventLog(openLogFile(workerData as LogOptions));
  port.on('message', (request: LogRequest) => answer(log, request));
  reply({ kind: 'opened', head: log.head });
} catch (error) {
  reply({ kind: 'not-opened', message: (error as Error).message });
}

function answer(log: EventLog, request: LogRequest): void {
  const { call, kind } = request;
  try {
    if (kind === 'append') {
      const result = log.append(request.requests);
      reply({ kind: 'done', call, result, head: log.head });
    } else if (kind === 'read') {
      const result = log.read(request.query);
      reply({ kind: 'done', call, result, head: log.head }, [result.frames.buffer as ArrayBuffer]);
    } else {
      log.close();
      reply({ kind: 'done', call, result: null, head: log.head });
      port.close();
    }
  } catch (error) {
    reply({ kind: 'error', call, message: (error as Error).message });
  }
}
