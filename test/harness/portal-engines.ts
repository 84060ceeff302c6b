import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import type { ChangeCounters } from '@superscope/api/changes/change-counters';
import { startClickhouse } from '@superscope/embedded/clickhouse/clickhouse-engine';
import { startEventStore } from '@superscope/embedded/event-store/event-store-engine';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { startSupervised } from '@superscope/embedded/supervisor/supervisor';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { publishingSecret } from '@superscope/event-store/keys/publishing-secret';
import { MongoClient } from 'mongodb';
import { applySchema } from '@superscope/projector/schema/apply-schema';
import { Changes } from '@superscope/projector/runtime/writing/changes';
import { DeadLetters } from '@superscope/projector/runtime/operations/dead-letters';
import { DirectFeed } from '@superscope/projector/runtime/feed/direct-feed';
import type { EventFeed } from '@superscope/projector/runtime/feed/event-feed';
import { PauseSwitch } from '@superscope/projector/runtime/operations/pause';
import { Projector } from '@superscope/projector/runtime/projector';
import { derivations, projections } from '@superscope/projector/read-models';
import type { Derivation } from '@superscope/projector/runtime/deriving/derivation';
import { DerivationQueue } from '@superscope/projector/runtime/deriving/derivation-queue';
import { deriveInto } from '@superscope/projector/runtime/deriving/derive-into';
import { FactsWriter } from '@superscope/projector/runtime/writing/facts-writer';
import type { Projection } from '@superscope/projector/runtime/writing/projection';
import { Target } from '@superscope/projector/runtime/writing/target';
import { pino, type Logger } from 'pino';
import { plantSecrets, type PlantedSecrets } from './planted-secrets.js';

export const quiet = pino({ level: 'silent' });

/** Event types handled by a read model. */
export const projectedTypes = [...new Set(projections.flatMap((projection) => projection.handles))];

/** Once it is drained, no api answers from what it kept before. */
class FollowedProjector extends Projector {
  constructor(
    parts: ConstructorParameters<typeof Projector>[0],
    private readonly followers: ReadonlySet<ChangeCounters>,
  ) {
    super(parts);
  }

  override async drained(): Promise<void> {
    await super.drained();
    await Promise.all([...this.followers].map((follower) => follower.upToDate()));
  }
}

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'superscope-test-'));
const suiteSecrets = (): PlantedSecrets => ({ seed: 'suite', madeAt: new Date() });

/** A suite's embedded engines in a separate folder, and the product's connections to them. */
export class PortalEngines {
  /** The apis on these engines, which learn of a change a moment after it. */
  readonly followers = new Set<ChangeCounters>();

  private constructor(
    readonly folder: string,
    readonly urls: { eventStore: string; mongo: string; clickhouse: string },
    readonly store: EventStore,
    readonly codec: EventCodec,
    readonly mongo: MongoClient,
    readonly clickhouse: ClickHouseClient,
    readonly identity: Identity,
    readonly masterKey: string,
    /** The secret of record keys and factored dollars. */
    readonly secret: Buffer,
    private readonly stopEngines: () => Promise<void>,
  ) {}

  /**
   * The vault's secrets derive from a seed, so that the same members get the same ids, keys and published figures in every run. With a seed
   * of its own a suite can also publish figures of any moment in the past.
   */
  static start(seed?: string): Promise<PortalEngines> {
    const secrets = seed === undefined ? suiteSecrets() : { seed, madeAt: new Date(0) };
    return PortalEngines.on(temporaryFolder(), startClickhouse, secrets);
  }

  /** Folders of data that several suites begin with, by name. They are deleted with the run's temporary folder. */
  private static readonly loaded = new Map<string, Promise<string>>();

  /** Engines on a copy of data that `load` has written. It is loaded once in each process that runs suites. */
  static async withLoaded(name: string, load: (engines: PortalEngines) => Promise<void>): Promise<PortalEngines> {
    const { loaded } = PortalEngines;
    if (!loaded.has(name)) loaded.set(name, PortalEngines.loadedFolder(load));
    const folder = temporaryFolder();
    cpSync(await loaded.get(name)!, folder, { recursive: true });
    return PortalEngines.on(folder, startClickhouse);
  }

  private static async loadedFolder(load: (engines: PortalEngines) => Promise<void>): Promise<string> {
    const engines = await PortalEngines.on(temporaryFolder(), startClickhouse, suiteSecrets());
    try {
      await load(engines);
    } finally {
      await engines.close();
    }
    return engines.folder;
  }

