import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const MAIN = `
  import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
  const engine = await startMongo({ dataDir: process.env.DATA_DIR });
  process.on('message', async () => {
    // Buffers outside the heap are freed one turn after the collection that found them unused.
    for (let i = 0; i < 5; i++) {
      gc();
      await new Promise(setImmediate);
    }
    const { heapUsed, external } = process.memoryUsage();
    process.send({ held: heapUsed + external });
  });
  process.send({ url: engine.url });
`;

/** The built engine in its own process, so that it can be killed and measured. */
export class MongoProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(dataDir: string): Promise<MongoProcess> {
    const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', MAIN], {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let complaint = '';
    child.stderr!.on('data', (text: Buffer) => (complaint += text.toString()));
    const url = await new Promise<string>((resolve, reject) => {
      child.once('message', (message) => resolve((message as { url: string }).url));
      child.once('exit', () => reject(new Error(complaint)));
    });
    return new MongoProcess(child, url);
  }

  /** Memory of the process in bytes after a full garbage collection. */
  async heldBytes(): Promise<number> {
    this.child.send('measure');
    const [message] = (await once(this.child, 'message')) as [{ held: number }];
    return message.held;
  }

  /** Kills the process like a power cut, without flushing or closing connections. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}
