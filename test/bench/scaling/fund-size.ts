import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchPortal } from '../bench-portal.js';
import { engineFiles } from '../../harness/engine-files.js';
import { until } from '../measure.js';

/** Disk usage of a fund by engine, and by table for ClickHouse. */
export interface FundSize {
  eventStoreBytes: number;
  mongoBytes: number;
  clickhouse: { table: string; rows: number; bytes: number }[];
}

export async function fundSize(portal: BenchPortal): Promise<FundSize> {
  const answer = await portal.clickhouse.query({
    query: `SELECT table, toUInt32(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes FROM system.parts
WHERE active AND database = currentDatabase() GROUP BY table ORDER BY bytes DESC`,
    format: 'JSONEachRow',
  });
  return {
    eventStoreBytes: bytesUnder(join(portal.folder, 'event-store')),
    mongoBytes: bytesUnder(join(portal.folder, 'mongo')),
    clickhouse: await answer.json<FundSize['clickhouse'][number]>(),
  };
}

/** Waits until the live read models have this many members, and this many rows up to these months. */
export async function shown(
  portal: BenchPortal,
  { members, rows, last, withinSeconds }: { members: number; rows: number; last: string; withinSeconds: number },
): Promise<void> {
  const patience = { withinSeconds, everyMs: 250 };
  const documents = portal.mongo.db('views').collection('members');
  await until('Every member', async () => (await documents.estimatedDocumentCount()) >= members, patience);
  // Polling finished rows slows down the derivation, so first wait until all rows may be there.
  await until('Every row', async () => (await portal.count('SELECT count() FROM member_snapshot')) >= rows, patience);
  const ofMonths = `SELECT count() FROM member_snapshot FINAL WHERE month <= {last:Date}`;
  await until('Every row', async () => (await portal.count(ofMonths, { last: `${last}-01` })) >= rows, patience);
  const dirty = portal.mongo.db('views').collection('dirty');
  await until('Every derivation', async () => (await dirty.findOne({})) === null, patience);
}

function bytesUnder(folder: string): number {
  // A merge may delete a file meanwhile.
  return engineFiles(folder).reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0);
}
