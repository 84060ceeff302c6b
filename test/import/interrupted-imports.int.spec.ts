import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { EventStore } from '@superscope/event-store/event-store';
import { eraseMember, memberStream } from '@superscope/domain/member/member';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { byTest } from '../harness/sample-plan.js';
import { csv, Importing, until } from './importing.js';
import { fundToMembers, smallFund } from './small-fund.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.startWith(fundToMembers);
});
afterAll(() => importing.stop());

/** Lets the first `pass` writes to some streams through; further writes wait for `release`. */
function holdWrites(api: Importing['api'], category: string, pass = 0) {
  const store = api.app.get(EventStore);
  const original = store.transact.bind(store) as (...args: unknown[]) => Promise<unknown>;
  let passed = 0;
  let release!: () => void;
  let fail!: (reason: Error) => void;
  const gate = new Promise<void>((resolve, reject) => {
    release = resolve;
    fail = reject;
  });
  gate.catch(() => undefined);
  const spy = vi.spyOn(store, 'transact').mockImplementation((async (...args: unknown[]) => {
    if ((args[0] as { category: string }).category === category && ++passed > pass) await gate;
    return original(...args);
  }) as never);
  return {
    held: () => passed > pass,
    release: () => {
      spy.mockRestore();
      release();
    },
    /** Fails the pending writes, like the death of the process. */
    die: () => fail(new Error('dead')),
  };
}

const header = 'platformId,planId,memberId,asAt,totalAssetsOwned';
const months = ['2023-01-31', '2023-02-28', '2023-03-31', '2023-04-30', '2023-05-31', '2023-06-30'];
const yearOf = (balance: number) => csv(header, ...months.map((asAt) => `EAST,P1,001,${asAt},${balance}`));

describe('an import whose api dies', () => {
  it('is resumed by the next api, and no event is written twice', async () => {
    const first = importing.api;
    const hold = holdWrites(first, 'memberSnapshots', 3);
    const { body } = await importing.upload(yearOf(1));
    const importId = body.importId!;
    await until('half of the file is written', async () => hold.held());
    vi.spyOn(importing.leases(), 'renew').mockImplementation(() => new Promise(() => undefined));
    await importing.expireLease(importId);

    await importing.startApi();
    expect(await importing.ended(importId)).toMatchObject({ state: 'completed', rows: 6, written: 6, skipped: 0 });
    hold.die();
    await first.stop();

    const written: string[] = [];
    for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['memberSnapshots-'] }))
      for (const { stream, type } of batch) written.push(`${stream} ${type}`);
    expect(written.filter((event) => event.endsWith('Completed'))).toHaveLength(6);
    expect(new Set(written).size).toBe(written.length);
    expect(await importing.import(yearOf(1))).toMatchObject({ written: 0, skipped: 6 });
  });
});

describe('a resumed import', () => {
  /** Kills the api after all rows are written; another api makes a correction and then resumes the import. */
  const correctedMeanwhile = async (file: string, path: string, body: (importId: string) => object) => {
    const first = importing.api;
    const hold = holdWrites(first, 'import', 1);
    const importId = (await importing.upload(file)).body.importId!;
    await until('all but its end is written', async () => hold.held());
    vi.spyOn(importing.leases(), 'renew').mockImplementation(() => new Promise(() => undefined));
    await importing.startApi();
    expect((await importing.admin.post(path, body(importId))).status).toBe(200);
    await importing.expireLease(importId);
    await importing.api.stop();
    await importing.startApi();
    const end = await importing.ended(importId);
    hold.die();
    await first.stop();
    return end;
  };

  it('does not revert a correction of an unchanged row', async () => {
    const campaigns = smallFund['campaigns']!;
    await importing.import(campaigns);
    const end = await correctedMeanwhile(campaigns, '/api/campaigns/EAST.K1/cancel', () => ({}));
    expect(end).toMatchObject({ state: 'completed', written: 0, skipped: 1 });
    expect((await importing.engines.store.load(campaignStream, 'EAST.K1')).state.cancelled).toBe(true);
  });

  it('does not restore a plan-month that was withdrawn meanwhile', async () => {
    const { importId: before } = await importing.import(yearOf(1.5));
    const withdraw = { table: 'memberSnapshots', planId: 'EAST.P1', month: '2023-06' };
    const end = await correctedMeanwhile(yearOf(1.5), `/api/csv/imports/${before}/withdraw`, () => withdraw);
    expect(end).toMatchObject({ state: 'completed', written: 0, skipped: 6 });
    const { state } = await importing.engines.store.load(memberSnapshotsStream, 'EAST.P1-202306');
    expect(state.completed.at(-1)!.importId).not.toBe(before);
    expect(await importing.import(yearOf(1))).toMatchObject({ state: 'completed' });
  });
});

