import { csvTable } from '@superscope/contracts/csv-tables';
import type { EventStore } from '@superscope/event-store/event-store';
import { partsOf, type GroupTable } from '../tables/import-table.js';
import type { ValidLine } from '../validate/validation.js';
import type { EffectTally } from './effect-tally.js';
import type { ColumnSizes } from './column-sizes.js';
import type { SteadyValues } from './steady-values.js';

/** The most rows of before that are held at once. */
const rowsHeld = 200_000;
const mostNamed = 5;

/** Rows of before that the file has not named yet, by key. */
type Open = Map<string, unknown>;

/** Compares the rows of a file with those that they replace, group by group. A row of before is held until the file has named it. */
export class GroupEffect {
  notCompared = 0;
  private readonly of = new Set<string>();
  private readonly groups = new Map<string, Open | 'new' | 'not held'>();
  private held = 0;

  constructor(
    private readonly table: GroupTable,
    private readonly store: EventStore,
    private readonly today: string,
    private readonly tally: EffectTally,
    private readonly steady: SteadyValues,
    private readonly lastSizes: ColumnSizes,
  ) {}

  /** Dates or months of what was compared with, newest first. */
  get comparedWith(): string[] {
    return [...this.of].sort().toReversed().slice(0, mostNamed);
  }

  async add(lines: readonly ValidLine[]): Promise<void> {
    const { keyOf, valuesOf } = this.table.comparison;
    for (const { line, id, data } of lines) {
      const open = this.groups.get(id) ?? (await this.open(id));
      if (open === 'not held') {
        this.notCompared += 1;
        continue;
      }
      const key = keyOf(data as never);
      const before = open === 'new' ? undefined : open.get(key);
      if (open !== 'new' && open.delete(key)) this.held -= 1;
      const was = before === undefined ? null : valuesOf(before as never);
      const compared = { line, row: this.labelOf(id, data), was, becomes: valuesOf(data as never) };
      this.tally.note(compared);
      this.steady.ask(compared, was);
    }
  }

  /** What the file has not named, once all its lines are added. */
  end(): void {
    const { valuesOf, asksForRemoved } = this.table.comparison;
    for (const [id, open] of this.groups) {
      if (typeof open === 'string') continue;
      for (const data of open.values()) {
        const compared = { line: null, row: this.labelOf(id, data), was: valuesOf(data as never), becomes: null };
        this.tally.note(compared);
        if (asksForRemoved) this.steady.askForRemoved(compared);
      }
    }
  }

  /** Tables of several platforms or plans in one file have rows of the same names. */
  private labelOf(id: string, data: unknown): string {
    const label = this.table.comparison.labelOf(data as never);
    return this.isOfMembers ? label : `${partsOf(id)[0]}, ${label}`;
  }

  private async open(id: string): Promise<Open | 'new' | 'not held'> {
    const found = await this.opened(id);
    this.groups.set(id, found);
    return found;
  }

  private async opened(id: string): Promise<Open | 'new' | 'not held'> {
    if (this.held > rowsHeld) return 'not held';
    const { before, keyOf, valuesOf } = this.table.comparison;
    const found = await before(id, this.today, this.store);
    if (found === null) return 'new';
    this.of.add(found.of);
    const open: Open = new Map();
    for (const row of found.rows) {
      open.set(keyOf(row as never), row);
      // Those of members are asked of ClickHouse, which counts them faster.
      if (!this.isOfMembers) this.lastSizes.note(valuesOf(row as never), false);
    }
    this.held += open.size;
    return open;
  }

  private get isOfMembers(): boolean {
    return csvTable(this.table.table).columns['memberId'] !== undefined;
  }
}
