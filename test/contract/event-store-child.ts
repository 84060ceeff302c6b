import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { EventStoreOptions } from '@superscope/embedded/event-store/event-store-engine';

const MAIN = `
  import { startEventStore } from '@superscope/embedded/event-store/event-store-engine';
  const engine = await startEventStore(JSON.parse(process.env.OPTIONS));
  process.on('message', () => engine.stop().then(() => process.exit(0)));
  process.send({ url: engine.url });
`;

/** The built engine in its own process, so that it can be killed, limited and measured. */
export class EngineProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(options: EventStoreOptions): Promise<EngineProcess> {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', MAIN], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, OPTIONS: JSON.stringify(options) },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaint = '';
    child.stderr!.on('data', (text: Buffer) => (complaint += text.toString()));
    const url = await new Promise<string>((resolve, reject) => {
      child.once('message', (message) => resolve((message as { url: string }).url));
      child.once('exit', () => reject(new Error(complaint)));
    });
    return new EngineProcess(child, url);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Kills the process like a power cut, without flushing or closing connections. */
  kill(): Promise<void> {
    return this.ended(() => this.child.kill('SIGKILL'));
  }

  stop(): Promise<void> {
    return this.ended(() => this.child.send('stop'));
  }

  private ended(end: () => unknown): Promise<void> {
    return new Promise((resolve) => {
      if (this.child.exitCode !== null || this.child.signalCode !== null) return resolve();
      this.child.once('exit', () => resolve());
      end();
    });
  }
}
