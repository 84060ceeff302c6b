import { engineNotes } from '@superscope/event-store/processes/engine-notes';
import type { MongoClient } from 'mongodb';
import { inTime, type Examined } from './examined.js';
import { attention, broken, counted, unknown, type Finding } from './findings.js';
import { versionCheck, type EngineName, type EngineSaid } from './known-engines.js';

/** A relay notes its brokers every few minutes. */
const noteIsOldAfterMs = 20 * 60_000;

/** Each engine's version and licence. */
export async function engineChecks(examined: Examined): Promise<Finding[]> {
  const { mongo, vaultMongo, now } = examined;
  const asked = async (of: string, name: EngineName, ask: () => Promise<EngineSaid>): Promise<Finding> => {
    try {
      return versionCheck(name, await inTime(ask()), now(), of);
    } catch {
      return broken(of, 'Does not answer.', 'Start it, or correct its address and password.');
    }
  };
  const own = await Promise.all([
    asked('Event store', 'Event store', () => eventStoreSaid(examined)),
    asked('MongoDB', 'MongoDB', () => mongoSaid(mongo)),
    ...(vaultMongo === mongo ? [] : [asked('Key vault', 'MongoDB', () => mongoSaid(vaultMongo))]),
    asked('ClickHouse', 'ClickHouse', () => clickhouseSaid(examined)),
  ]);
  return [...own, ...(await kafkaCheck(examined).catch(() => []))];
}

const eventStoreSaid = async ({ eventStoreVersion }: Examined): Promise<EngineSaid> => {
  const version = await eventStoreVersion();
  return { version, isEmbedded: version.endsWith('-embedded') };
};

async function mongoSaid(mongo: MongoClient): Promise<EngineSaid> {
  const { version, modules = [] } = (await mongo.db('admin').command({ buildInfo: 1 })) as {
    version: string;
    modules?: string[];
  };
  return {
    version,
    isEmbedded: modules.includes('superscope-embedded'),
    isCommercial: modules.includes('enterprise'),
  };
}

async function clickhouseSaid({ clickhouse }: Examined): Promise<EngineSaid> {
  const answer = await clickhouse.query({ query: 'SELECT version() AS version', format: 'JSONEachRow' });
  const [row] = await answer.json<{ version: string }>();
  const shownAs = answer.response_headers['x-clickhouse-server-display-name'];
  return { version: row!.version, isEmbedded: shownAs === 'superscope-embedded' };
}

/**
 * What a relay noted of Kafka, which only relays and projectors reach. Without a note there is no Kafka, or no relay of this version has
 * run.
 */
async function kafkaCheck({ mongo, now }: Examined): Promise<Finding[]> {
  const ops = mongo.db('ops');
  const [note, feed] = await Promise.all([
    engineNotes(ops).findOne({ _id: 'kafka' }),
    ops.collection<{ _id: string; kind?: string }>('control').findOne({ _id: 'feed' }),
  ]);
  if (feed?.kind !== 'kafka') return [];
  if (note === null || now().getTime() - note.at.getTime() > noteIsOldAfterMs)
    return [
      attention(
        'Kafka',
        'No relay has told of Kafka lately.',
        'See whether a relay runs: operations, No relay is active.',
      ),
    ];
  if (note.release === null)
    return [unknown('Kafka', `${counted(note.brokers, 'broker')} answer; their version is not known to this portal.`)];
  return [versionCheck('Kafka', { version: note.release, isEmbedded: false }, now())];
}
