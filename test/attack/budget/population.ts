import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monthEnd, shiftMonth } from '@superscope/domain/calendar-dates';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import { deriveMemberMonth } from '@superscope/projector/member-snapshots/derive-member-month';
import {
  applyActivity,
  applyMemberFact,
  emptyHistory,
  type ActivityRow,
  type MemberHistory,
} from '@superscope/projector/plan-facts/member-history';
import { SnapshotWindow, type StoredSnapshot } from '@superscope/projector/plan-facts/snapshot-position';
import {
  snapshotColumnNames,
  snapshotColumns,
  snapshotField,
  type SnapshotColumnName,
} from '@superscope/domain/member-snapshots/snapshot-columns';
import { rowsOf, type CsvRow } from '../../demo-data/csv-reading.js';
import type { ImportTable } from '../../demo-data/import-tables.js';
import { writeFund } from '../attacked-fund.js';
import type { Row } from './row-expression.js';

export interface PopulationRequest {
  seed: number;
  /** Number of members of each plan at the last month. */
  sizes: readonly number[];
  months: number;
}

/** A plan's members month by month, as the portal derives them from the files of the demo data's generator. */
export interface PopulationPlan {
  planId: string;
  /** Number of members at the last month. */
  size: number;
  /** yyyy-MM, oldest first. */
  months: readonly string[];
  /** The derived rows by month, then by member id. */
  rows: readonly ReadonlyMap<string, Row>[];
}

const lastMonth = '2026-09';
const cents = (text: string) => (text === '' ? null : Math.round(Number(text) * 100));

const readers = {
  cents,
  percent: (text: string) => (text === '' ? null : Number(text)),
  flag: (text: string) => (text === '' ? null : text === 'Yes'),
  day: (text: string) => text || null,
  choice: (text: string) => text || null,
} as const;

function snapshotOf(row: CsvRow): StoredSnapshot {
  const snapshot: Record<string, unknown> = { month: row['asAt']!.slice(0, 7), memberId: row['memberId'] };
  for (const name of snapshotColumnNames as readonly SnapshotColumnName[])
    snapshot[snapshotField(name)] = readers[snapshotColumns[name].kind](row[name]!);
  return snapshot as unknown as StoredSnapshot;
}

/** Generates plans and derives all of their rows without a portal. Deterministic by the request. */
export async function population({ seed, sizes, months }: PopulationRequest): Promise<PopulationPlan[]> {
  const folder = mkdtempSync(join(tmpdir(), 'superscope-population-'));
  try {
    const fund = await writeFund(folder, { seed, sizes, months, lastMonth });
    const table = (name: ImportTable): CsvRow[] => {
      const file = fund.files.find((each) => each.table === name);
      return file ? rowsOf(file) : [];
    };
    const { figures } = figuresFrom({
      superParameters: table('superParameters').map((row) => ({
        name: row['name']!,
        value: Number(row['value']),
        validFrom: row['validFrom']!,
      })),
      benchmarks: table('benchmarks').map((row) => ({
        kind: row['kind'] as 'PEER' | 'ASFA',
        birthYearOrAge: Number(row['birthYearOrAge']),
        gender: (row['gender'] || null) as 'Female' | 'Male' | null,
        amountCents: cents(row['amount']!)!,
        validFrom: row['validFrom']!,
      })),
    });
    const histories = historiesOf(table('members'), table('memberEvents'), table('contactRequests'));
    const byPlan = new Map(
      fund.plans.map(({ planId }) => [planId.split('.')[1]!, fund.months.map(() => new Map<string, Row>())]),
    );
    const window = new SnapshotWindow();
    for (const line of table('memberSnapshots')) {
      const snapshot = snapshotOf(line);
      const at = fund.months.indexOf(snapshot.month);
      window.add(snapshot);
      const { memberId, month } = snapshot;
      const history = histories.get(memberId)!;
      // Members who leave within a month do not count in it.
      if (history.exitDate !== null && history.exitDate <= monthEnd(month)) continue;
      const of = { planId: line['planId']!, month, snapshot, history, year: window.of(memberId) };
      const row = deriveMemberMonth({ ...of, holdingsGrowthPercent: null, countedBy: 'dates' }, figures, '1');
      byPlan.get(line['planId']!)![at]!.set(memberId, row);
    }
    return fund.plans.map(({ planId, members }) => ({
      planId,
      size: members,
      months: fund.months,
      rows: byPlan.get(planId.split('.')[1]!)!,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function historiesOf(
  members: readonly CsvRow[],
  events: readonly CsvRow[],
  contacts: readonly CsvRow[],
): Map<string, MemberHistory> {
  const histories = new Map<string, MemberHistory>();
  for (const row of members) {
    const history = emptyHistory();
    applyMemberFact(history, {
      member_id: row['memberId']!,
      revision: 0,
      event_type: 'MemberRegistered',
      plan_id: row['planId']!,
      company_id: row['companyId']!,
      category_id: row['categoryId']!,
      platform_id: '',
      on_day: null,
      birth_month: row['dateOfBirth']!.slice(0, 7),
      gender: row['gender']!,
      address_state: row['addressState']!,
      account_type: row['accountType']!,
      occupational_rating: row['occupationalRating']!,
      joined_on: row['joinDate'] || null,
      exited_on: row['exitDate'] || null,
      email_address_provided: row['emailAddress'] ? 1 : 0,
      mobile_number_provided: row['mobileNumber'] ? 1 : 0,
      tax_file_number_provided: row['taxFileNumberProvided'] === 'Yes' ? 1 : 0,
      recorded_at: '',
    });
    histories.set(row['memberId']!, history);
  }
  const activities: ActivityRow[] = [
    ...events.map((row) => ({
      member_id: row['memberId']!,
      event_type: row['eventType']!,
      effective_date: row['effectiveDate']!,
      valid: row['valid'] === 'Yes' ? 1 : 0,
      reason: '',
    })),
    ...contacts.map((row) => ({
      member_id: row['memberId']!,
      event_type: 'ContactRequested',
      effective_date: row['at']!.slice(0, 10),
      valid: 0,
      reason: row['reason']!,
    })),
  ].map((row, revision) => ({ ...row, revision, event_id: '', recorded_at: '' }));
  for (const activity of activities.toSorted((a, b) => (a.effective_date < b.effective_date ? -1 : 1)))
    applyActivity(histories.get(activity.member_id)!, activity);
  return histories;
}

/** The month before, or null before the first. */
export const monthBefore = (plan: PopulationPlan, at: number): ReadonlyMap<string, Row> | null =>
  plan.months[at - 1] === shiftMonth(plan.months[at]!, -1) ? plan.rows[at - 1]! : null;
