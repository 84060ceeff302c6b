import { setTimeout as delay } from 'node:timers/promises';
import type { CheckpointDocument } from '@superscope/contracts/read-models/projection-state';
import { decodePosition, encodePosition } from '@superscope/event-store/events/position';
import { currentFeed } from '@superscope/projector/runtime/feed/current-feed';
import { isLeft, pidsBelow } from '../bench/processes.js';
import type { Random } from '../demo-data/random.js';
import { until, type FaultPortal, type PartName } from './fault-portal.js';
import type { PortalUser } from './portal-user.js';

/** A fault of the portal. It is over when `strike` resolves, but parts may still be recovering. */
export interface Fault {
  /** The name in the table. */
  name: string;
  /** Whether other faults may strike meanwhile. */
  lasts?: boolean;
  strike(portal: FaultPortal, by: Striking): Promise<void>;
}

export interface Striking {
  readonly random: Random;
  readonly user: PortalUser;
  /** The range of a pause in milliseconds. */
  readonly pauseMs: { from: number; to: number };
}

/** Retries an action, because MongoDB may be recovering. */
async function retried<Result>(action: () => Promise<Result>): Promise<Result> {
  let result: { value: Result } | null = null;
  const tried = async () => {
    result = await action().then(
      (value) => ({ value }),
      () => null,
    );
    return result !== null;
  };
  await until('MongoDB answers', tried, 120_000);
  return result!.value;
}

/** The relay that holds the lease; the other is a standby. */
async function activeRelay(portal: FaultPortal): Promise<PartName> {
  const leases = portal.mongo.db('ops').collection<{ _id: string; holder: string | null }>('leases');
  const lease = await retried(() => leases.findOne({ _id: { $regex: /^relay-/ } }));
  const pid = Number(lease?.holder?.split('/').at(-2));
  return portal.pid('relay-2') === pid ? 'relay-2' : 'relay-1';
}

const anyProjector = (portal: FaultPortal, random: Random): PartName =>
  random.pick(portal.names().filter((name) => name.startsWith('projector')));

type Choose = (portal: FaultPortal, random: Random) => Promise<PartName> | PartName;

const targets: Record<string, Choose> = {
  'the event store': () => 'event-store',
  MongoDB: () => 'mongo',
  ClickHouse: () => 'clickhouse',
  'the api': () => 'api',
  'a projector': anyProjector,
  'the active relay': (portal) => activeRelay(portal),
  'the renderer': () => 'renderer',
  'the broker': () => 'broker',
};

/** The longest time that a worker has been drawing a document when it or its renderer is killed. */
const drawingMs = 4_000;

