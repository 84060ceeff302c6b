import type { CsvFieldInfo } from '@superscope/contracts/csv-import';
import { csvTable, csvTableNames, type CsvTable } from '@superscope/contracts/csv-tables';
import { guardFormula } from '../platform/csv/formula-guard.js';
import { exampleOf } from './field-examples.js';
import { ruleOf } from './field-rule.js';
import { unitOf } from './field-units.js';

/** Every field that a table may have, in the order of an export. */
export const fieldsOf = (table: CsvTable): CsvFieldInfo[] =>
  Object.entries(csvTable(table).columns).map(([name, column]) => ({
    name,
    type: column.type,
    required: column.required,
    maxLength: column.maxLength ?? null,
    values: column.values ? [...column.values] : null,
    unit: unitOf(column),
    rule: ruleOf(column),
    example: exampleOf(table, name, column),
  }));

const header = ['table', 'field', 'type', 'unit', 'required', 'key', 'rule', 'example'];
const byteOrderMark = '\uFEFF';
const yesOrNo = (flag: boolean) => (flag ? 'Yes' : 'No');

/** The fields of all tables as a CSV file. */
export function dynamicFieldsCsv(): string {
  const rows = csvTableNames.flatMap((table) =>
    fieldsOf(table).map(({ name, type, unit, required, rule, example }) => {
      const isKey = csvTable(table).key.includes(name);
      return [table, name, type, unit, yesOrNo(required), yesOrNo(isKey), rule, example];
    }),
  );
  return byteOrderMark + [header, ...rows].map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

function written(cell: string): string {
  const safe = guardFormula(cell);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