describe('while an import runs', () => {
  it('another one of its table and plan is refused, but not one of another plan', async () => {
    const hold = holdWrites(importing.api, 'memberSnapshots');
    const running = (await importing.upload(yearOf(2))).body.importId!;
    await until('it writes', async () => hold.held());
    const again = await importing.upload(yearOf(3));
    expect(again.status).toBe(409);
    expect(again.body.message).toMatch(/Another import of member snapshots is running/);
    const several = csv(header, 'EAST,P1,001,2023-01-31,5', 'EAST,P2,003,2023-01-31,5');
    expect((await importing.upload(several)).status).toBe(409);
    const other = await importing.upload(csv(header, 'EAST,P2,003,2023-01-31,5'));
    expect(other.status).toBe(202);
    hold.release();
    expect(await importing.ended(running)).toMatchObject({ state: 'completed', written: 6 });
    expect(await importing.ended(other.body.importId!)).toMatchObject({ state: 'completed', written: 1 });
    expect((await importing.upload(yearOf(3))).status).toBe(202);
  });

  it('a file that refers to its rows waits, and is refused when that takes too long', async () => {
    const hold = holdWrites(importing.api, 'company');
    const companies = (await importing.upload(csv('platformId,companyId,planId,name', 'EAST,C7,P1,New'))).body
      .importId!;
    await until('it writes', async () => hold.held());
    const members = csv('platformId,memberId,planId,companyId', 'EAST,070,P1,C7');
    importing.settings().waitForReferencesMilliseconds = 100;
    const early = await importing.upload(members);
    expect(early.status).toBe(409);
    expect(early.body.message).toMatch(/import of companies is running/);
    importing.settings().waitForReferencesMilliseconds = 30_000;
    const patient = importing.import(members);
    hold.release();
    expect(await patient).toMatchObject({ state: 'completed', written: 1 });
    await importing.ended(companies);
  });

  it('the refusal of a line is reported with its number, and the other lines are written', async () => {
    const hold = holdWrites(importing.api, 'member');
    const memberId = importing.engines.identity.memberIdOf('EAST', '070');
    const unreadable = importing.engines.identity.memberIdOf('EAST', '002');
    const requests = ['070', '002', '001', '003'].map((number) => `EAST,${number},2024-01-05,insurance`);
    const { body } = await importing.upload(csv('platformId,memberId,at,reason', ...requests));
    await until('it writes', async () => hold.held());
    await importing.engines.store.transact(memberStream, memberId, eraseMember('Asked to be forgotten'), byTest());
    const client = EventStoreDBClient.connectionString(importing.engines.urls.eventStore);
    const odd = { type: 'MemberLeft', data: { memberId: unreadable, on: 'soon' }, metadata: { schemaVersion: 1 } };
    await client.appendToStream(`member-${unreadable}`, [jsonEvent(odd)]);
    await client.dispose();
    hold.release();
    const end = { state: 'completed', rows: 4, written: 2, skipped: 0, message: null, errorCount: 2 };
    const errors = [
      { line: 2, column: null, message: 'This member was erased.' },
      { line: 3, column: null, message: 'What is stored about this cannot be read. Please tell us.' },
    ];
    expect(await importing.ended(body.importId!)).toMatchObject({ ...end, errors });
    const { body: own } = await importing.staff.request('/api/csv/imports');
    expect(own).toContainEqual(expect.objectContaining({ importId: body.importId, errorCount: 2, errors: [] }));
  });

  it('stopping the api hands it over at once', async () => {
    const hold = holdWrites(importing.api, 'memberSnapshots', 2);
    const importId = (await importing.upload(yearOf(4))).body.importId!;
    await until('it writes', async () => hold.held());
    const stopped = importing.api.stop();
    hold.release();
    await stopped;
    await importing.startApi();
    expect(await importing.ended(importId)).toMatchObject({ state: 'completed', written: 6 });
  });
});

