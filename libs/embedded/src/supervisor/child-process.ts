import { fork, type ChildProcess, type SendHandle } from 'node:child_process';
import type { Readable, Stream, Writable } from 'node:stream';
import { HANDED_SOCKET_FD, SOCKET_SETTING, type ListeningSocket } from './listening-socket.js';

export type ChildOptions = {
  name: string;
  modulePath: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  semiSpaceMb?: number | undefined;
  /** The listening socket of the previous process, which this one takes over. */
  socket: ListeningSocket | null;
  log: Writable;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

type Ready = { ready: true; url: string } | { ready: false; error: string };

/**
 * Loaded into every child before its own module. A child whose parent died ends as if by SIGTERM, and by force if that takes too long.
 * Children ignore Ctrl-C and the end of a terminal, because only the parent knows the order in which to stop them.
 */
export const FOLLOW_PARENT = `data:text/javascript,${encodeURIComponent(`
  const end = () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20000).unref();
  };
  if (process.connected) process.on('disconnect', end);
  else end();
  for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {});
  process.channel?.unref();
`)}`;

const LONGEST_LINE = 256 * 1024;

const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

/** A forked Node process that reports when it is ready. Its output is written to a log with a prefix on each line. */
export class SupervisedChild {
  private readonly process: ChildProcess;
  /** Settles once: the URL the child reported, or why it will never be ready. */
  readonly ready: Promise<string>;
  /** The child's listening socket, if the child sent it to its parent. */
  socket: ListeningSocket | null;
  readonly exited: Promise<Exit>;
  readonly startedAt = performance.now();

  constructor({ name, modulePath, args, env, semiSpaceMb, socket, log }: ChildOptions) {
    const child = fork(modulePath, [...args], {
      env: socket ? { ...env, [SOCKET_SETTING]: String(HANDED_SOCKET_FD) } : env,
      execArgv: [
        '--import',
        FOLLOW_PARENT,
        ...(semiSpaceMb === undefined ? [] : [`--max-semi-space-size=${semiSpaceMb}`]),
      ],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', ...(socket ? [socket as unknown as Stream] : [])],
    });
    this.process = child;
    this.socket = socket;
    alive.add(child);
    this.exited = new Promise((resolve) => {
      const end = (exit: Exit) => {
        alive.delete(child);
        resolve(exit);
      };
      child.once('exit', (code, signal) => end({ code, signal }));
      // Node emits 'error' instead of 'exit' if the process could not be created.
      child.once('error', () => child.pid === undefined && end({ code: null, signal: null }));
    });
    this.ready = new Promise((resolve, reject) => {
      child.on('message', (message: Ready, left?: SendHandle) => {
        if (left) this.socket = left as unknown as ListeningSocket;
        if (message.ready === true) resolve(message.url);
        else if (message.ready === false) reject(new Error(`${name}: ${message.error}`));
      });
      void this.exited.then((exit) => reject(new Error(`${name} ended ${describe(exit)} before it was ready.`)));
    });
    this.ready.catch(() => {});
    for (const output of [child.stdout!, child.stderr!]) void copyLines(output, log, name).catch(() => undefined);
  }

  get pid(): number | null {
    return this.process.exitCode === null && this.process.signalCode === null ? (this.process.pid ?? null) : null;
  }

  /** Ends the process with SIGTERM, and by force after `timeoutMs`. */
  async stop(timeoutMs: number): Promise<Exit> {
    this.process.kill('SIGTERM');
    const force = setTimeout(() => this.process.kill('SIGKILL'), timeoutMs);
    const exit = await this.exited;
    clearTimeout(force);
    return exit;
  }
}

export const describe = ({ code, signal }: Exit) => (signal ? `by ${signal}` : `with code ${code}`);

/**
 * Copies whole lines with the name in front. While the log is full the child blocks on its pipe, so that no output accumulates here.
 * Overlong lines are cut.
 */
async function copyLines(from: Readable, to: Writable, name: string): Promise<void> {
  let rest = '';
  const put = async (lines: readonly string[]) => {
    if (lines.length === 0 || !to.writable) return;
    if (!to.write(lines.map((line) => `[${name}] ${line}\n`).join(''))) await roomIn(to);
  };
  for await (const text of from.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    if (rest.length > LONGEST_LINE) {
      lines.push(rest);
      rest = '';
    }
    await put(lines);
  }
  if (rest) await put([rest]);
}

const roomIn = (log: Writable) =>
  new Promise<void>((resolve) => {
    const done = () => {
      log.off('drain', done).off('close', done);
      resolve();
    };
    log.on('drain', done).on('close', done);
  });
