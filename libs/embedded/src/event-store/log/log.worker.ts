import { parentPort, workerData } from 'node:worker_threads';
import { EventLog } from './event-log.js';
import { openLogFile } from './schema.js';
import type { LogOptions, LogReply, LogRequest } from './log-messages.js';

// SQLite and its fsyncs are synchronous, so they run in a thread that does not block the network.
const port = parentPort!;

let isClosed = false;
let replies: LogReply[] = [];
let pages: ArrayBuffer[] = [];

/** Sends the outcomes so far. */
function tell(): void {
  if (replies.length > 0) port.postMessage(replies, pages);
  replies = [];
  pages = [];
}

try {
  const log = new EventLog(openLogFile(workerData as LogOptions));
  port.on('message', (requests: LogRequest[]) => {
    for (const request of requests) {
      // An append waits for the disk, so earlier outcomes are sent first.
      if (request.kind === 'append') tell();
      answer(log, request);
    }
    tell();
    if (isClosed) port.close();
  });
  replies.push({ kind: 'opened', head: log.head });
} catch (error) {
  replies.push({ kind: 'not-opened', message: (error as Error).message });
}
tell();

function answer(log: EventLog, request: LogRequest): void {
  const { call, kind } = request;
  try {
    if (kind === 'append') {
      const result = log.append(request.requests);
      replies.push({ kind: 'done', call, result, head: log.head });
    } else if (kind === 'read') {
      const result = log.read(request.query);
      pages.push(result.frames.buffer as ArrayBuffer);
      replies.push({ kind: 'done', call, result, head: log.head });
    } else {
      log.close();
      replies.push({ kind: 'done', call, result: null, head: log.head });
      isClosed = true;
    }
  } catch (error) {
    replies.push({ kind: 'error', call, message: (error as Error).message });
  }
}