  /** A second set of engines on existing data. The folder is deleted at the end. */
  static beside(folder: string): Promise<PortalEngines> {
    return PortalEngines.on(folder, clickhouseProcess);
  }

  private static async on(
    folder: string,
    clickhouseOf: typeof clickhouseProcess,
    secrets: PlantedSecrets | null = null,
  ): Promise<PortalEngines> {
    const [eventStore, mongoEngine, clickhouseEngine] = await Promise.all([
      startEventStore({ dataDir: join(folder, 'event-store') }),
      // Erased data leaves the engine's files with its housekeeping, which by itself runs once a minute.
      startMongo({ dataDir: join(folder, 'mongo'), housekeepingMs: 5_000 }),
      clickhouseOf({ dataDir: join(folder, 'clickhouse') }),
    ]);
    const masterKey = Buffer.alloc(32, 7).toString('base64');
    const mongo = await MongoClient.connect(mongoEngine.url);
    if (secrets !== null) await plantSecrets(mongo, Buffer.from(masterKey, 'base64'), secrets);
    const vault = new KeyVault(mongo, { masterKey: Buffer.from(masterKey, 'base64') });
    const clickhouse = createClient({
      url: clickhouseEngine.url,
      // Some suites provoke errors on purpose.
      log: { level: ClickHouseLogLevel.OFF },
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    await applySchema({ mongo, vaultMongo: mongo, clickhouse, kind: { cluster: null }, log: quiet });
    const codec = new EventCodec(vault);
    return new PortalEngines(
      folder,
      { eventStore: eventStore.url, mongo: mongoEngine.url, clickhouse: clickhouseEngine.url },
      EventStore.connect(eventStore.url, codec),
      codec,
      mongo,
      clickhouse,
      await Identity.open(vault),
      masterKey,
      (await publishingSecret(vault)).secret,
      async () => {
        await Promise.all([eventStore.stop(), mongoEngine.stop(), clickhouseEngine.stop()]);
      },
    );
  }

  target(suffix = ''): Target {
    return new Target(this.mongo.db('views'), this.clickhouse, suffix);
  }

  /** All projections and derivations of the product. */
  get readModels(): { projections: readonly Projection[]; derivations: readonly Derivation[] } {
    return { projections, derivations: derivations(this.secret) };
  }

  /** The derivation of plan-months. */
  get derivation(): Derivation {
    return this.readModels.derivations[0]!;
  }

  /** Writes facts as a projector does. */
  factsWriter(target: Target): FactsWriter {
    return new FactsWriter(target, projections, this.readModels.derivations);
  }

  /** A queue that derives stale plan-months of a target, like a separate projector. */
  derivationQueue(target: Target): DerivationQueue {
    const { derivation } = this;
    return new DerivationQueue(derivation, target, deriveInto(derivation, target), () => Promise.resolve(), quiet);
  }

  /** A projector on the event store from its checkpoint, or on another feed. It is not started. */
  async projector(
    feed: EventFeed = new DirectFeed(this.store, null, projectedTypes, quiet),
    log: Logger = quiet,
    readModels = this.readModels,
  ): Promise<Projector> {
    const target = this.target();
    await target.prepareViews();
    const ops = this.mongo.db('ops');
    const parts = {
      store: this.store,
      ops,
      target,
      feed,
      changes: new Changes(ops),
      deadLetters: new DeadLetters(ops, quiet),
      pause: new PauseSwitch(ops),
      ...readModels,
      log,
    };
    return new FollowedProjector(parts, this.followers);
  }

  async rows<Row>(query: string, params: Record<string, unknown> = {}): Promise<Row[]> {
    return (await this.clickhouse.query({ query, query_params: params, format: 'JSONEachRow' })).json<Row>();
  }

  private async close(): Promise<void> {
    await this.store.close();
    await this.clickhouse.close();
    await this.mongo.close();
    await this.stopEngines();
  }

  async stop(): Promise<void> {
    await this.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The built engine in its own process, because a process can open only one data folder. */
async function clickhouseProcess({ dataDir }: { dataDir: string }): Promise<{ url: string; stop(): Promise<void> }> {
  const modulePath = fileURLToPath(new URL('../../libs/embedded/dist/engine-main.js', import.meta.url));
  const args = ['clickhouse', '--data', dataDir, '--port', '0'];
  const running = await startSupervised({ name: 'clickhouse', modulePath, args, log: new PassThrough().resume() });
  return { url: running.url, stop: () => running.stop() };
}
