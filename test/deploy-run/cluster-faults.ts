import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../faults/fault-portal.js';
import type { Deployment, Inspected } from './deployment.js';
import type { EngineConnections } from './engine-connections.js';

/** What a fault strikes. `round` counts from 0, so that another broker is struck in each. */
export interface Struck {
  deployment: Deployment;
  engines: EngineConnections;
  round: number;
}

export interface ClusterFault {
  /** At most 40 characters, which test names show. */
  name: string;
  /** Strikes, holds the fault for a while, and mends it. */
  strike: (struck: Struck) => Promise<void>;
}

/** Longer than the relay's lease and the brokers' sessions, so that others take over. */
const heldMs = 15_000;

const brokers = ['kafka', 'kafka2', 'kafka3'];
const broker = (number: number) => brokers[number % brokers.length]!;

const held = async (mend: () => Promise<unknown>) => {
  try {
    await delay(heldMs);
  } finally {
    await mend();
  }
};

/** Cuts a container off from services, without a word to either side, while everything else still reaches it. */
async function cutOff(
  deployment: Deployment,
  { Id }: Inspected,
  services: readonly string[],
): Promise<() => Promise<void>> {
  const addresses = await Promise.all(services.map((service) => deployment.addressOf(service)));
  const on = (address: string) => `dev "$(ip route get ${address} | awk 'NR == 1 { print $3 }')"`;
  // What is sent goes to a card that no machine has.
  const cut = addresses.map(
    (address) => `ip neigh replace ${address} lladdr 02:00:00:00:00:01 nud permanent ${on(address)}`,
  );
  // A container that has restarted meanwhile knows nothing of it.
  const mend = addresses.map((address) => `ip neigh del ${address} ${on(address)} || true`);
  await deployment.inNetworkOf(Id, cut.join('\n'));
  return () => deployment.inNetworkOf(Id, mend.join('\n'));
}

/** The relay that holds the lease. A container's host has the beginning of its id as its name. */
async function activeRelay({ deployment, engines }: Struck): Promise<Inspected> {
  const leases = engines.mongo.db('ops').collection<{ _id: string; holder: string | null }>('leases');
  const relays = await deployment.containers('relay');
  let active: Inspected | undefined;
  const isFound = async () => {
    const host = (await leases.findOne({ _id: /^relay-/ }))?.holder?.split('/')[0];
    active = relays.find(({ Id }) => host !== undefined && Id.startsWith(host));
    return active !== undefined;
  };
  await until('a relay is active', isFound, 60_000, 500);
  return active!;
}

const killed = async (deployment: Deployment, service: string) => {
  const { Id } = await deployment.container(service);
  await deployment.docker(['kill', '--signal', 'KILL', Id]);
  await held(() => deployment.docker(['start', Id]));
};

/** How far the clock of a service's first container is ahead of this machine's, in seconds. */
async function secondsAhead(deployment: Deployment, service: string): Promise<number> {
  const said = await deployment.exec(service, ['node', '--print', 'Date.now()']);
  return (Number(said) - Date.now()) / 1000;
}

/** Starts services again with a clock that is 90 seconds ahead, and afterwards with the right one. */
async function ahead(deployment: Deployment, services: readonly string[]): Promise<void> {
  await deployment.holdFaketime();
  await deployment.startAgain(services, ['--file', deployment.file('clocks.yaml')]);
  for (const service of services) {
    const seconds = await secondsAhead(deployment, service);
    if (seconds < 60) throw new Error(`The clock of ${service} is ${seconds} seconds ahead: it was not shifted.`);
  }
  await held(() => deployment.startAgain(services));
}

export const clusterFaults: readonly ClusterFault[] = [
  {
    name: 'one broker of three killed',
    strike: ({ deployment, round }) => killed(deployment, broker(round)),
  },
  {
    name: 'one broker of three cut off',
    strike: async ({ deployment, round }) => {
      const service = broker(round + 1);
      const { Id } = await deployment.container(service);
      const network = deployment.network('engines');
      await deployment.docker(['network', 'disconnect', network, Id]);
      await held(() => deployment.docker(['network', 'connect', '--alias', service, network, Id]));
    },
  },
  {
    name: 'one broker of three slow',
    strike: async ({ deployment, round }) => {
      const { Id } = await deployment.container(broker(round + 2));
      await deployment.docker(['update', '--cpus', '0.02', Id]);
      await held(() => deployment.docker(['update', '--cpus', '2', Id]));
    },
  },
  {
    name: 'the relay cut off from Kafka',
    strike: async (struck) => {
      await held(await cutOff(struck.deployment, await activeRelay(struck), brokers));
    },
  },
  {
    name: 'the relay cut off from the event store',
    strike: async (struck) => {
      await held(await cutOff(struck.deployment, await activeRelay(struck), ['eventstore']));
    },
  },
  {
    name: 'a projector cut off from MongoDB',
    strike: async ({ deployment }) => {
      await held(await cutOff(deployment, await deployment.container('projector'), ['mongodb']));
    },
  },
  {
    name: 'an api cut off from ClickHouse',
    strike: async ({ deployment }) => {
      await held(await cutOff(deployment, await deployment.container('api'), ['clickhouse']));
    },
  },
  {
    name: 'the renderer killed',
    strike: ({ deployment }) => killed(deployment, 'renderer'),
  },
  {
    name: 'projectors and relays 90 s ahead',
    strike: ({ deployment }) => ahead(deployment, ['projector', 'relay']),
  },
  {
    name: 'the event store’s volume full',
    strike: async ({ deployment }) => {
      const { Id } = await deployment.container('keeper');
      // Ends with an error, once there is no room.
      await deployment.attempt(['exec', Id, 'dd', 'if=/dev/zero', 'of=/held/filler', 'bs=64k']);
      await held(() => deployment.exec('keeper', ['rm', '--force', '/held/filler']));
    },
  },
];
