import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { Global, Injectable, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { DocumentOf, DocumentView } from '@superscope/contracts/read-models/document-view';
import type {
  CheckpointDocument,
  DirtyDocument,
  StateCollection,
} from '@superscope/contracts/read-models/projection-state';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MasterKeys } from '@superscope/event-store/keys/master-keys';
import { publishingSecret } from '@superscope/event-store/keys/publishing-secret';
import { MongoClient, type Collection, type Db } from 'mongodb';
import { connectForQueries, type QueryClient } from './clickhouse/query-client.js';
import { ENV, type Env } from '../env.js';
import { beginWait } from './speed/waits.js';
import { clickhouseWaits, noteMongoWaits } from './speed/engine-waits.js';
import { currentReadSet, perReadSet } from './read-set/read-set.js';

/** The read models' database. It can be dropped and rebuilt, so nothing else is stored there. */
export class Views {
  constructor(private readonly live: Db) {}

  /** The database of the as-of view that the current request names, or else the live one. */
  get db(): Db {
    return currentReadSet()?.views ?? this.live;
  }

  /** The documents of a declared view, typed by its shape. */
  of<View extends DocumentView>(view: View): Collection<DocumentOf<View>> {
    return this.db.collection<DocumentOf<View>>(view.collection);
  }

  /** Plan-months that have yet to be derived. Always of the live read models. */
  get dirty(): Collection<DirtyDocument> {
    return this.live.collection('dirty' satisfies StateCollection);
  }

  /** The checkpoints of the projectors. Always of the live read models. */
  get checkpoints(): Collection<CheckpointDocument> {
    return this.live.collection('checkpoints' satisfies StateCollection);
  }
}

/** Sessions, tokens, counters and leases, which can be lost without harm. */
export abstract class Ops {
  abstract readonly db: Db;
}

/** Uploads and generated files in GridFS. */
export abstract class Files {
  abstract readonly db: Db;
}

export abstract class Analytics {
  abstract readonly client: ClickHouseClient;
  /** The client that the query service uses. */
  abstract readonly queries: QueryClient;
}

/** The key material of published figures. */
export abstract class Publishing {
  abstract readonly secret: Buffer;
  /** When the secret was made. Plan-months that closed earlier are not published, because their secret was lost. */
  abstract readonly madeAt: Date;
}

/** The connections to the engines, one each, which the whole api shares. */
@Injectable()
export class Engines implements OnApplicationShutdown {
  private constructor(
    readonly mongo: MongoClient,
    readonly vaultMongo: MongoClient,
    readonly vault: KeyVault,
    readonly store: EventStore,
    readonly clickhouse: ClickHouseClient,
    readonly queries: ReturnType<typeof connectForQueries>,
    readonly identity: Identity,
    readonly publishing: Publishing,
  ) {}

  static async connect(env: Env): Promise<Engines> {
    const mongo = await MongoClient.connect(env.MONGODB_URL);
    const vaultMongo = env.VAULT_MONGODB_URL ? await MongoClient.connect(env.VAULT_MONGODB_URL) : mongo;
    for (const client of new Set([mongo, vaultMongo])) noteMongoWaits(client);
    const vault = new KeyVault(vaultMongo, { masterKey: MasterKeys.fromSettings(env) });
    const clickhouse = createClient({
      url: env.CLICKHOUSE_URL,
      application: 'superscope-api',
      // The driver's own error messages quote the query, which may contain personal data. The caller logs failures.
      log: { level: ClickHouseLogLevel.OFF },
      tracer: clickhouseWaits,
      max_open_connections: 32,
      request_timeout: 60_000,
      // 64-bit integers are JSON numbers, because cents and counts stay far below 2^53. An insert is acknowledged once it is stored, not
      // once it is queued.
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0, async_insert: 0 },
    });
    const store = EventStore.connect(env.EVENTSTORE_URL, new EventCodec(vault), () => beginWait('eventStore'));
    const queries = connectForQueries(env.CLICKHOUSE_URL);
    const [identity, publishing] = await Promise.all([Identity.open(vault), publishingSecret(vault)]);
    return new Engines(mongo, vaultMongo, vault, store, clickhouse, queries, identity, publishing);
  }

  /** Throws while the event store does not answer. */
  async readsEventStore(): Promise<void> {
    for await (const _ of this.store.read('calendar', { limit: 1 })) break;
  }

  /** Throws while ClickHouse does not answer. */
  async pingsClickhouse(): Promise<void> {
    const { success } = await this.clickhouse.ping();
    if (!success) throw new Error('ClickHouse does not answer.');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.store.close();
    await this.clickhouse.close();
    await this.queries.close();
    await this.mongo.close();
    if (this.vaultMongo !== this.mongo) await this.vaultMongo.close();
  }
}

const of = <T>(token: unknown, pick: (engines: Engines) => T) => ({
  provide: token as never,
  useFactory: pick,
  inject: [Engines],
});

@Global()
@Module({
  providers: [
    { provide: Engines, useFactory: (env: Env) => Engines.connect(env), inject: [ENV] },
    of(Views, (e) => new Views(e.mongo.db('views'))),
    of(Ops, (e) => ({ db: e.mongo.db('ops') })),
    of(Files, (e) => ({ db: e.mongo.db('files') })),
    of(Analytics, (e) =>
      perReadSet<Analytics>({ client: e.clickhouse, queries: e.queries }, ({ client, queries }) => ({
        client,
        queries,
      })),
    ),
    of(EventStore, (e) => e.store),
    of(KeyVault, (e) => e.vault),
    of(Identity, (e) => e.identity),
    of(Publishing, (e) => e.publishing),
  ],
  exports: [ENV, Engines, Views, Ops, Files, Analytics, EventStore, KeyVault, Identity, Publishing],
})
export class EnginesModule {
  /** Connects to the engines that validated settings name. */
  static for(env: Env): DynamicModule {
    return { module: EnginesModule, providers: [{ provide: ENV, useValue: env }] };
  }
}
