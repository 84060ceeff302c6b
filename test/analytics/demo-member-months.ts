import { CellProblem, parseCell, type CellValue, type Now } from '@superscope/api/platform/csv/csv-cell';
import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { csvTable } from '@superscope/contracts/csv-tables';
import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { monthEnd, shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { countsIn } from '@superscope/domain/member/membership-dates';
import {
  snapshotColumnNames,
  snapshotField,
  type SnapshotFields,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import { deriveMemberMonth } from '@superscope/projector/member-snapshots/derive-member-month';
import { MemberHistories } from '@superscope/projector/plan-facts/member-histories';
import { datesOf, type ActivityRow, type MemberFactRow } from '@superscope/projector/plan-facts/member-history';
import { SnapshotWindow, type StoredSnapshot } from '@superscope/projector/plan-facts/snapshot-position';
import { rowsOf, type CsvRow } from '../demo-data/csv-reading.js';
import type { DemoFile, ImportTable } from '../demo-data/import-tables.js';

/** Derives the analytics rows of the demo data's members at some months (yyyy-MM), as the product would after an import of the files. */
export function demoMemberMonths(files: readonly DemoFile[], months: readonly string[]): MemberMonthRow[] {
  const newest = months.toSorted().at(-1)!;
  const oldest = shiftMonth(months.toSorted()[0]!, -11);
  const asAt = monthEnd(newest);
  const now: Now = { today: asAt, instant: `${asAt}T12:00:00.000Z` };
  const rows = (table: ImportTable, keep?: (line: string) => boolean) =>
    rowsOf(
      files.find((file) => file.table === table)!,
      keep,
    ).map((row) => ({ row, of: valuesOf(table, row, now) }));

  const figures = figuresFrom({
    superParameters: rows('superParameters').map(({ of }) => ({
      name: of.text('name'),
      value: Number(of.value('value')),
      validFrom: of.text('validFrom'),
    })),
    benchmarks: rows('benchmarks').map(({ of }) => ({
      kind: of.text('kind') as 'PEER' | 'ASFA',
      birthYearOrAge: Number(of.value('birthYearOrAge')),
      gender: of.value('gender') as 'Female' | 'Male' | null,
      amountCents: Number(of.value('amount')),
      validFrom: of.text('validFrom'),
    })),
  }).figures;
  const facts = rows('members').map(({ row, of }) => factOf(row, of));
  const activities = [
    ...rows('memberEvents').map(({ row, of }) => activityOf(row, of.text('eventType'), of.text('effectiveDate'), of)),
    ...rows('contactRequests').map(({ row, of }) => activityOf(row, 'ContactRequested', sydneyDate(of.text('at')), of)),
  ].sort((a, b) => compared(a.member_id, b.member_id) || compared(a.effective_date, b.effective_date));
  const histories = new MemberHistories(facts, activities);

  const derived: MemberMonthRow[] = [];
  const window = new SnapshotWindow();
  const isRead = (line: string) => line.split(',', 3)[2]! > `${oldest}-00` && line.split(',', 3)[2]! <= asAt;
  const snapshots = rows('memberSnapshots', isRead).sort((a, b) => compared(a.row['asAt']!, b.row['asAt']!));
  for (const { row, of } of snapshots) {
    const snapshot = snapshotOf(row, of);
    window.add(snapshot);
    const { month, memberId } = snapshot;
    if (!months.includes(month)) continue;
    const history = histories.at(memberId, null);
    if (!countsIn(datesOf(history), month)) continue;
    const year = window.of(memberId);
    const planId = row['planId']!;
    derived.push(
      deriveMemberMonth(
        { planId, month, snapshot, history, year, holdingsGrowthPercent: null, countedBy: 'dates' },
        figures,
        '1',
      ),
    );
  }
  return derived;
}

/** A row's cells, parsed as the import parses them. */
interface Values {
  value: (column: string) => CellValue;
  text: (column: string) => string;
}

function valuesOf(table: ImportTable, row: CsvRow, now: Now): Values {
  const columns: Readonly<Record<string, CsvColumn>> = csvTable(table).columns;
  const value = (column: string): CellValue => {
    const parsed = parseCell(columns[column]!, row[column]!, now);
    if (parsed instanceof CellProblem) throw new Error(`${table}.${column}: ${parsed.message}`);
    return parsed;
  };
  return { value, text: (column) => String(value(column)) };
}

/** An id of the form that the read models store, from the fund's number. */
const idOf = (row: CsvRow): string => `00000000-0000-4000-8000-${row['memberId']!.padStart(12, '0')}`;

const given = (value: CellValue): 0 | 1 => (value === null || value === false ? 0 : 1);
const textOf = (value: CellValue): string | null => (value === null ? null : String(value));

const factOf = (row: CsvRow, { value, text }: Values): MemberFactRow => ({
  member_id: idOf(row),
  revision: 1,
  event_type: 'MemberRegistered',
  plan_id: text('planId'),
  company_id: text('companyId'),
  category_id: text('categoryId'),
  platform_id: 'demo',
  on_day: null,
  birth_month: textOf(value('dateOfBirth'))?.slice(0, 7) ?? null,
  gender: textOf(value('gender')),
  address_state: textOf(value('addressState')),
  account_type: textOf(value('accountType')),
  occupational_rating: textOf(value('occupationalRating')),
  joined_on: textOf(value('joinDate')),
  exited_on: textOf(value('exitDate')),
  email_address_provided: given(value('emailAddress')),
  mobile_number_provided: given(value('mobileNumber')),
  tax_file_number_provided: given(value('taxFileNumberProvided')),
  recorded_at: '',
});

const activityOf = (row: CsvRow, type: string, day: string, { value }: Values): ActivityRow => ({
  member_id: idOf(row),
  event_type: type,
  effective_date: day,
  revision: 1,
  // A validation means that the nomination is valid unless the row says otherwise.
  valid: type === 'BeneficiaryNominationValidated' && value('valid') !== false ? 1 : 0,
  reason: type === 'ContactRequested' ? String(value('reason')) : '',
  event_id: '',
  recorded_at: '',
});

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function snapshotOf(row: CsvRow, { value }: Values): StoredSnapshot {
  const fields = Object.fromEntries(snapshotColumnNames.map((name) => [snapshotField(name), value(name)]));
  return { ...(fields as unknown as SnapshotFields), month: row['asAt']!.slice(0, 7), memberId: idOf(row) };
}
