import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { Wait } from 'testcontainers';
import { findServer, inDocker, named } from './real-server.js';
import { secantusDb } from './secantusdb.js';

export const realEventStore = () =>
  findServer('event store', [
    named('EVENTSTORE_URL'),
    inDocker('eventstore/eventstore:24.10', async (container) => {
      const started = await container
        .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None', EVENTSTORE_MEM_DB: 'true' })
        .withExposedPorts(2113)
        .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
        .start();
      const url = `esdb://${started.getHost()}:${started.getMappedPort(2113)}?tls=false`;
      return { url, close: async () => void (await started.stop()) };
    }),
  ]);

export const realClickhouse = () =>
  findServer('ClickHouse', [
    named('CLICKHOUSE_URL'),
    inDocker('clickhouse/clickhouse-server:26.3', async (container) => {
      const password = randomUUID();
      const started = await container
        .withEnvironment({ CLICKHOUSE_PASSWORD: password })
        .withExposedPorts(8123)
        .withUlimits({ nofile: { hard: 262_144, soft: 262_144 } })
        .withWaitStrategy(Wait.forHttp('/ping', 8123))
        .start();
      const url = `http://default:${password}@${started.getHost()}:${started.getMappedPort(8123)}`;
      return { url, close: async () => void (await started.stop()) };
    }),
  ]);

export const realMongo = () =>
  findServer('MongoDB', [
    named('MONGODB_URL'),
    inDocker('mongo:8.0', async (container) => {
      const started = await container
        .withCommand(['--replSet', 'rs0', '--bind_ip_all'])
        .withExposedPorts(27_017)
        .withWaitStrategy(Wait.forLogMessage(/waiting for connections/i))
        .start();
      const url = `mongodb://${started.getHost()}:${started.getMappedPort(27_017)}/?directConnection=true`;
      await becomePrimary(url);
      return { url, close: async () => void (await started.stop()) };
    }),
    secantusDb,
  ]);

/** Makes the server a replica set of one member, because transactions need a replica set. */
async function becomePrimary(url: string): Promise<void> {
  const client = await MongoClient.connect(url);
  const admin = client.db('admin');
  await admin.command({ replSetInitiate: { _id: 'rs0', members: [{ _id: 0, host: 'localhost:27017' }] } });
  while (!(await admin.command({ hello: 1 }))['isWritablePrimary'])
    await new Promise((resolve) => setTimeout(resolve, 100));
  await client.close();
}
