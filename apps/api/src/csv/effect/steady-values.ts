import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { largeChange } from '@superscope/domain/file-check/large-change';
import type { FileValue, RowValues } from '@superscope/domain/file-check/row-values';
import { unitOf } from '../field-units.js';
import type { ComparedRow } from './effect-tally.js';
import type { Questions } from './questions.js';

const numberOf = (value: FileValue | undefined): number | null => (typeof value === 'number' ? value : null);
function shown(value: FileValue): string {
  if (value === null) return 'blank';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : value.toLocaleString('en-AU', { maximumFractionDigits: 8 });
}

/** Asks about values of columns that are revised seldom and little, where they change by more than half of what is in force. */
export class SteadyValues {
  private readonly columns: readonly { column: string; unit: string }[];

  constructor(
    table: CsvTable,
    private readonly questions: Questions,
  ) {
    this.columns = Object.entries(csvTable(table).columns).flatMap(([column, declared]) =>
      declared.isSteady ? [{ column, unit: unitOf(declared) }] : [],
    );
  }

  ask({ line, row, becomes }: ComparedRow, inForce: RowValues | null): void {
    if (inForce === null || becomes === null) return;
    for (const { column, unit } of this.columns) {
      const [was, next] = [inForce[column] ?? null, becomes[column] ?? null];
      const change = largeChange(was, next);
      if (change === null) continue;
      const message = `${row}: ${column} ${change}${change === 'changes' ? '' : ','} from ${shown(was)} to ${shown(next)}.`;
      this.questions.ask({ line, row, column, unit, was, becomes: next, message });
    }
  }

  /** A value that is no longer there becomes nothing. */
  askForRemoved({ row, was }: ComparedRow): void {
    const named = this.columns.find(({ column }) => numberOf(was![column]) !== null);
    if (named === undefined || numberOf(was![named.column]) === 0) return;
    const { column, unit } = named;
    const before = numberOf(was![column]);
    const message = `${row}: ${column} is ${shown(before)}, and is not in the file.`;
    this.questions.ask({ line: null, row, column, unit, was: before, becomes: null, message });
  }
}
