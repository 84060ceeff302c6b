import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { FOLLOW_PARENT } from '@superscope/embedded/supervisor/child-process';

const modulePath = fileURLToPath(new URL('../../../../apps/api/dist/calendar/demo-past.main.js', import.meta.url));

/** As the projector's: this process does nothing but import. */
const SEMI_SPACE_MB = 32;

interface Told {
  url?: string;
  done?: boolean;
  problem?: string;
}

/** The portal's api in a process whose clock can be set. Nobody but the loader of the demo's data knows its address. */
export class PastApi {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  /** `settings` are those of the portal's own api. Rejects with one sentence if it does not start. */
  static async start(settings: NodeJS.ProcessEnv, at: Date, log: Writable): Promise<PastApi> {
    const unsigned = { SUPERSCOPE_HISTORY_HEADS: undefined, SUPERSCOPE_HISTORY_KEY: undefined };
    const child = fork(modulePath, {
      env: {
        ...process.env,
        ...settings,
        ...unsigned,
        // The portal itself signs the history, with the time at which it does so.
        SUPERSCOPE_HISTORY_KEY_FILE: undefined,
        SUPERSCOPE_DEMO_CLOCK: at.toISOString(),
      },
      execArgv: ['--import', FOLLOW_PARENT, `--max-semi-space-size=${SEMI_SPACE_MB}`],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const output of [child.stdout, child.stderr]) output?.on('data', (text: Buffer) => log.write(text));
    const { url } = await answerOf(child);
    return new PastApi(child, url!);
  }

  /** Sets the clock, and lets the calendar open and close what is due by then. */
  moveTo(at: Date): Promise<void> {
    return this.ask({ moveTo: at.toISOString() });
  }

  /** Waits until everything that was recorded about a plan is in its figures. */
  wholeOf(planId: string): Promise<void> {
    return this.ask({ wholeOf: planId });
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill('SIGTERM');
    await ended;
  }

  private async ask(question: { moveTo: string } | { wholeOf: string }): Promise<void> {
    const answer = answerOf(this.child);
    this.child.send(question);
    await answer;
  }
}

async function answerOf(child: ChildProcess): Promise<Told> {
  const ended = new AbortController();
  const answer = once(child, 'message', { signal: ended.signal }) as Promise<[Told]>;
  const end = () => ended.abort();
  child.once('exit', end);
  try {
    const [told] = await answer;
    if (told.problem !== undefined) throw new Error(`The demo data could not be recorded: ${told.problem}`);
    return told;
  } catch (error) {
    if (ended.signal.aborted) throw new Error('The process that records the demo data ended; portal.log says why.');
    throw error;
  } finally {
    child.off('exit', end);
  }
}
