import type { ClickHouseClient } from '@clickhouse/client';
import { productVersion } from '@superscope/contracts/build-info';
import { wantedSchema } from '@superscope/contracts/wanted-schema';
import { Lease } from '@superscope/event-store/leases/lease';
import { noteApplied } from '@superscope/event-store/schema/applied-schemas';
import { makeIndex, type MongoServers } from '@superscope/event-store/schema/stored-indexes';
import type { Logger } from 'pino';
import { refreshMemberSearch } from '../activity/refresh-member-search.js';
import { makeTables } from '../analytics-schema/analytics-schema.js';
import type { TableKind } from '../analytics-schema/table-sql.js';
import { Target } from '../runtime/writing/target.js';

export interface SchemaParts extends MongoServers {
  clickhouse: ClickHouseClient;
  kind: TableKind;
  log: Logger;
}

/**
 * Brings the engines to the schema of this version: tables, indexes, and what documents of an earlier version lack. Each step may be
 * interrupted and repeated: it looks at what is there and does the rest. One process at a time works; others wait for it and then find
 * nothing to do. Everything is additive, so servers of the version before keep running. Throws OtherSchema if a table stands with another
 * layout.
 */
export async function applySchema(parts: SchemaParts): Promise<void> {
  const { mongo, clickhouse, kind, log } = parts;
  const held = await new Lease(mongo.db('ops'), 'schema').acquire(new AbortController().signal);
  try {
    const tables = await makeTables(clickhouse, kind, wantedSchema.tables);
    if (tables.length > 0) log.info({ tables }, 'analytics tables were made');
    for (const index of wantedSchema.indexes) await makeIndex(parts, index);
    const target = new Target(mongo.db('views'), clickhouse, '', kind);
    await target.prepareViews();
    const members = await refreshMemberSearch(target);
    if (members > 0) log.info({ members }, 'search keys of an earlier release were computed again');
    await noteApplied(mongo.db('views'), wantedSchema, productVersion);
    log.info('the schema of this version is applied');
  } finally {
    await held?.release();
  }
}
