import { EventEmitter } from 'node:events';
import type { Writable } from 'node:stream';
import { describe, SupervisedChild, type ChildOptions, type Exit } from './child-process.js';
import type { ListeningSocket } from './listening-socket.js';

export type SuperviseOptions = {
  /** The process's name in log lines and errors. */
  name: string;
  /**
   * A module that sends `{ready: true, url}` over IPC, or `{ready: false, error}` when it cannot start. With the first message it may send
   * its listening socket, which the following processes inherit (listening-socket.ts).
   */
  modulePath: string;
  /** In a restart `--port 0` becomes the port of the first start, so that the URL stays valid. */
  args?: readonly string[];
  /** Added to the environment of this process. */
  env?: NodeJS.ProcessEnv;
  /** Half of V8's young generation, in MB; by default V8's own, 16. */
  semiSpaceMb?: number | undefined;
  ready?: 'ipc';
  readyTimeoutMs?: number;
  restart?: Partial<RestartPolicy>;
  /** Receives the process's output; by default this process's standard output. */
  log?: Writable;
  /** Called after every unexpected end, before the restart. */
  onExit?(exit: Exit): void;
};

export type RestartPolicy = {
  /** Pause before the first restart; doubles with each quick failure up to `maxBackoffMs`. */
  backoffMs: number;
  maxBackoffMs: number;
  /** A process that ends sooner than this after its start is a quick failure. */
  quickMs: number;
  /** The number of quick failures in a row after which `failing` is emitted. */
  tellAfter: number;
};

const POLICY: RestartPolicy = { backoffMs: 200, maxBackoffMs: 5_000, quickMs: 10_000, tellAfter: 5 };
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 20_000;

type Events = {
  /** The process runs and is ready again, at the same URL. */
  restarted: [pid: number];
  /** The process fails repeatedly and is retried at the longest pause. Emitted once, until it has run for a while. */
  failing: [error: Error];
};

/** Starts a child process and keeps it running. Rejects with one sentence when the first start fails, which indicates a wrong setting. */
export async function startSupervised(options: SuperviseOptions): Promise<Supervised> {
  const supervised = new Supervised(options);
  await supervised.start();
  return supervised;
}

export class Supervised extends EventEmitter<Events> {
  private readonly policy: RestartPolicy;
  private child: SupervisedChild | null = null;
  private reported: string | null = null;
  private socket: ListeningSocket | null = null;
  private quickFailures = 0;
  private stopping: Promise<void> | null = null;
  private left = false;
  private pause = new AbortController();
  /** Processes that were ended to be started again. */
  private readonly replaced = new WeakSet<SupervisedChild>();

  constructor(private readonly options: SuperviseOptions) {
    super();
    this.policy = { ...POLICY, ...options.restart };
  }

  /** The pid of the running process, or null. */
  pid(): number | null {
    return this.child?.pid ?? null;
  }

  /** The URL reported by the process. It may contain a secret, so do not log it. */
  get url(): string {
    return this.reported!;
  }

  async start(): Promise<void> {
    const child = await this.launch();
    void this.watch(child);
  }

  /** Disables further restarts. */
  leave(): void {
    this.left = true;
    this.pause.abort();
  }

  /** Ends the process with SIGTERM, and with SIGKILL after `timeoutMs`. Resolves when no process is left. */
  stop(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    this.leave();
    return (this.stopping ??= this.end(timeoutMs));
  }

  /** Ends the process, which is started again at once: also one that fails repeatedly and would be tried again later. */
  async restart(timeoutMs = STOP_TIMEOUT_MS): Promise<void> {
    if (this.left) return;
    const { pause, child } = this;
    this.quickFailures = 0;
    this.pause = new AbortController();
    pause.abort();
    if (!child || child.pid === null) return;
    this.replaced.add(child);
    await child.stop(timeoutMs);
  }

  private async end(timeoutMs: number): Promise<void> {
    await this.child?.stop(timeoutMs);
    const { socket } = this;
    if (socket) await new Promise<void>((resolve) => socket.close(resolve));
  }

  private async launch(): Promise<SupervisedChild> {
    if (this.left) throw new Error(`${this.options.name} is being stopped.`);
    const child = new SupervisedChild(this.childOptions());
    this.child = child;
    const timeoutMs = this.options.readyTimeoutMs ?? READY_TIMEOUT_MS;
    const late = setTimeout(() => void child.stop(0), timeoutMs);
    try {
      this.reported = await child.ready;
      this.socket = child.socket;
      return child;
    } catch (error) {
      // A child that reports a failed start still runs for a moment.
      await child.exited;
      if (performance.now() - child.startedAt < timeoutMs) throw error;
      throw new Error(`${this.options.name} was not ready after ${timeoutMs / 1000} seconds.`);
    } finally {
      clearTimeout(late);
    }
  }

  private childOptions(): ChildOptions {
    const { name, modulePath, args = [], env, semiSpaceMb, log = process.stdout } = this.options;
    return {
      name,
      modulePath,
      args: this.reported === null ? args : withPortOf(this.reported, args),
      env: { ...process.env, ...env },
      semiSpaceMb,
      socket: this.socket,
      log,
    };
  }

  private async watch(first: SupervisedChild): Promise<void> {
    let child: SupervisedChild | null = first;
    while (child) {
      const exit = await child.exited;
      if (this.left) return;
      if (this.replaced.has(child)) {
        this.quickFailures = 0;
      } else {
        this.options.onExit?.(exit);
        const ran = performance.now() - child.startedAt;
        this.quickFailures = ran < this.policy.quickMs ? this.quickFailures + 1 : 1;
      }
      child = await this.relaunch(new Error(`${this.options.name} ended ${describe(exit)}.`));
    }
  }

  /** The restarted process; null if it was stopped in the meantime. */
  private async relaunch(cause: Error): Promise<SupervisedChild | null> {
    for (let reason = cause; ; this.quickFailures++) {
      if (this.quickFailures === this.policy.tellAfter) this.tell(reason);
      this.note(`${reason.message} Starting it again.`);
      if (!(await this.waited())) return null;
      try {
        const child = await this.launch();
        this.emit('restarted', child.pid ?? 0);
        return child;
      } catch (error) {
        if (this.left) return null;
        reason = error as Error;
      }
    }
  }

  private tell(reason: Error): void {
    const { tellAfter, maxBackoffMs } = this.policy;
    const often = `${this.options.name} failed ${tellAfter} times in a row; it is tried again every ${maxBackoffMs / 1000} seconds.`;
    this.emit('failing', new Error(`${often} ${reason.message}`));
  }

  /** Waits before a restart, unless one is asked for in the meantime. False if it was stopped. */
  private waited(): Promise<boolean> {
    const { backoffMs, maxBackoffMs } = this.policy;
    const pauseMs = Math.min(backoffMs * 2 ** (this.quickFailures - 1), maxBackoffMs);
    const { signal } = this.pause;
    return new Promise((resolve) => {
      if (this.left) return resolve(false);
      const done = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve(!this.left);
      };
      const timer = setTimeout(done, pauseMs);
      signal.addEventListener('abort', done);
    });
  }

  private note(text: string): void {
    (this.options.log ?? process.stdout).write(`[${this.options.name}] ${text}\n`);
  }
}

/** The arguments with the value of `--port` replaced by the URL's port, if both exist. */
export function withPortOf(url: string, args: readonly string[]): string[] {
  const port = /:(\d+)(?:[/?]|$)/.exec(url.slice(url.lastIndexOf('@') + 1))?.[1];
  const at = args.indexOf('--port');
  return port && at >= 0 ? args.with(at + 1, port) : [...args];
}
