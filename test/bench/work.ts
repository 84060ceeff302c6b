import { timed } from './measure.js';
import { processUse } from './processes.js';
import { textTable } from './table.js';

interface Entry {
  items: number;
  /** Processor time in seconds by process. */
  coreSeconds: Map<string, number>;
}

/**
 * Processor time of each process for each figure, which does not depend on other load. The slowest process limits the figure on a machine
 * with a core for each.
 */
export class Work {
  private readonly entries = new Map<string, Entry>();

  /** Runs a function that handles this many items. Calls with the same name are added up. */
  async of<Result>(
    name: string,
    items: number,
    run: () => Promise<Result>,
  ): Promise<{ result: Result; seconds: number }> {
    const before = new Map(processUse().map((process) => [process.name, process.coreSeconds]));
    const outcome = await timed(run);
    this.count(name, items);
    for (const process of processUse())
      this.add(name, process.name, process.coreSeconds - (before.get(process.name) ?? 0));
    return outcome;
  }

  /** Adds items whose number is known only afterwards. */
  count(name: string, items: number): void {
    this.entry(name).items += items;
  }

  /** Adds the time of a process that has already ended. */
  add(name: string, process: string, coreSeconds: number): void {
    const { coreSeconds: known } = this.entry(name);
    known.set(process, (known.get(process) ?? 0) + coreSeconds);
  }

  /** Processor time per item in milliseconds, by process; empty when nothing could be measured. */
  table(): string {
    const processes = [...new Set([...this.entries.values()].flatMap(({ coreSeconds }) => [...coreSeconds.keys()]))];
    if (processes.length === 0) return '';
    const rows = [...this.entries].map(([name, { items, coreSeconds }]) => [
      name,
      ...processes.map((process) => perItem(coreSeconds.get(process) ?? 0, items)),
    ]);
    return textTable(
      [['core ms for one of', ...processes], ...rows],
      processes.map((_, i) => i + 1),
    );
  }

  private entry(name: string): Entry {
    const known = this.entries.get(name) ?? { items: 0, coreSeconds: new Map() };
    this.entries.set(name, known);
    return known;
  }
}

const perItem = (seconds: number, items: number): string => {
  const milliseconds = (1000 * seconds) / items;
  return milliseconds < 0.0005 ? '-' : milliseconds.toFixed(milliseconds < 1 ? 3 : 1);
};
