import { spawn, type ChildProcess } from 'node:child_process';
import { join, relative, sep } from 'node:path';
import { SourceWatch } from './source-watch.js';

/** The workspaces whose processes are started again, in the order in which they are compiled. */
const servers = ['apps/api', 'apps/projector', 'apps/renderer'];
const libraries = ['libs/domain', 'libs/contracts', 'libs/event-store'];
/** Their code runs in this process, or in the engines. */
const ownCode = ['libs/embedded', 'deploy/local'];

/** An editor that saves several files is done after this time. */
const gatherMs = 150;

/** The workspaces whose processes run any of these files. */
const runBy = (files: readonly string[]) =>
  servers.filter((server) =>
    files.some((file) => [server, ...libraries].some((workspace) => file.startsWith(`${workspace}/`))),
  );

interface Developed {
  restart(workspaces: readonly string[]): Promise<void>;
}

/** Compiles the servers when their sources change, and then starts those again that the change concerns. */
export class TakeUpChanges {
  private readonly watch: SourceWatch;
  /** Changed since the last compilation began, below the repository. */
  private readonly changed = new Set<string>();
  /** Changed before the last compilation, which failed. */
  private uncompiled: readonly string[] = [];
  private gather: NodeJS.Timeout | undefined;
  private compiler: ChildProcess | null = null;
  private busy = false;
  private ended = false;

  constructor(
    private readonly repository: string,
    private readonly portal: Developed,
    private readonly say: (text: string) => void,
  ) {
    const folders = [...servers, ...libraries, ...ownCode].map((workspace) => join(repository, workspace, 'src'));
    this.watch = new SourceWatch(folders, (path) => this.note(relative(repository, path).split(sep).join('/')));
  }

  end(): void {
    this.ended = true;
    clearTimeout(this.gather);
    this.watch.close();
    this.compiler?.kill();
  }

  private note(file: string): void {
    if (ownCode.some((workspace) => file.startsWith(`${workspace}/`)))
      return this.say(`${file} changed, which \`npm run dev\` itself runs: end it with Ctrl-C, and start it again.`);
    this.changed.add(file);
    if (!this.busy) this.soon();
  }

  private soon(): void {
    clearTimeout(this.gather);
    this.gather = setTimeout(() => void this.takeUp(), gatherMs);
  }

  private async takeUp(): Promise<void> {
    this.busy = true;
    const files = [...new Set([...this.uncompiled, ...this.changed])];
    this.changed.clear();
    this.say(`\nCompiling: ${files.slice(0, 3).join(', ')}${files.length > 3 ? ` and ${files.length - 3} more` : ''}`);
    const compiles = await this.compile();
    this.uncompiled = compiles ? [] : files;
    if (this.ended) return;
    if (compiles)
      await this.portal.restart(runBy(files)).catch((error: Error) => this.say(`Not started again: ${error.message}`));
    else this.say('It does not compile. What ran before goes on.');
    this.busy = false;
    if (this.changed.size > 0) this.soon();
  }

  /** Resolves to whether everything compiles. The compiler prints what does not. */
  private compile(): Promise<boolean> {
    const compiler = join(this.repository, 'node_modules/typescript-native/bin/tsc');
    const args = ['-b', ...(process.stdout.isTTY ? ['--pretty'] : []), ...servers];
    return new Promise((resolve) => {
      this.compiler = spawn(process.execPath, [compiler, ...args], { cwd: this.repository, stdio: 'inherit' });
      this.compiler.once('error', () => resolve(false));
      this.compiler.once('exit', (code) => resolve(code === 0));
    });
  }
}
