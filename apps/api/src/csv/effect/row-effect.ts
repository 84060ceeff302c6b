import { membersView } from '@superscope/contracts/read-models/members';
import type { RowValues } from '@superscope/domain/file-check/row-values';
import { groupBy } from '@superscope/domain/group-by';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Views } from '../../platform/engines.module.js';
import { BoundedWork } from '../run/bounded-work.js';
import type { Decided, Deciding, RowOf, RowTable } from '../tables/import-table.js';
import type { ValidLine } from '../validate/validation.js';
import type { ColumnSizes } from './column-sizes.js';
import type { EffectTally } from './effect-tally.js';
import type { SteadyValues } from './steady-values.js';

/** Streams that are read at once, as imports do. */
const streamsAtOnce = 48;
/** States that are kept until later lines of the file decide on them. Members' are not, because a file names a member only now and then. */
const statesKept = 500;

/** Called for each line with what its decision comes to. */
type OnDecided = (id: string, decided: Decided) => void;

/** Decides about the rows of a file as its import would, on the streams as they stand, and writes nothing. */
export class RowEffect {
  private readonly states = new Map<string, unknown>();

  constructor(
    private readonly table: RowTable,
    private readonly from: { store: EventStore; views: Views; deciding: Deciding; besideOthers: boolean },
    private readonly tally: EffectTally,
    private readonly steady: SteadyValues,
    private readonly lastSizes: ColumnSizes,
    private readonly onDecided: OnDecided,
  ) {}

  async add(lines: readonly ValidLine[]): Promise<void> {
    const streams = groupBy(lines, ({ id }) => id);
    const known = await this.known([...streams.keys()]);
    const decided = new Map<string, Decided[]>();
    const work = new BoundedWork(streamsAtOnce, Infinity);
    for (const [id, own] of streams)
      await work.begin(1, async () => {
        const rows = own.map(({ line, data }) => [line, data] as unknown as RowOf<never>);
        const unchanged = this.unchanged(rows, known?.get(id));
        decided.set(id, unchanged ?? (await this.decided(id, rows, known !== null && !known.has(id))));
      });
    await work.done();
    // In the order of the file, whichever stream was read first.
    const next = new Map<string, number>();
    for (const { id } of lines) {
      const at = next.get(id) ?? 0;
      next.set(id, at + 1);
      this.note(id, decided.get(id)![at]!);
    }
  }

  private note(id: string, row: Decided): void {
    const { line, refused, writes, was, becomes, inForce } = row;
    const label = labelOf(this.table.table, id, becomes);
    const compared = { line, row: label, was, becomes: becomes ?? {} };
    if (refused === null) {
      if (writes || was !== null) this.tally.note(compared, writes);
      else this.tally.unchanged += 1;
      this.steady.ask(compared, inForce ?? was);
      this.lastSizes.note(inForce ?? was ?? {}, false);
    }
    this.onDecided(id, row);
  }

  /**
   * What is decided about rows that change nothing by what the view shows, as most of a file of members do: their streams need not be read.
   * Null if a row may change something.
   */
  private unchanged(rows: readonly RowOf<never>[], inView: unknown): Decided[] | null {
    if (inView == null) return null;
    const { rows: decided } = this.table.decided(inView, rows, this.from.deciding);
    return decided.every(({ refused, writes }) => refused === null && !writes) ? decided : null;
  }

  private async decided(id: string, rows: readonly RowOf<never>[], isNew: boolean): Promise<Decided[]> {
    const { table, states } = this;
    const { store, deciding, besideOthers } = this.from;
    const before = states.get(id) ?? (await table.stateOf(id, store, isNew));
    const { rows: decided, state } = table.decided(before, rows, deciding);
    // What it belongs to may be in a file before this one.
    if (besideOthers && before === table.initial)
      return decided.map((row) => (row.refused === null ? row : { ...row, refused: null, writes: true }));
    if (!table.ofMembers && (states.size < statesKept || states.has(id))) states.set(id, state);
    return decided;
  }

  /**
   * The streams that exist, with their states as the view shows them, where the table expects many new ones: those need not be read. Null if
   * the table does not.
   */
  private async known(ids: readonly string[]): Promise<ReadonlyMap<string, unknown> | null> {
    const { writeNew, stateInView } = this.table;
    if (!writeNew) return null;
    const found = this.from.views
      .of(membersView)
      .find({ _id: { $in: [...ids] } }, { projection: { searchKeys: 0, nearKeys: 0, planIds: 0 } });
    return new Map((await found.toArray()).map((document) => [document._id, stateInView?.(document) ?? null]));
  }
}

function labelOf(table: string, id: string, values: RowValues | null): string {
  if (table === 'superParameters' && values !== null) return `${values['name']} of ${values['validFrom']}`;
  if (table === 'benchmarks' && values !== null)
    return [values['kind'], values['birthYearOrAge'], values['gender'], values['validFrom']].filter(Boolean).join(', ');
  return table === 'memberCategories' && values !== null ? `${id}, ${values['categoryId']}` : id;
}
