import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type {
  AppendOutcome,
  AppendRequest,
  LogOptions,
  LogReply,
  LogRequest,
  ReadPage,
  ReadQuery,
} from './log-messages.js';

type Waiting<T> = { resolve: (value: T) => void; reject: (error: Error) => void };
type Queued = Waiting<AppendOutcome> & { request: AppendRequest; bytes: number };

/** Appends beyond this queue size are refused, so that a slow disk cannot fill the memory. */
const MAX_QUEUED_BYTES = 64 * 1024 * 1024;
const MAX_GROUP = 1000;
const MAX_GROUP_BYTES = 8 * 1024 * 1024;

/** The store's thread has ended, so nothing can be read or written. */
export class LogUnavailable extends Error {}

/**
 * The gRPC thread's client of the store's thread. Appends that arrive while a group is being written form the next group, which shares
 * one transaction and one fsync.
 */
export class LogClient {
  /** Called after a commit with the names of the streams it touched. */
  private readonly listeners = new Set<(streams: ReadonlySet<string>) => void>();
  private readonly waiting = new Map<number, Waiting<AppendOutcome[] | ReadPage | null>>();
  /** Requests of this turn of the event loop, sent as one message, because a message costs as much as ten small reads. */
  private asked: LogRequest[] = [];
  private queue: Queued[] = [];
  private queuedBytes = 0;
  private writing: Promise<void> | null = null;
  private nextCall = 0;
  private failure: Error | null = null;
  private closing = false;
  /** Resolves when the thread ends without being closed. */
  readonly failed: Promise<Error>;
  private noteFailed!: (error: Error) => void;

  private constructor(
    private readonly worker: Worker,
    private lastPosition: number,
  ) {
    worker.on('message', (replies: LogReply[]) => {
      for (const reply of replies) this.receive(reply);
    });
    worker.on('error', (error) => this.fail(new LogUnavailable(`The event store broke down: ${error.message}`)));
    worker.on('exit', () => this.fail(new LogUnavailable('The thread of the event store has ended.')));
    this.failed = new Promise((resolve) => (this.noteFailed = resolve));
  }

  /** Opens the file in a new thread. Throws the thread's error. */
  static async open(options: LogOptions): Promise<LogClient> {
    // The thread starts without the process's own flags: --input-type, for example, would prevent it from loading a file.
    const worker = new Worker(workerFile(), { workerData: options, execArgv: [] });
    const [first] = await new Promise<[LogReply]>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
    if (first.kind === 'opened') return new LogClient(worker, first.head);
    await worker.terminate();
    throw new Error(first.kind === 'not-opened' ? first.message : 'The event store did not open.');
  }

  /** The position of the newest event known to be on disk, 0 in an empty log. */
  get head(): number {
    return this.lastPosition;
  }

  /** Whether the queue is so long that callers should wait if they can. */
  get isBusy(): boolean {
    return this.queuedBytes > MAX_QUEUED_BYTES / 4;
  }

  /** Resolves once the outcome is on disk. Null when the queue is full; the caller should retry later. */
  async append(request: AppendRequest): Promise<AppendOutcome | null> {
    if (this.failure) throw this.failure;
    const bytes = request.events.reduce((sum, event) => sum + event.data.length + event.metadata.length, 256);
    if (this.queuedBytes + bytes > MAX_QUEUED_BYTES) return null;
    this.queuedBytes += bytes;
    return new Promise((resolve, reject) => {
      this.queue.push({ request, bytes, resolve, reject });
      this.writing ??= this.writeGroups().finally(() => (this.writing = null));
    });
  }

  async read(query: ReadQuery): Promise<ReadPage> {
    return (await this.ask({ call: this.nextCall++, kind: 'read', query })) as ReadPage;
  }

  /** Returns the function that stops listening. */
  onCommit(listener: (streams: ReadonlySet<string>) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Resolves when every append so far has its outcome. */
  async idle(): Promise<void> {
    while (this.writing) await this.writing;
  }

  /** Brings everything into the main file and ends the thread. */
  async close(): Promise<void> {
    if (this.failure) return;
    this.closing = true;
    const exited = new Promise((resolve) => this.worker.once('exit', resolve));
    try {
      await this.ask({ call: this.nextCall++, kind: 'close' });
      await exited;
    } finally {
      await this.worker.terminate();
    }
  }

  private async writeGroups(): Promise<void> {
    // Appends that arrive in the same turn share the first group.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.queue.length > 0) {
      const group = this.takeGroup();
      const requests = group.map(({ request }) => request);
      try {
        const outcomes = (await this.ask({ call: this.nextCall++, kind: 'append', requests })) as AppendOutcome[];
        group.forEach(({ resolve }, index) => resolve(outcomes[index]!));
        this.announce(requests, outcomes);
      } catch (error) {
        for (const { reject } of group) reject(error as Error);
      }
    }
  }

  private takeGroup(): Queued[] {
    let bytes = 0;
    let count = 0;
    while (count < this.queue.length && count < MAX_GROUP && (count === 0 || bytes < MAX_GROUP_BYTES)) {
      bytes += this.queue[count++]!.bytes;
    }
    this.queuedBytes -= bytes;
    return this.queue.splice(0, count);
  }

  private announce(requests: AppendRequest[], outcomes: AppendOutcome[]): void {
    const streams = new Set<string>();
    outcomes.forEach((outcome, index) => {
      if (outcome.kind === 'appended' && outcome.isNew) streams.add(requests[index]!.stream);
    });
    if (streams.size > 0) for (const listener of this.listeners) listener(streams);
  }

  private ask(request: LogRequest): Promise<AppendOutcome[] | ReadPage | null> {
    if (this.failure) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.waiting.set(request.call, { resolve, reject });
      if (this.asked.length === 0) setImmediate(() => this.worker.postMessage(this.asked.splice(0)));
      this.asked.push(request);
    });
  }

  private receive(message: LogReply): void {
    if (message.kind !== 'done' && message.kind !== 'error') return;
    const waiting = this.waiting.get(message.call);
    this.waiting.delete(message.call);
    if (message.kind === 'error') {
      waiting?.reject(new Error(message.message));
    } else {
      this.lastPosition = Math.max(this.lastPosition, message.head);
      waiting?.resolve(message.result);
    }
  }

  private fail(error: Error): void {
    this.failure ??= error;
    for (const { reject } of this.waiting.values()) reject(this.failure);
    this.waiting.clear();
    for (const { reject } of this.queue.splice(0)) reject(this.failure);
    if (!this.closing) this.noteFailed(this.failure);
  }
}

/** The built worker file, because a thread cannot load TypeScript on Node 20, even when this file runs from the sources. */
function workerFile(): URL {
  const built = import.meta.url.endsWith('.ts')
    ? new URL('../../../dist/event-store/log/log.worker.js', import.meta.url)
    : new URL('./log.worker.js', import.meta.url);
  if (!existsSync(built)) throw new Error(`${fileURLToPath(built)} is missing; run "npx tsc -b libs/embedded" first.`);
  return built;
}