describe('an import whose api was suspended before it was accepted', () => {
  it('waits for the import that took its lease meanwhile, and is resumed after it', async () => {
    const first = importing.api;
    const asleep = holdWrites(first, 'import');
    const renewed = vi.spyOn(importing.leases(), 'renew');
    const late = importing.upload(yearOf(5));
    await until('its file was checked', async () => asleep.held());
    const leases = importing.engines.mongo.db('ops').collection('import_leases');
    await leases.updateOne({ _id: 'memberSnapshots/EAST.P1' as never }, { $set: { expiresAt: new Date(0) } });

    await importing.startApi({ leaseMilliseconds: 2_000 });
    const hold = holdWrites(importing.api, 'memberSnapshots');
    const early = (await importing.upload(yearOf(6))).body.importId!;
    await until('the other one writes', async () => hold.held());
    asleep.release();
    const { status, body } = await late;
    expect(status).toBe(202);
    const looked = () => renewed.mock.settledResults[0] ?? { type: 'incomplete' };
    await until('it knows whose turn it is', async () => looked().type !== 'incomplete');
    expect(looked()).toEqual({ type: 'fulfilled', value: false });
    hold.release();
    expect(await importing.ended(early)).toMatchObject({ state: 'completed', written: 6 });
    expect(await importing.ended(body.importId!)).toMatchObject({ state: 'completed', written: 6 });
    await first.stop();

    const order = new Set<string>();
    for await (const batch of importing.engines.store.readAll({ from: null, prefixes: ['memberSnapshots-'] }))
      for (const event of batch) if ('data' in event) order.add((event.data as { importId: string }).importId);
    expect([...order].slice(-2)).toEqual([early, body.importId]);
  });
});

describe('an import that cannot be read', () => {
  const importId = randomUUID();

  it('does not prevent others from being resumed, and keeps its lease', async () => {
    const client = EventStoreDBClient.connectionString(importing.engines.urls.eventStore);
    const later = { type: 'ImportAccepted', data: { importId }, metadata: { schemaVersion: 99 } };
    await client.appendToStream(`import-${importId}`, [jsonEvent(later)]);
    await client.dispose();
    const leases = importing.engines.mongo.db('ops').collection<{ _id: string }>('import_leases');
    const lease = {
      _id: 'providers/*',
      table: 'providers',
      plan: '*',
      importId,
      owner: 'dead',
      expiresAt: new Date(0),
    };
    await leases.insertOne(lease);

    const hold = holdWrites(importing.api, 'memberSnapshots', 2);
    const other = (await importing.upload(yearOf(7))).body.importId!;
    await until('it writes', async () => hold.held());
    const stopped = importing.api.stop();
    hold.release();
    await stopped;
    await importing.startApi();
    expect(await importing.ended(other)).toMatchObject({ state: 'completed', written: 6 });
    expect(await leases.findOne({ _id: lease._id })).toEqual(lease);
    const { status, body } = await importing.upload(smallFund['providers']!);
    expect([status, body.message]).toEqual([409, expect.stringMatching(/cannot be read/)]);
  });
});
