import { timed } from './measure.js';
import { processUse } from './processes.js';
import { textTable } from './table.js';

interface Entry {
  items: number;
  /** Seconds of a core by process. */
  coreSeconds: Map<string, number>;
}

/**
 * Processor time of each process for each figure: how much work it is, however busy the machine was with others. The slowest
 * process bounds the figure on a machine that has a core for each.
 */
export class Work {
  private readonly entries = new Map<string, Entry>();

  /** Runs something that deals with so many items; asked for the same name again, both count together. */
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

  /** For items that are known only afterwards. */
  count(name: string, items: number): void {
    this.entry(name).items += items;
  }

  /** For a process that has ended by then. */
  add(name: string, process: string, coreSeconds: number): void {
    const { coreSeconds: known } = this.entry(name);
    known.set(process, (known.get(process) ?? 0) + coreSeconds);
  }

  /** Milliseconds of a core for one item, by process; empty where nothing could be measured. */
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
