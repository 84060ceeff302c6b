import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Runs the program next to a watcher that kills it when the pipe from this process closes, which also happens when this process is
 * killed.
 */
const WATCHED = 'exec 3<&0; (cat <&3; kill -KILL $$) >/dev/null 2>&1 & exec 3<&-; exec "$@" </dev/null';

export interface AttachedOptions {
  cwd: string;
  env?: NodeJS.ProcessEnv;
}

/** A server in another language that never outlives this process. */
export class AttachedProcess {
  private readonly lines: string[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(
    private readonly name: string,
    private readonly child: ChildProcess,
  ) {
    for (const output of [child.stdout!, child.stderr!])
      createInterface({ input: output }).on('line', (line) => {
        this.lines.push(line);
        if (this.lines.length > 200) this.lines.shift();
        this.check();
      });
    child.once('exit', () => {
      child.stdin!.destroy();
      this.check();
    });
    child.stdin!.on('error', () => {});
  }

  static start(name: string, command: string, args: readonly string[], { cwd, env }: AttachedOptions): AttachedProcess {
    const stdio = ['pipe', 'pipe', 'pipe'] as const;
    const child = spawn('/bin/sh', ['-c', WATCHED, name, command, ...args], {
      cwd,
      env: env ?? process.env,
      stdio: [...stdio],
    });
    return new AttachedProcess(name, child);
  }

  get pid(): number {
    return this.child.pid!;
  }

  get ended(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null;
  }

  /** Resolves once a line of output matches. Fails with the last lines when the process ends first or the time is up. */
  async line(pattern: RegExp, timeoutMs = 60_000): Promise<void> {
    const limit = AbortSignal.timeout(timeoutMs);
    while (!this.lines.some((line) => pattern.test(line))) {
      if (this.ended || limit.aborted) throw this.failure(this.ended ? 'ended' : 'was not ready in time');
      await new Promise<void>((resolve) => {
        this.waiting.add(resolve);
        limit.addEventListener('abort', () => resolve(), { once: true });
      });
    }
  }

  failure(what: string): Error {
    return new Error([`${this.name} ${what}. It said:`, ...this.lines.slice(-20)].join('\n'));
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }

  /** Ends the process, by force after ten seconds. */
  async stop(): Promise<void> {
    if (this.ended) return;
    const exited = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    const force = setTimeout(() => this.child.kill('SIGKILL'), 10_000);
    await exited;
    clearTimeout(force);
  }

  private check(): void {
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}
