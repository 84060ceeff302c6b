import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { urlOfDatabase } from '@superscope/contracts/clickhouse-url';
import type { AsOfParts } from '@superscope/projector/history/as-of-derivation';
import { AsOfRunner, type AsOfLimits } from '@superscope/projector/history/as-of-runner';
import type { OpenDatabase } from '@superscope/projector/history/as-of-set';
import { DeadLetters } from '@superscope/projector/runtime/operations/dead-letters';
import { quiet, type PortalEngines } from './portal-engines.js';

/** The parts that build as-of views, on a suite's engines. */
export function asOfParts(engines: PortalEngines): AsOfParts & { openDatabase: OpenDatabase } {
  const openDatabase = (database: string) =>
    createClient({
      url: urlOfDatabase(engines.urls.clickhouse, database),
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
  const { store, mongo, clickhouse } = engines;
  return {
    store,
    mongo,
    clickhouse,
    openDatabase,
    kind: { cluster: null },
    live: engines.target(),
    deadLetters: new DeadLetters(mongo.db('ops'), quiet),
    ...engines.readModels,
  };
}

/** A runner that builds as-of views like a projector. It is not started. */
export const asOfRunner = (engines: PortalEngines, limits: Partial<AsOfLimits> = {}): AsOfRunner =>
  new AsOfRunner(asOfParts(engines), engines.mongo.db('ops'), quiet, {
    idleMinutes: 60,
    diskBytes: 1_000_000_000,
    ...limits,
  });
