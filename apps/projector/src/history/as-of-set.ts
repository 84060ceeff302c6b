import type { ClickHouseClient } from '@clickhouse/client';
import { documentViews, planTables } from '@superscope/contracts/read-models/read-models';
import type { MongoClient } from 'mongodb';
import { makeTables } from '../analytics-schema/analytics-schema.js';
import { onCluster, type TableKind } from '../analytics-schema/table-sql.js';
import { Target } from '../runtime/writing/target.js';

/** Opens a client for another database of ClickHouse. */
export type OpenDatabase = (database: string) => ClickHouseClient;

export interface AsOfEngines {
  mongo: MongoClient;
  /** Client for the database of the live tables. */
  clickhouse: ClickHouseClient;
  openDatabase: OpenDatabase;
  kind: TableKind;
}

/**
 * The read models of one plan as recorded by a moment. They have their own databases, in which tables and documents have the names of the
 * live ones. So the code that reads or derives live figures also reads or derives these, without statements of its own.
 */
export class AsOfSet {
  private constructor(
    readonly target: Target,
    private readonly client: ClickHouseClient,
  ) {}

  /** Creates an empty set in databases of this name. An existing set of the name is dropped. */
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

  /** Closes the connection; the tables remain. */
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
