import { figureRowsOf, type DatedFigureRow } from '@superscope/contracts/read-models/dated-figures';
import type { Figures } from '@superscope/domain/scoring/figures';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import type { Target } from '../runtime/writing/target.js';

type RecordedRow = DatedFigureRow & { recorded_at: string };

/** Number of sets of figures that are kept, enough for the closings of a few years. */
const mostKept = 32;

/** Reads benchmarks and parameters. Equal figures are always the same object, because scoring caches tables by its identity. */
export class FiguresReader {
  private readonly kept = new Map<string, Figures>();

  constructor(private readonly target: Target) {}

  /** Reads all figures ever recorded. `at` of the result gives those that were recorded by any moment. */
  async read(): Promise<RecordedFigures> {
    const answer = await this.target.clickhouse.query({
      query: `SELECT kind, name, birth_year_or_age, gender, valid_from, value, recorded_at
FROM ${this.target.table('dated_figure')} FINAL ORDER BY kind, name, birth_year_or_age, gender, valid_from, revision`,
      format: 'JSONEachRow',
    });
    return new RecordedFigures(await answer.json<RecordedRow>(), (rows) => this.same(rows));
  }

  private same(rows: readonly DatedFigureRow[]): Figures {
    const key = rows.map((row) => `${keyOf(row)}=${row.value}`).join('\n');
    const figures = this.kept.get(key) ?? figuresOf(rows);
    this.kept.delete(key);
    this.kept.set(key, figures);
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    return figures;
  }
}

/** The figures of one read. */
export class RecordedFigures {
  private readonly known = new Map<number, Figures>();

  constructor(
    /** Rows with the same key are in the order of their revisions. */
    private readonly rows: readonly RecordedRow[],
    private readonly same: (rows: readonly DatedFigureRow[]) => Figures,
  ) {}

  /** The newest figure of each key that was recorded by a moment; null counts everything. */
  at(recordedBy: string | null): Figures {
    const counted = recordedBy === null ? this.rows : this.rows.filter(({ recorded_at: at }) => at <= recordedBy);
    // A later moment only adds rows, so the same number of rows means the same rows.
    const figures = this.known.get(counted.length) ?? this.same(newestOfEach(counted));
    this.known.set(counted.length, figures);
    return figures;
  }
}

const keyOf = (row: DatedFigureRow): string =>
  `${row.kind} ${row.name} ${row.birth_year_or_age} ${row.gender} ${row.valid_from}`;

const newestOfEach = (rows: readonly RecordedRow[]): RecordedRow[] => [
  ...new Map(rows.map((row) => [keyOf(row), row])).values(),
];

const figuresOf = (rows: readonly DatedFigureRow[]): Figures => figuresFrom(figureRowsOf(rows)).figures;
