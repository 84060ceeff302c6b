import { createMemberSnapshot } from '../member-snapshot-table.js';
import { onCluster, type Migration } from '../migration.js';

export const memberSnapshot: Migration = {
  id: 1,
  name: 'member-snapshot',
  up: (kind) => [createMemberSnapshot(kind, 'member_snapshot')],
  down: (kind) => [`DROP TABLE IF EXISTS member_snapshot${onCluster(kind)}`],
};
