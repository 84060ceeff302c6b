import type { ClickHouseClient } from '@clickhouse/client';
import { documentViews, planTables } from '@superscope/contracts/read-models/read-models';
import type { MongoClient } from 'mongodb';
import { makeTables } from '../analytics-schema/analytics-schema.js';
import { onCluster, type TableKind } from '../analytics-schema/table-sql.js';
import { Target } from '../runtime/writing/target.js';

/** Opens ClickHouse at one of its databases. */
export type OpenDatabase = (database: string) => ClickHouseClient;

export interface AsOfEngines {
  mongo: MongoClient;
  /** At the database of the live tables. */
  clickhouse: ClickHouseClient;
  openDatabase: OpenDatabase;
  kind: TableKind;
}

/**
 * The read models of one plan as recorded by a moment: databases of their own, in which tables and documents have the names that they
 * have in the live ones. So what reads or derives live figures reads or derives these, without a statement of its own.
 */
export class AsOfSet {
  private constructor(
    readonly target: Target,
    private readonly client: ClickHouseClient,
  ) {}

  /** Makes it empty, in databases of this name; what stood there is dropped. */
  static async make({ mongo, clickhouse, openDatabase, kind }: AsOfEngines, database: string): Promise<AsOfSet> {
    await dropAsOfSet({ mongo, clickhouse, kind }, database);
    await clickhouse.command({ query: `CREATE DATABASE ${database}${onCluster(kind)}` });
    const client = openDatabase(database);
    try {
      await makeTables(client, kind, planTables);
    } catch (error) {
      await client.close();
      throw error;
    }
    return new AsOfSet(
      new Target(mongo.db(database), client, '', kind, { tables: planTables, views: documentViews }),
      client,
    );
  }

  /** Lets go of the connection; the tables stay. */
  async close(): Promise<void> {
    await this.client.close();
  }
}

export async function dropAsOfSet(
  { mongo, clickhouse, kind }: Omit<AsOfEngines, 'openDatabase'>,
  database: string,
): Promise<void> {
  await clickhouse.command({ query: `DROP DATABASE IF EXISTS ${database}${onCluster(kind)} SYNC` });
  await mongo.db(database).dropDatabase();
}
