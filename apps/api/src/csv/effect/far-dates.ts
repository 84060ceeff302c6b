import { tableWords } from '@superscope/contracts/csv-table-words';
import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import type { BenchmarkRow, SuperParameterRow } from '@superscope/domain/dated-figures/dated-figures';
import { farAheadText, isFarAhead } from '@superscope/domain/file-check/far-ahead';
import { standardParameters } from '@superscope/domain/scoring/retirement-standard';
import { partsOf } from '../tables/import-table.js';
import { tables } from '../tables/tables.js';
import type { ValidLine } from '../validate/validation.js';
import { isPlanMonthTable } from './last-months.js';
import type { Questions } from './questions.js';

const standard = new Set(standardParameters);

/** Asks once about each publication, set of ASFA's figures, set of benchmarks, and super parameter whose day is more than a year ahead. */
export class FarDates {
  private readonly asked = new Set<string>();
  /** The column of a publication's day. */
  private readonly column: string;

  constructor(
    private readonly table: CsvTable,
    /** yyyy-MM-dd in Sydney. */
    private readonly today: string,
    private readonly questions: Questions,
  ) {
    this.column = csvTable(table).columns['dataDate'] === undefined ? 'validFrom' : 'dataDate';
  }

  add(line: ValidLine): void {
    const dated = this.datedOf(line);
    if (dated === null || !isFarAhead(dated.day, this.today)) return;
    const { what, owner, day } = dated;
    const key = `${owner} ${day}`;
    if (this.asked.has(key)) return;
    this.asked.add(key);
    const place = { line: line.line, row: owner, column: this.column, unit: '' };
    this.questions.ask({ ...place, was: null, becomes: day, message: farAheadText(what, day) });
  }

  private datedOf({ id, data }: ValidLine): { what: string; owner: string; day: string } | null {
    const { table } = this;
    if (table === 'superParameters') {
      const { name, validFrom } = data as SuperParameterRow;
      return standard.has(name)
        ? { what: 'ASFA’s figures', owner: 'retirementStandard', day: validFrom }
        : { what: name, owner: name, day: validFrom };
    }
    if (table === 'benchmarks') {
      const { kind, validFrom } = data as BenchmarkRow;
      return { what: `Benchmarks of ${kind}`, owner: kind, day: validFrom };
    }
    if (tables[table].imported.kind !== 'groups' || isPlanMonthTable(table)) return null;
    const [owner, day] = partsOf(id);
    // A table without a day of its own is valid from its import.
    return day === '' ? null : { what: `${tableWords(table)} of ${owner}`, owner, day };
  }
}
