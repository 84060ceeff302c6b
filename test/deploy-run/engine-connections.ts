import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { Identity } from '@superscope/event-store/keys/identity';
import { KeyVault } from '@superscope/event-store/keys/key-vault';
import { MongoClient } from 'mongodb';
import type { Deployment } from './deployment.js';

/** Connects loopback to a container, whose address may change. The certificates of the engines name localhost. */
class Way {
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async to(address: () => Promise<string>, port: number): Promise<Way> {
    const server = createServer();
    const way = new Way(server);
    let known: Promise<string> | null = null;
    server.on('connection', (socket) => {
      way.sockets.add(socket);
      socket.once('close', () => way.sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      known ??= address();
      void known.then(
        (host) => {
          const engine = connect(port, host).once('error', () => (known = null));
          pipeline(socket, engine, () => engine.destroy());
          pipeline(engine, socket, () => socket.destroy());
        },
        () => {
          known = null;
          socket.destroy();
        },
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return way;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

/** A test's own connections to the engines of a deployment, with its secrets and over TLS like those of the product. */
export class EngineConnections {
  private isClosed = false;

  private constructor(
    private readonly deployment: Deployment,
    private readonly ways: readonly Way[],
    readonly mongo: MongoClient,
    readonly clickhouse: ClickHouseClient,
    readonly store: EventStore,
    readonly identity: Identity,
    /** For tools that run on this machine: settings of the portal, with secrets. */
    readonly addresses: { EVENTSTORE_URL: string; MONGODB_URL: string },
  ) {}

  static async open(deployment: Deployment): Promise<EngineConnections> {
    const to = (service: string, port: number) => Way.to(() => deployment.addressOf(service), port);
    const [store, mongo, clickhouse] = [
      await to('eventstore', 2113),
      await to('mongodb', 27_017),
      await to('clickhouse', 8443),
    ];
    const file = (name: string) => deployment.file(`secrets/${name}`);
    const files = { tlsCAFile: file('engines_ca.crt'), tlsCertificateKeyFile: file('mongodb_client.pem') };
    const search = new URLSearchParams({ directConnection: 'true', tls: 'true', ...files });
    const mongoUrl = `mongodb://localhost:${mongo.port}/?${search}`;
    const client = await MongoClient.connect(mongoUrl);
    const vault = new KeyVault(client, { masterKey: Buffer.from(deployment.secret('master_key'), 'base64') });
    const password = deployment.secret('eventstore_admin_password');
    const authority = encodeURIComponent(file('eventstore_ca.crt'));
    const storeUrl = `esdb://admin:${password}@localhost:${store.port}?tls=true&tlsCAFile=${authority}`;
    return new EngineConnections(
      deployment,
      [store, mongo, clickhouse],
      client,
      createClient({
        url: `https://superscope:${deployment.secret('clickhouse_password')}@localhost:${clickhouse.port}`,
        tls: { ca_cert: readFileSync(file('engines_ca.crt')) },
        log: { level: ClickHouseLogLevel.OFF },
        clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
      }),
      EventStore.connect(storeUrl, new EventCodec(vault)),
      await Identity.open(vault),
      { EVENTSTORE_URL: storeUrl, MONGODB_URL: mongoUrl },
    );
  }

  /** Rebuilds the read models beside the live ones and compares them, with the deployment's own tool. */
  rebuild(): Promise<string> {
    const tool = ['node', 'apps/projector/dist/rebuild/rebuild.main.js'];
    return this.deployment.exec('projector', tool);
  }

  async close(): Promise<void> {
    if (this.isClosed) return;
    this.isClosed = true;
    await this.store.close();
    await this.clickhouse.close();
    await this.mongo.close();
    for (const way of this.ways) way.close();
  }
}
