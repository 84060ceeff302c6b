import { engine, onCluster, type TableKind } from './migration.js';

const category = 'LowCardinality(String)';

type Columns = readonly (readonly [name: string, type: string])[];

/** As its first migration makes it. Flags: 1 yes, 0 no, 2 not known. */
const firstColumns: Columns = [
  ['plan_id', category],
  ['month', 'Date'],
  ['member_id', 'UUID'],
  ['platform_id', category],
  ['company_id', category],
  ['category_id', category],
  ['balance_as_at', 'Date'],
  ['gender', category],
  ['age', 'Nullable(UInt8)'],
  ...[
    'age_group',
    'salary_group',
    'balance_group',
    'address_state',
    'account_type',
    'occupational_rating',
    'risk_profile_name',
    'beneficiary_nomination_type',
    'time_in_plan',
    'insurance_cover_type',
    'insurance_points',
    'life_insurance_indicator_result',
    'projected_retirement_standard',
    'projected_retirement_standard_super_only',
  ].map((name) => [name, category] as const),
  ['join_date', 'Date'],
  ['exit_date', 'Date'],
  ...[
    'mobile_number_provided',
    'email_address_provided',
    'tax_file_number_provided',
    'lifecycle_investment',
    'expired_beneficiary_nominated',
    'beneficiary_nomination_validated',
    'balance_within_average',
    'no_life_insurance',
    'life_cover_within_benchmark',
    'potentially_inadequate_life_insurance',
    'growth_exposure_adequated',
    'risk_profile_assessment_completed_and_aligned',
    'investment_strategy_suitable',
    'on_track_or_using_tolerance',
    'making_voluntary_contributions',
    'approaching_concessional_cap',
    'joined',
    'exited',
  ].map((name) => [name, 'UInt8'] as const),
  ...[
    'last_sign_in_on',
    'last_tool_on',
    'last_consultation_on',
    'last_contact_on',
    'last_contact_nominated_beneficiary_on',
    'last_contact_account_balance_on',
    'last_contact_investment_on',
    'last_contact_insurance_on',
    'last_contact_retirement_adequacy_on',
    'last_risk_profile_assessment_on',
    'last_insurance_assessment_on',
    'last_beneficiary_assistant_on',
    'last_consolidation_verified_on',
    'last_insurance_advice_on',
    'last_voluntary_contribution_on',
  ].map((name) => [name, 'Date'] as const),
  ...[
    'salary_cents',
    'total_assets_owned_cents',
    'employer_contributions_cents',
    'salary_sacrifice_cents',
    'personal_contributions_cents',
    'fees_cents',
    'insurance_premium_cents',
    'death_cover_cents',
    'tpd_cover_cents',
    'sci_cover_cents',
    'benchmark_cents',
    'retirement_income_cents',
    'retirement_income_super_only_cents',
  ].map((name) => [name, 'Nullable(Int64)'] as const),
  ...[
    'score',
    'beneficiary_points',
    'account_balance_points',
    'insurance_points_score',
    'investment_points',
    'retirement_adequacy_points',
  ].map((name) => [name, 'Nullable(Int32)'] as const),
  ['version', 'UInt64'],
  ['is_deleted', 'UInt8'],
];

/** Columns of `member_snapshot`: the fields of libs/contracts' MemberMonthRow. */
export const memberSnapshotColumns: Columns = [
  ...firstColumns,
  // Of 0006.
  ['joined_on', 'Nullable(Date32)'],
  ['exited_on', 'Nullable(Date32)'],
];

/**
 * By plan, month, member, because every screen asks about one plan; by year, because one insert may touch many months of it and
 * a partition a month made that 5 times slower (docs/decisions). A later version of a row replaces it, deleted rows are kept as marks.
 */
export const createMemberSnapshot = (kind: TableKind, table: string): string => `
CREATE TABLE IF NOT EXISTS ${table}${onCluster(kind)} (
${firstColumns.map(([name, type]) => `  ${name} ${type}`).join(',\n')}
) ENGINE = ${engine(kind, 'ReplacingMergeTree', ['version', 'is_deleted'])}
PARTITION BY toYear(month)
ORDER BY (plan_id, month, member_id)
SETTINGS fsync_after_insert = 1`;
