import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { eraseMember, memberStream, recordMember } from '@superscope/domain/member/member';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collect, command, memberOf, openStore } from './engines.js';

let running: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  running = await openStore();
});
afterAll(() => running.close());

it('personal fields are encrypted in the store and decrypted for readers', async () => {
  const { store, url } = running;
  const id = randomUUID();
  await store.transact(memberStream, id, recordMember(memberOf(id), '2024-06-01'), command());
  const client = EventStoreDBClient.connectionString(url);
  const [raw] = await collect(client.readStream(`member-${id}`));
  await client.dispose();
  expect(JSON.stringify(raw?.event?.data)).toContain('NULL.ACME');
  expect(JSON.stringify(raw?.event?.data)).not.toMatch(/Citizen|"1001"|example\.com|1980-02-29/);
  expect((await store.load(memberStream, id)).state.details).toEqual(memberOf(id));
});

it('an erased person reads as Erased in every event, keeps their history, and is never written again', async () => {
  const { store, vault } = running;
  const id = randomUUID();
  await store.transact(memberStream, id, recordMember(memberOf(id), '2024-06-01'), command());
  await store.transact(memberStream, id, recordMember(memberOf(id, 'Nguyen'), '2024-06-01'), command());
  await store.transact(memberStream, id, eraseMember('Asked to be forgotten'), command());
  await vault.destroy(id);
  const events = await collect(store.read(`member-${id}`));
  expect(events.map(({ type }) => type)).toEqual(['MemberRegistered', 'MemberDetailsRevised', 'MemberErased']);
  for (const event of events.slice(0, 2))
    expect(event).toMatchObject({ data: { addressState: 'NSW', personal: { surname: 'Erased', login: null } } });
  const again = store.append(`member-${id}`, [{ type: 'MemberRegistered', data: memberOf(id) }], {
    expectedRevision: 'any',
    metadata: command(),
  });
  await expect(again).rejects.toThrow('This person was erased.');
});

it('a person can be erased although another of their events cannot be read', async () => {
  const { store, url } = running;
  const id = randomUUID();
  await store.transact(memberStream, id, recordMember(memberOf(id), '2024-06-01'), command());
  const client = EventStoreDBClient.connectionString(url);
  await client.appendToStream(`member-${id}`, [jsonEvent({ type: 'MemberLeft', data: {}, metadata: {} })]);
  await client.dispose();
  const erased = (by = command()) =>
    store.transact(memberStream, id, eraseMember('Asked to be forgotten'), by, { skipUnreadable: true });
  await expect(store.transact(memberStream, id, eraseMember('Asked to be forgotten'), command())).rejects.toThrow(
    'cannot be read',
  );
  expect(await erased()).toMatchObject({ revision: 2n, events: 1 });
  expect(await erased()).toMatchObject({ revision: 2n, events: 0 });
});

it('many members are registered concurrently, with keys created in advance', async () => {
  const { store } = running;
  const ids = Array.from({ length: 600 }, () => randomUUID());
  await store.prepareKeys(ids);
  const left = [...ids];
  const register = async () => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const event = { type: 'MemberRegistered' as const, data: memberOf(id, `Name of ${id}`) };
      expect(await store.appendNew(memberStream, id, [event], command())).toMatchObject({ revision: 0n });
    }
  };
  await Promise.all(Array.from({ length: 32 }, register));
  const names = new Map<string, unknown>();
  for await (const batch of store.readAll({ from: null, prefixes: ids.map((id) => `member-${id}`) }))
    for (const event of batch)
      if ('data' in event) names.set(event.stream, (event.data as ReturnType<typeof memberOf>).personal.surname);
  expect(names).toEqual(new Map(ids.map((id) => [`member-${id}`, `Name of ${id}`])));
});
