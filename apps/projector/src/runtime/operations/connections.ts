import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { publishingSecret } from '@superscope/event-store/keys/publishing-secret';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { MongoClient } from 'mongodb';
import { urlOfDatabase } from '@superscope/contracts/clickhouse-url';
import type { Env } from '../../env.js';

export interface Connections {
  store: EventStore;
  codec: EventCodec;
  mongo: MongoClient;
  /** The same client as `mongo`, unless the keys have their own server. */
  vaultMongo: MongoClient;
  clickhouse: ClickHouseClient;
  /** Another database of the same server. */
  openDatabase: (database: string) => ClickHouseClient;
  /** The secret of record keys and factored dollars. */
  secret: PublishingSecret;
  close: () => Promise<void>;
}

/** Opens the engines that the settings name. */
export async function connect(env: Env): Promise<Connections> {
  const mongo = await MongoClient.connect(env.MONGODB_URL);
  const vaultMongo = env.VAULT_MONGODB_URL ? await MongoClient.connect(env.VAULT_MONGODB_URL) : mongo;
  const vault = new KeyVault(vaultMongo, { masterKey: MasterKeys.fromSettings(env) });
  const { secret } = await publishingSecret(vault);
  const codec = new EventCodec(vault);
  const store = EventStore.connect(env.EVENTSTORE_URL, codec);
  const clickhouse = clickhouseAt(env.CLICKHOUSE_URL);
  return {
    store,
    codec,
    mongo,
    vaultMongo,
    clickhouse,
    openDatabase: (database) => clickhouseAt(urlOfDatabase(env.CLICKHOUSE_URL, database)),
    secret,
    close: async () => {
      await store.close();
      await clickhouse.close();
      await mongo.close();
      if (vaultMongo !== mongo) await vaultMongo.close();
    },
  };
}

const clickhouseAt = (url: string): ClickHouseClient =>
  createClient({
    url,
    application: 'superscope-projector',
    // The driver's own error messages quote refused values, which may be personal. The caller logs its own messages.
    log: { level: ClickHouseLogLevel.OFF },
    request_timeout: 120_000,
    // 64-bit integers as JSON numbers: cents and counts stay far below 2^53.
    // An insert is acknowledged once it is stored, not once it is queued.
    clickhouse_settings: { output_format_json_quote_64bit_integers: 0, async_insert: 0 },
  });
