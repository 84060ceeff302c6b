import { onCluster, type Migration } from '../migration.js';

const tables = [
  'schema_migration',
  'member_snapshot',
  'contact_request',
  'member_event',
  'campaign',
  'campaign_engagement',
  'snapshot_raw',
  'assets_owned_raw',
  'plan_month_import',
  'member_fact',
];

/**
 * fsync_after_insert flushes what is in a part; only this flushes, too, that the part is there. Checkpoints are elsewhere: after a power
 * cut they must not be ahead of the rows. A rebuild's tables are made like these.
 */
export const rowsOverAPowerCut: Migration = {
  id: 4,
  name: 'rows-over-a-power-cut',
  up: (kind) => tables.map((table) => `ALTER TABLE ${table}${onCluster(kind)} MODIFY SETTING fsync_part_directory = 1`),
  down: (kind) => tables.map((table) => `ALTER TABLE ${table}${onCluster(kind)} RESET SETTING fsync_part_directory`),
};
