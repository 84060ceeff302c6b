import { mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until, type FaultPortal } from './fault-portal.js';
import type { Findings } from './findings.js';

/** An imported file leaves the inbox at the look after its import, and a new process waits for the lease of a killed one. */
const clearedWithinMs = 240_000;

/** Files that a sender leaves in the inbox while parts are killed: each must be imported once, and lie in `done` once. */
export class InboxFiles {
  private readonly left = new Map<string, string>();

  constructor(readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  /** Leaves a file as senders are asked to: whole at once, with a marker. */
  async leave(): Promise<void> {
    const number = this.left.size;
    const name = `providers_left_${number}.csv`;
    const content = `providerId,name\r\nLEFT${number},Left ${number}\r\n`;
    await writeFile(join(this.folder, `.${name}`), content);
    await rename(join(this.folder, `.${name}`), join(this.folder, name));
    await writeFile(join(this.folder, `${name}.done`), '');
    this.left.set(name, content);
  }

  /** Waits until every file has left the inbox, and notes those that are lost or doubled. */
  async check({ mongo }: Pick<FaultPortal, 'mongo'>, findings: Findings): Promise<void> {
    const lying = async () => (await readdir(this.folder)).filter((name) => name !== 'done');
    const isCleared = async () => (await lying()).length === 0;
    await until('every file has left the inbox', isCleared, clearedWithinMs, 500).catch(async (error: Error) =>
      findings.note('lost', `${error.message} There are ${(await lying()).join(', ')}.`),
    );
    await mkdir(join(this.folder, 'done'), { recursive: true });
    const done = await readdir(join(this.folder, 'done'));
    const views = mongo.db('views');
    for (const [name, content] of this.left) {
      const kept = await readFile(join(this.folder, 'done', name), 'utf8').catch(() => null);
      if (kept !== content) findings.note('lost', `the file ${name} is not in done`);
      const imports = await views.collection('imports').countDocuments({ fileName: name });
      if (imports !== 1) findings.note(imports === 0 ? 'lost' : 'doubled', `${name} was imported ${imports} times`);
    }
    for (const name of done) if (!this.left.has(name)) findings.note('doubled', `${name} lies in done`);
  }
}
