import { categoryOf } from '@superscope/event-store/events/codec';
import { storedEvents } from '@superscope/event-store/reading/stored-events';
import { Connection } from '@superscope/event-store/connection/connection';
import { eventLine } from '@superscope/local/backup/event-lines';
import { loadDemoData } from '@superscope/local/demo';
import { benchPassword, type BenchPortal } from '../bench-portal.js';
import { whole } from '../figure.js';
import { fundSize } from './fund-size.js';

type Counted = Map<string, { count: number; bytes: number }>;

/** Loads the demo data and measures the size of its parts, as a basis for sizing larger installations. */
export async function demoSize(portal: BenchPortal): Promise<string[][][]> {
  await loadDemoData(portal.url, benchPassword);
  const { eventStoreBytes, mongoBytes, clickhouse } = await fundSize(portal);
  const events = await eventsByCategory(portal.environment['EVENTSTORE_URL']!);
  const documents = await documentsByCollection(portal);
  const total = [...events.values()].reduce((sum, { count }) => sum + count, 0);
  return [
    [['events of', 'events', 'bytes each, as JSON'], ...rows(events)],
    [['documents of', 'documents', 'bytes each, as BSON'], ...rows(documents)],
    [
      ['rows of', 'rows', 'bytes each, on disk'],
      ...clickhouse.map(({ table, rows, bytes }) => [table, whole(rows), (bytes / rows).toFixed(0)]),
    ],
    [
      ['on disk', 'bytes', 'of one event'],
      ['event store', whole(eventStoreBytes), whole(eventStoreBytes / total)],
      ['MongoDB', whole(mongoBytes), whole(mongoBytes / total)],
    ],
  ];
}

const rows = (counted: Counted): string[][] =>
  [...counted]
    .sort(([, a], [, b]) => b.bytes - a.bytes)
    .map(([name, { count, bytes }]) => [name, whole(count), whole(bytes / count)]);

function add(to: Counted, name: string, bytes: number): void {
  const found = to.get(name) ?? { count: 0, bytes: 0 };
  to.set(name, { count: found.count + 1, bytes: found.bytes + bytes });
}

async function eventsByCategory(url: string): Promise<Counted> {
  const counted: Counted = new Map();
  const connection = new Connection(url);
  try {
    for await (const batch of storedEvents(connection.client, 1_000))
      for (const event of batch) add(counted, categoryOf(event.stream), eventLine(event).length);
  } finally {
    await connection.close();
  }
  return counted;
}

async function documentsByCollection({ mongo }: BenchPortal): Promise<Counted> {
  const counted: Counted = new Map();
  for (const name of ['views', 'vault']) {
    const db = mongo.db(name);
    for (const collection of await db.listCollections({}, { nameOnly: true }).toArray())
      for await (const document of db.collection(collection.name).find({}, { raw: true }))
        add(counted, `${name}.${collection.name}`, (document as unknown as Uint8Array).length);
  }
  return counted;
}
