import type { ClickHouseClient } from '@clickhouse/client';
import { engine, onCluster, type Migration, type TableKind } from './migration.js';
import { memberSnapshot } from './migrations/0001-member-snapshot.js';
import { activity } from './migrations/0002-activity.js';
import { facts } from './migrations/0003-facts.js';
import { rowsOverAPowerCut } from './migrations/0004-rows-over-a-power-cut.js';
import { contactRevisions } from './migrations/0005-contact-revisions.js';
import { daysBefore1970 } from './migrations/0006-days-before-1970.js';
import { editions } from './migrations/0007-editions.js';

export const migrations: readonly Migration[] = [
  memberSnapshot,
  activity,
  facts,
  rowsOverAPowerCut,
  contactRevisions,
  daysBefore1970,
  editions,
];

/** Tables that hold a projection, so that a rebuild makes each anew. */
export const projectedTables = [
  'member_snapshot',
  'contact_request',
  'member_event',
  'campaign',
  'campaign_engagement',
  'snapshot_raw',
  'assets_owned_raw',
  'plan_month_import',
  'member_fact',
  'dated_figure',
  'member_edition',
  'plan_month',
] as const;
export type ProjectedTable = (typeof projectedTables)[number];

/** Brings the analytics schema up to date; refuses a database that a newer version made. Returns the steps it took. */
export async function migrate(client: ClickHouseClient, kind: TableKind): Promise<string[]> {
  await client.command({
    query: `CREATE TABLE IF NOT EXISTS schema_migration${onCluster(kind)} (id UInt32, name String, applied_at DateTime DEFAULT now())
ENGINE = ${engine(kind, 'ReplacingMergeTree', [])} ORDER BY id SETTINGS fsync_after_insert = 1`,
  });
  const answer = await client.query({ query: 'SELECT max(id) AS id FROM schema_migration', format: 'JSONEachRow' });
  const applied = Number((await answer.json<{ id: number | string }>())[0]?.id ?? 0);
  const newest = migrations.at(-1)!.id;
  if (applied > newest)
    throw new Error(`The analytics database is at schema ${applied}; this version of Superscope knows ${newest}.`);
  const taken: string[] = [];
  for (const migration of migrations.filter((m) => m.id > applied)) {
    for (const query of migration.up(kind)) await client.command({ query });
    await client.insert({
      table: 'schema_migration',
      values: [{ id: migration.id, name: migration.name }],
      format: 'JSONEachRow',
    });
    taken.push(`${String(migration.id).padStart(4, '0')}-${migration.name}`);
  }
  return taken;
}
