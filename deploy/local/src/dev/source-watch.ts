import { readdirSync, statSync, watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';

/** Compiled by the server's projects and not only by its tests. */
const isSource = (name: string) => name.endsWith('.ts') && !name.endsWith('.spec.ts');

/**
 * Tells the paths of source files that change, appear or go below some folders. Each folder is watched by itself, because Node's recursive
 * watch loses files on Linux that an editor replaces.
 */
export class SourceWatch {
  private readonly watchers = new Map<string, FSWatcher>();

  constructor(
    folders: readonly string[],
    private readonly onChange: (path: string) => void,
  ) {
    for (const folder of folders) this.add(folder, false);
  }

  close(): void {
    for (const folder of [...this.watchers.keys()]) this.forget(folder);
  }

  /** Files of a folder that appeared later may have been written before it was watched, so they count as changed. */
  private add(folder: string, isNew: boolean): void {
    if (this.watchers.has(folder)) return;
    const watcher = watch(folder, (_, name) => name !== null && this.look(join(folder, name)));
    watcher.on('error', () => this.forget(folder));
    this.watchers.set(folder, watcher);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) this.add(path, isNew);
      else if (isNew && isSource(entry.name)) this.onChange(path);
    }
  }

  private look(path: string): void {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) this.add(path, true);
    else if (stat === undefined && this.watchers.has(path)) this.forget(path);
    else if (isSource(path)) this.onChange(path);
  }

  private forget(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }
}
