import { engine, onCluster, type Migration } from '../migration.js';

/** What events said, nothing joined: the derived layer is computed from these alone, so a rebuild gives the same. */
export const facts: Migration = {
  id: 3,
  name: 'facts',
  up: (kind) => [
    // Every chunk of every import stays: a withdrawn import makes the one before it current again.
    `CREATE TABLE IF NOT EXISTS snapshot_raw${onCluster(kind)} (
  plan_id LowCardinality(String), month Date, import_id LowCardinality(String), member_id UUID,
  salary_cents Nullable(Int64), total_assets_owned_cents Nullable(Int64), employer_contributions_cents Nullable(Int64),
  salary_sacrifice_cents Nullable(Int64), personal_contributions_cents Nullable(Int64), fees_cents Nullable(Int64),
  insurance_premium_cents Nullable(Int64), death_cover_cents Nullable(Int64), tpd_cover_cents Nullable(Int64),
  sci_cover_cents Nullable(Int64), death_premium_cents Nullable(Int64), tpd_premium_cents Nullable(Int64),
  sci_premium_cents Nullable(Int64), risk_profile_name LowCardinality(Nullable(String)),
  growth_exposure_percent Nullable(Float64), lifecycle_investment Nullable(UInt8),
  beneficiary_nomination_type LowCardinality(Nullable(String)), nomination_date Nullable(Date), nomination_lapsing Nullable(UInt8),
  last_login Nullable(Date)
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
PARTITION BY toYear(month) ORDER BY (plan_id, month, import_id, member_id) SETTINGS fsync_after_insert = 1`,
    `CREATE TABLE IF NOT EXISTS assets_owned_raw${onCluster(kind)} (
  plan_id LowCardinality(String), month Date, import_id LowCardinality(String), member_id UUID,
  asset_code LowCardinality(String), balance_cents Int64
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
PARTITION BY toYear(month) ORDER BY (plan_id, month, import_id, member_id, asset_code) SETTINGS fsync_after_insert = 1`,
    // 'completed' and 'withdrawn' steps by stream revision: folded to know which import is current.
    `CREATE TABLE IF NOT EXISTS plan_month_import${onCluster(kind)} (
  content LowCardinality(String), plan_id LowCardinality(String), month Date, revision UInt32,
  step LowCardinality(String), import_id String, rows UInt32, digest String
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
ORDER BY (plan_id, content, month, revision) SETTINGS fsync_after_insert = 1`,
    // One row for each event of a member that says who and where they are; the fold is in the derivation.
    `CREATE TABLE IF NOT EXISTS member_fact${onCluster(kind)} (
  member_id UUID, revision UInt32, event_type LowCardinality(String), plan_id LowCardinality(String),
  company_id LowCardinality(String), category_id LowCardinality(String), platform_id LowCardinality(String),
  on_date Nullable(Date), birth_month LowCardinality(Nullable(String)), gender LowCardinality(Nullable(String)),
  address_state LowCardinality(Nullable(String)), account_type LowCardinality(Nullable(String)),
  occupational_rating LowCardinality(Nullable(String)), join_date Nullable(Date), exit_date Nullable(Date),
  email_address_provided UInt8, mobile_number_provided UInt8, tax_file_number_provided UInt8
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
ORDER BY (member_id, revision) SETTINGS fsync_after_insert = 1`,
  ],
  down: (kind) =>
    ['snapshot_raw', 'assets_owned_raw', 'plan_month_import', 'member_fact'].map(
      (table) => `DROP TABLE IF EXISTS ${table}${onCluster(kind)}`,
    ),
};
