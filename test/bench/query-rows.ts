import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { ageGroups, balanceGroups, salaryGroups, timesInPlan } from '@superscope/domain/scoring/member-groups';
import { columnsOf } from '@superscope/contracts/read-models/analytics-table';
import { memberSnapshotTable } from '@superscope/contracts/read-models/member-snapshots';
import type { BenchPortal } from './bench-portal.js';
import { until } from './measure.js';

/** The queried plan, of a large employer. The others are medium-sized. */
export const askedPlan = { planId: 'BENCH.P0001', members: 2_000 };
const otherMembers = 410;
export const askedMonths = 24;
/** The last month as in atYearMonth. A past month, which the calendar does not carry forward. */
export const lastMonth = '2025-06';
const firstMonth = '2023-07-01';

/** Columns that depend on the row's plan, member and month; the others have their type's empty value. */
const expressions: Record<string, string> = {
  plan_id: 'plan',
  month: `addMonths(toDate('${firstMonth}'), step)`,
  member_id: `reinterpretAsUUID(sipHash128(plan, member))`,
  platform_id: `'BENCH'`,
  company_id: `concat(plan, '-E', toString(1 + member % 3))`,
  balance_as_at: `toLastDayOfMonth(month)`,
  gender: `if(h % 100 < 54, 'Male', 'Female')`,
  age: `toUInt8(age_years)`,
  age_group: `multiIf(age_years <= 30, '${ageGroups[0]}', age_years <= 44, '${ageGroups[1]}', age_years <= 54, '${ageGroups[2]}', age_years <= 64, '${ageGroups[3]}', '${ageGroups[4]}')`,
  salary_group: oneOf(salaryGroups, 'h % 6'),
  balance_group: oneOf(balanceGroups, 'h % 6'),
  time_in_plan: oneOf(timesInPlan, 'h % 5'),
  address_state: oneOf(['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT'], 'h % 8'),
  account_type: `'Accumulation'`,
  beneficiary_nomination_type: oneOf(['1|Binding', '2|Non-binding', '3|None'], 'h % 3'),
  insurance_cover_type: oneOf(['None', 'Death', 'Death and TPD', 'Death, TPD and SCI'], 'h % 4'),
  joined_on: `toDate32('2015-01-01') + h % 3000`,
  last_sign_in_on: `toLastDayOfMonth(month) - h % 500`,
  last_tool_on: `if(h % 7 = 0, toLastDayOfMonth(month) - h % 300, toDate('1970-01-01'))`,
  salary_cents: `6000000 + h % 9000000`,
  total_assets_owned_cents: `1000000 + h % 40000000 + step * 100000`,
  employer_contributions_cents: `55000 + h % 90000`,
  salary_sacrifice_cents: `if(h % 5 = 0, 20000, NULL)`,
  personal_contributions_cents: `if(h % 11 = 0, 15000, NULL)`,
  fees_cents: `1500 + h % 3000`,
  insurance_premium_cents: `2000 + h % 6000`,
  death_cover_cents: `if(h % 10 = 0, NULL, 30000000)`,
  benchmark_cents: `if(h % 13 = 0, NULL, 12000000 + age_years * 100000)`,
  retirement_income_cents: `3000000 + h % 5000000`,
  score: `if(h % 20 = 0, NULL, 1000000 + h % 3900000)`,
  account_balance_points: `h % 1000000`,
  version: '1',
};

/** Rows per insert, because the engine's memory is limited. */
const rowsPerInsert = 250_000;

/**
 * Fills `member_snapshot` and the editions of its months directly in the engine, about this many rows, `askedPlan` first. Returns the
 * number of rows. This is enough for queries; import and rebuild are measured on real files.
 */
export async function fillQueryRows(portal: BenchPortal, rows: number): Promise<number> {
  const others = Math.max(1, Math.round((rows / askedMonths - askedPlan.members) / otherMembers));
  await insert(portal, `'${askedPlan.planId}'`, askedPlan.members, askedPlan.members);
  const plansPerInsert = Math.max(1, Math.floor(rowsPerInsert / askedMonths / otherMembers));
  for (let from = 0; from < others; from += plansPerInsert) {
    const plans = Math.min(plansPerInsert, others - from);
    const plan = `concat('BENCH.P', leftPad(toString(2 + ${from} + intDiv(number, ${otherMembers * askedMonths})), 4, '0'))`;
    await insert(portal, plan, plans * otherMembers, otherMembers);
  }
  await closeMonths(portal);
  // Running merges would slow down the measured queries.
  await until('The end of merging', async () => (await portal.count('SELECT count() FROM system.merges')) === 0, {
    withinSeconds: 60,
    everyMs: 250,
  });
  return portal.count(`SELECT count() FROM member_snapshot FINAL WHERE platform_id = 'BENCH'`);
}

/** Columns of an edition that the live row does not have. */
const publishing = {
  record_key: 'sipHash64(member_id)',
  total_assets_owned_factored_cents: 'intDiv(total_assets_owned_cents * 11, 10)',
  fees_factored_cents: 'intDiv(fees_cents * 11, 10)',
  retirement_income_factored_cents: 'intDiv(retirement_income_cents * 11, 10)',
};

/** Publishes every month as an edition, which employers read. */
async function closeMonths({ clickhouse }: BenchPortal): Promise<void> {
  const shared = columnsOf(memberSnapshotTable).filter((name) => name !== 'is_deleted');
  const columns = [...shared, ...Object.keys(publishing)].join(', ');
  for (const year of [2023, 2024, 2025])
    await clickhouse.command({
      query: `INSERT INTO member_edition (${columns})
SELECT ${[...shared, ...Object.values(publishing)].join(', ')}
FROM member_snapshot FINAL WHERE platform_id = 'BENCH' AND toYear(month) = ${year}`,
    });
  // Closed after the portal's secret was created.
  await clickhouse.command({
    query: `INSERT INTO plan_month (plan_id, month, edition, version, members, record_key, recorded_by, closed_at, rules, payroll, one_payroll)
SELECT plan_id, month, 1, any(version), count(), sumWithOverflow(record_key), now64(3) + 86400, now64(3) + 86400,
  ${newestRules}, 'one company', 1
FROM member_edition WHERE platform_id = 'BENCH' GROUP BY plan_id, month`,
  });
}

async function insert(portal: BenchPortal, plan: string, members: number, membersPerPlan: number): Promise<void> {
  const columns = Object.entries(memberSnapshotTable.columns).map(
    ([name, { type }]) => `${expressions[name] ?? emptyValue(type)} AS ${name}`,
  );
  await portal.clickhouse.command({
    query: `INSERT INTO member_snapshot
WITH ${plan} AS plan, intDiv(number, ${askedMonths}) % ${membersPerPlan} AS member, number % ${askedMonths} AS step,
  cityHash64(plan, member) AS h, 18 + intDiv(h, 7) % 30 + intDiv(h, 11) % 24 AS age_years
SELECT ${columns.join(',\n  ')}
FROM numbers(${members * askedMonths})`,
  });
}

function oneOf(values: readonly string[], index: string): string {
  return `arrayElement([${values.map((value) => `'${value}'`).join(', ')}], 1 + ${index})`;
}

const emptyValue = (type: string): string =>
  type.startsWith('Nullable')
    ? 'NULL'
    : type === 'Date'
      ? `toDate('1970-01-01')`
      : type.includes('String')
        ? `''`
        : '0';
