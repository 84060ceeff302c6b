import { engine, onCluster, type Migration } from '../migration.js';

/** What members asked for and did, and the campaigns that reached them: rows keyed by event, so a repeat changes nothing. */
export const activity: Migration = {
  id: 2,
  name: 'activity',
  up: (kind) => [
    `CREATE TABLE IF NOT EXISTS contact_request${onCluster(kind)} (
  plan_id LowCardinality(String), member_id UUID, revision UInt32,
  at DateTime64(3, 'UTC'), on_date Date, reason LowCardinality(String), status LowCardinality(String)
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
ORDER BY (plan_id, on_date, member_id, revision) SETTINGS fsync_after_insert = 1`,
    `CREATE TABLE IF NOT EXISTS member_event${onCluster(kind)} (
  plan_id LowCardinality(String), member_id UUID, revision UInt32, event_type LowCardinality(String),
  effective_date Date, consultant String, valid UInt8, outcome LowCardinality(String), amount_cents Nullable(Int64)
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
ORDER BY (member_id, revision) SETTINGS fsync_after_insert = 1`,
    `CREATE TABLE IF NOT EXISTS campaign${onCluster(kind)} (
  campaign_id String, plan_id LowCardinality(String), campaign_type LowCardinality(String), name String, run_date Date,
  version UInt64, is_deleted UInt8
) ENGINE = ${engine(kind, 'ReplacingMergeTree', ['version', 'is_deleted'])}
ORDER BY campaign_id SETTINGS fsync_after_insert = 1`,
    `CREATE TABLE IF NOT EXISTS campaign_engagement${onCluster(kind)} (
  campaign_id String, member_id UUID, step LowCardinality(String), at DateTime64(3, 'UTC')
) ENGINE = ${engine(kind, 'ReplacingMergeTree', [])}
ORDER BY (campaign_id, step, member_id, at) SETTINGS fsync_after_insert = 1`,
  ],
  down: (kind) =>
    ['contact_request', 'member_event', 'campaign', 'campaign_engagement'].map(
      (table) => `DROP TABLE IF EXISTS ${table}${onCluster(kind)}`,
    ),
};
