import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jo } from '@superscope/domain/member/jo.fixture';
import type { MemberDetails } from '@superscope/domain/member/member.events';
import type { PlanDetails } from '@superscope/domain/plan/plan.events';
import { startEventStore } from '@superscope/embedded/event-store/event-store-engine';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { EventCodec } from '@superscope/event-store/events/codec';
import { EventStore } from '@superscope/event-store/event-store';
import { KeyVault, type KeyVaultOptions } from '@superscope/event-store/keys/key-vault';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { MongoClient } from 'mongodb';

export const temporaryDir = (name: string) => mkdtempSync(join(tmpdir(), `${name}-`));

/** Opens a key vault on its own database. */
export const openVault = async () => {
  const dataDir = temporaryDir('vault');
  const mongo = await startMongo({ dataDir });
  const client = await new MongoClient(mongo.url).connect();
  const masterKey = randomBytes(32);
  return {
    client,
    masterKey,
    vault: (options: Partial<KeyVaultOptions> = {}) => new KeyVault(client, { masterKey, ...options }),
    close: async () => {
      await client.close();
      await mongo.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Opens an event store with a key vault. The server can be restarted on the same data and port. */
export const openStore = async () => {
  const keys = await openVault();
  const dataDir = temporaryDir('event-store');
  let engine = await startEventStore({ dataDir });
  const { url, port } = engine;
  const vault = keys.vault();
  const store = EventStore.connect(url, new EventCodec(vault));
  return {
    store,
    vault,
    url,
    /** A second client with the same keys, like another process. */
    anotherStore: () => EventStore.connect(url, new EventCodec(vault)),
    stopServer: () => engine.stop(),
    /** `maxBytes` limits the size of the store. */
    startServer: async (limit: { maxBytes?: number } = {}) => {
      engine = await startEventStore({ dataDir, port, ...limit });
    },
    close: async () => {
      await store.close();
      await engine.stop();
      await keys.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

export const command = (more: Partial<CommandContext> = {}): CommandContext => ({
  actor: 'u1',
  role: 'Admin',
  commandId: randomUUID(),
  correlationId: 'r1',
  at: '2024-06-01T00:00:00.000Z',
  ...more,
});

export const planOf = (planId: string, name = 'Acme'): PlanDetails => ({
  planId,
  platformId: 'NULL',
  name,
  shortName: 'Acme',
  startDate: '2015-07-01',
  superScoreClient: true,
  relationshipManager: null,
  onePayroll: null,
});

export const memberOf = (memberId: string, surname = 'Citizen'): MemberDetails => ({
  ...jo,
  memberId,
  categoryId: null,
  personal: { ...jo.personal, surname },
});

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};
