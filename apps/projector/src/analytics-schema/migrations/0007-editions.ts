import { createMemberEdition } from '../member-edition-table.js';
import { engine, onCluster, type Migration } from '../migration.js';

/** Facts whose event's `at` decides which editions count them. */
const facts = [
  'member_fact',
  'member_event',
  'contact_request',
  'campaign',
  'campaign_engagement',
  'plan_month_import',
] as const;

const settings = 'SETTINGS fsync_after_insert = 1, fsync_part_directory = 1';

/** Editions of closed plan-months, and of each fact when it was recorded. A row from before was recorded before every edition. */
export const editions: Migration = {
  id: 7,
  name: 'editions',
  up: (kind) => [
    ...facts.map(
      (table) =>
        `ALTER TABLE ${table}${onCluster(kind)} ADD COLUMN IF NOT EXISTS recorded_at DateTime64(3, 'UTC') DEFAULT 0`,
    ),
    // A request for contact is one of the things that members did; contact_request has only the newest state of each.
    `ALTER TABLE member_event${onCluster(kind)} ADD COLUMN IF NOT EXISTS reason LowCardinality(String)`,
    // Text: a Date would cut days before 1970. Cents are whole numbers, which a Float64 holds exactly.
    `CREATE TABLE IF NOT EXISTS dated_figure${onCluster(kind)} (
  kind LowCardinality(String), name LowCardinality(String), birth_year_or_age Int32, gender LowCardinality(String),
  valid_from String, revision UInt32, value Float64, recorded_at DateTime64(3, 'UTC')
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
ORDER BY (kind, name, birth_year_or_age, gender, valid_from, revision) ${settings}`,
    createMemberEdition(kind),
    // Written once all rows of an edition are stored: its version names them.
    `CREATE TABLE IF NOT EXISTS plan_month${onCluster(kind)} (
  plan_id LowCardinality(String), month Date, edition UInt32, version UInt64, members UInt32, record_key UInt64,
  recorded_by DateTime64(3, 'UTC'), closed_at DateTime64(3, 'UTC')
) ENGINE = ${engine(kind, 'ReplacingMergeTree', ['version'])}
ORDER BY (plan_id, month) ${settings}`,
  ],
  down: (kind) => [
    ...['plan_month', 'member_edition', 'dated_figure'].map(
      (table) => `DROP TABLE IF EXISTS ${table}${onCluster(kind)} SYNC`,
    ),
    `ALTER TABLE member_event${onCluster(kind)} DROP COLUMN IF EXISTS reason`,
    ...facts.map((table) => `ALTER TABLE ${table}${onCluster(kind)} DROP COLUMN IF EXISTS recorded_at`),
  ],
};
