import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** What a process did in the turns of its event loop. */
export interface CountedTurns {
  turns: number;
  /** Bytes of small objects made in each turn that made many. */
  made: number[];
}

/** New objects have this much room, in MiB, so that garbage is hardly collected while turns are counted. */
const roomForNew = 256;

/** A Node process whose turns of the event loop can be counted. Nothing of the suite runs in it. */
export class CountedProcess {
  private constructor(
    readonly child: ChildProcess,
    /** What the process said once it was ready. */
    readonly ready: unknown,
  ) {}

  static async start(file: string, env: NodeJS.ProcessEnv = {}): Promise<CountedProcess> {
    const child = fork(file, [], {
      execArgv: [
        `--min-semi-space-size=${roomForNew}`,
        `--max-semi-space-size=${roomForNew}`,
        `--import=${new URL('turn-objects.mjs', import.meta.url).href}`,
      ],
      env: { PATH: process.env['PATH'], ...env },
    });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`The process ended with ${String(code)} before it was ready.`);
    });
    ended.catch(() => undefined);
    const [ready] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
    return new CountedProcess(child, ready);
  }

  /** What the process does in its turns until `work` is done. */
  async counted(work: () => Promise<unknown>): Promise<CountedTurns> {
    this.child.send('count turns');
    await work();
    const told = once(this.child, 'message') as Promise<[CountedTurns]>;
    this.child.send('tell turns');
    return (await told)[0];
  }

  async stop(): Promise<void> {
    const ended = once(this.child, 'exit');
    this.child.disconnect();
    await ended;
  }
}
