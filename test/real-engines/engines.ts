import { randomUUID } from 'node:crypto';
import { createClient } from '@clickhouse/client';
import { EventStoreDBClient, StreamNotFoundError } from '@eventstore/db-client';
import { MongoClient } from 'mongodb';
import { findKafka } from '../harness/kafka-broker.js';
import type { OpenServer } from '../harness/real-server.js';
import { realClickhouse, realEventStore, realMongo } from '../harness/real-servers.js';
import type { RealEngines } from './real-portal.js';

const databases = ['views', 'ops', 'files', 'vault'];

/** Opens every third-party server that a portal may write to. Returns the servers, their names, and a function that restores them. */
export async function openRealEngines(): Promise<{ engines: RealEngines; names: string[]; close(): Promise<void> }> {
  const engines: RealEngines = {};
  const names: string[] = [];
  const undo: (() => Promise<unknown>)[] = [];
  const use = async (
    kind: keyof RealEngines,
    { server }: Awaited<ReturnType<typeof realMongo>>,
    prepare: (open: OpenServer) => Promise<Prepared | null>,
  ) => {
    if (server === null) return;
    const open = await server.open();
    undo.push(open.close);
    const prepared = await prepare(open);
    if (prepared === null) {
      process.stdout.write(`${server.name} holds a Superscope already: the whole product is not tried on it.\n`);
      return;
    }
    undo.push(prepared.clean);
    engines[kind] = prepared.url;
    names.push(server.name);
  };
  await use('mongo', await realMongo(), prepareMongo);
  await use('eventStore', await realEventStore(), prepareEventStore);
  await use('clickhouse', await realClickhouse(), prepareClickhouse);
  const kafka = await findKafka();
  if ('brokers' in kafka) {
    undo.push(() => kafka.stop());
    engines.kafka = kafka.brokers;
    names.push(`Kafka (${kafka.how})`);
  }
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  return { engines, names, close };
}

interface Prepared {
  url: string;
  clean(): Promise<unknown>;
}

/** The product's databases have fixed names, so none may exist before, and all are dropped afterwards. */
async function prepareMongo({ url }: OpenServer): Promise<Prepared | null> {
  const client = await MongoClient.connect(url);
  const present = (await client.db('admin').admin().listDatabases()).databases.map(({ name }) => name);
  await client.close();
  if (databases.some((name) => present.includes(name))) return null;
  const clean = async () => {
    const cleaner = await MongoClient.connect(url);
    for (const name of databases) await cleaner.db(name).dropDatabase();
    await cleaner.close();
  };
  return { url, clean };
}

/** Events cannot be removed from a server that is not reset, so such a server is used only once. */
async function prepareEventStore({ url }: OpenServer): Promise<Prepared | null> {
  const client = EventStoreDBClient.connectionString(url);
  try {
    for await (const _event of client.readStream('administrators', { maxCount: 1 })) return null;
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error;
  } finally {
    await client.dispose();
  }
  return { url, clean: async () => {} };
}

async function prepareClickhouse({ url }: OpenServer): Promise<Prepared> {
  const database = `superscope_test_${randomUUID().replaceAll('-', '')}`;
  const run = async (query: string) => {
    const client = createClient({ url });
    await client.command({ query });
    await client.close();
  };
  await run(`CREATE DATABASE ${database}`);
  const own = new URL(url);
  own.pathname = `/${database}`;
  return { url: own.href, clean: () => run(`DROP DATABASE ${database}`) };
}