/** Waits until the running api makes a document, and for a part of the time that this takes. */
async function drawing(portal: FaultPortal, random: Random): Promise<void> {
  const leases = portal.mongo.db('ops').collection<{ _id: string; holder: string | null; expiresAt: Date }>('leases');
  const held = () => leases.find({ _id: /^work\//, expiresAt: { $gt: new Date() } }).toArray();
  const isOfApi = ({ holder }: { holder: string | null }) => Number(holder?.split('/').at(-2)) === portal.pid('api');
  await until('a document is being made', async () => (await retried(held)).some(isOfApi), 180_000);
  await delay(random.whole(0, drawingMs));
}

const killedRenderer: Fault = {
  name: 'kill -9: the renderer while it draws a document',
  async strike(portal, { random }) {
    await portal.runs('renderer');
    await drawing(portal, random);
    const pid = portal.pid('renderer');
    const browsers = pid === null ? [] : pidsBelow(pid);
    await portal.kill('renderer');
    await until('its browser ends with the renderer', () => !browsers.some(isLeft), 30_000);
  },
};

const killedWorker: Fault = {
  name: 'kill -9: the api while it makes a document',
  async strike(portal, { random }) {
    await portal.runs('api');
    await drawing(portal, random);
    await portal.kill('api');
  },
};

const killedExporter: Fault = {
  name: 'kill -9: the api while Salesforce works through its export',
  async strike(portal) {
    await portal.runs('api');
    const { organisation } = portal.exports.salesforce;
    organisation.holds = true;
    try {
      await until('Salesforce works through a job', () => organisation.jobStates.includes('InProgress'), 300_000);
      await portal.kill('api');
    } finally {
      organisation.holds = false;
    }
  },
};

const lostAnswers: Fault = {
  name: 'answers of Salesforce lost',
  async strike(portal) {
    portal.exports.salesforce.play(/jobs/, 'lose', 6);
    await until('they are lost', () => portal.exports.salesforce.isPlayedOut, 300_000);
  },
};

// The renderer is killed while it draws only: at other times it does nothing.
const killedAnytime = Object.entries(targets).filter(([name]) => name !== 'the renderer');

const kills = killedAnytime.map(([name, choose]): Fault => ({
  name: `kill -9: ${name}`,
  async strike(portal, { random }) {
    await portal.kill(await choose(portal, random));
    // The broker has no supervisor.
    if (name === 'the broker') await portal.runs('broker');
  },
}));

const powerCut: Fault = {
  name: 'kill -9: everything at once',
  async strike(portal) {
    await Promise.all(portal.names().map((name) => portal.kill(name)));
    if (portal.broker !== null) await portal.runs('broker');
  },
};

const pauses = Object.entries(targets).map(([name, choose]): Fault => ({
  name: `pause: ${name}`,
  async strike(portal, { random, pauseMs }) {
    const part = await choose(portal, random);
    if (!(await portal.pause(part))) return;
    // Mostly short, because nothing else happens during a long pause.
    await delay(pauseMs.from + (pauseMs.to - pauseMs.from) * random.next() ** 3);
    await portal.wake(part);
  },
}));

const cut: Fault = {
  name: 'cut connections and subscriptions midway',
  async strike(portal) {
    await portal.runs('event-store');
    await portal.cutConnections();
  },
};

/** Less than the load writes in a short time. */
const roomBytes = 64 * 1024;

const full: Fault = {
  name: "fill the event store's disk quota",
  async strike(portal, { user }) {
    const before = user.refusals.get(507) ?? 0;
    await portal.limitEventStore(roomBytes);
    await until(
      'a write is refused because the disk quota is full',
      () => (user.refusals.get(507) ?? 0) > before,
      120_000,
    );
    await portal.limitEventStore(null);
  },
};

/** Sets the relay's checkpoint back, so that it resends events after newer ones. */
const repeatRelay: Fault = {
  name: 'relay events again, late',
  async strike(portal, { random }) {
    await portal.kill(await activeRelay(portal));
    const relayed = portal.mongo.db('ops').collection<{ _id: string; position: string | null }>('relay_checkpoint');
    await retried(async () => {
      for (const { _id, position } of await relayed.find().toArray())
        await relayed.updateOne({ _id }, { $set: { position: earlier(position, random) } });
    });
  },
};

/** Sets the projectors' checkpoints back, so that they apply events again. */
const repeatProjectors: Fault = {
  name: 'deliver events to the projectors twice',
  async strike(portal, { random }) {
    const projectors = portal.names().filter((name) => name.startsWith('projector'));
    await Promise.all(projectors.map((name) => portal.kill(name)));
    await retried(async () => {
      const feed = await currentFeed(portal.mongo.db('ops'));
      const checkpoints = portal.mongo.db('views').collection<CheckpointDocument>('checkpoints');
      for (const { _id, position, deferredPosition = position } of await checkpoints.find().toArray())
        if (feed.kind === 'direct')
          await checkpoints.updateOne(
            { _id },
            { $set: { position: earlier(position, random)!, deferredPosition: earlier(deferredPosition, random)! } },
          );
        // Without a checkpoint a partition is read from its first record, the only one with a known previous position.
        else await checkpoints.deleteOne({ _id });
    });
  },
};

/** A random earlier position, or null for the first event. */
function earlier(position: string | null, random: Random): string | null {
  const at = decodePosition(position ?? '');
  if (at === null) return position;
  const commit = (at.commit * BigInt(random.whole(0, 90))) / 100n;
  return encodePosition({ commit, prepare: commit });
}

/** Every kind of fault of this portal. */
export function faultsOf(portal: FaultPortal): { kills: Fault[]; pauses: Fault[]; others: Fault[] } {
  const isThere = ({ name }: Fault) => portal.broker !== null || !/relay|broker/.test(name);
  return {
    kills: [...kills.filter(isThere), killedRenderer, killedWorker, killedExporter, powerCut],
    pauses: pauses.filter(isThere),
    others: [cut, full, lostAnswers, repeatRelay, repeatProjectors].filter(isThere),
  };
}
