import { engine, onCluster, type Migration } from '../migration.js';

/**
 * A request for contact whose status changed is one row, of which the latest event counts. A table's order can not be changed, so
 * the rows move to a new one. Run again after it died anywhere, it moves them once more.
 */
export const contactRevisions: Migration = {
  id: 5,
  name: 'contact-revisions',
  up: (kind) => [
    `DROP TABLE IF EXISTS contact_request_next${onCluster(kind)} SYNC`,
    `CREATE TABLE contact_request_next${onCluster(kind)} (
  plan_id LowCardinality(String), member_id UUID, revision UInt32,
  at DateTime64(3, 'UTC'), on_date Date, reason LowCardinality(String), status LowCardinality(String)
) ENGINE = ${engine(kind, 'ReplacingMergeTree', ['revision'])}
ORDER BY (plan_id, on_date, member_id, at, reason) SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`,
    'INSERT INTO contact_request_next SELECT * FROM contact_request',
    `EXCHANGE TABLES contact_request AND contact_request_next${onCluster(kind)}`,
    // What a projector of the version before wrote meanwhile.
    'INSERT INTO contact_request SELECT * FROM contact_request_next',
    `DROP TABLE contact_request_next${onCluster(kind)} SYNC`,
  ],
  // Rows of before are rows of now: what was one row stays one.
  down: () => [],
};
