import { EventStore } from '@superscope/event-store/event-store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { csv, Importing, until, type Answer } from './importing.js';

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.start();
});
afterAll(() => importing.stop());

const file = csv('providerId,name', 'PR1,Harbour Advice', 'PR2,Second Advice');
const other = csv('providerId,name', 'PR3,Third Advice');

async function upload(key: string, content: string, query = '', by = importing.staff): Promise<Answer> {
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'text/csv' }), 'file.csv');
  const init = { method: 'POST', body: form, headers: { 'Idempotency-Key': key } };
  return await by.request(`/api/csv/import${query}`, init);
}

/** An upload that is validated and has its lease, but is not yet accepted. */
async function heldBeforeItIsAccepted(key: string, content: string) {
  const store = importing.api.app.get(EventStore);
  const original = store.transact.bind(store) as (...args: unknown[]) => Promise<unknown>;
  let accepting = false;
  let release!: () => void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const spy = vi.spyOn(store, 'transact').mockImplementationOnce((async (...args: unknown[]) => {
    accepting = true;
    await gate;
    spy.mockRestore();
    return original(...args);
  }) as never);
  const first = upload(key, content);
  await until('it is about to be accepted', () => Promise.resolve(accepting));
  return { first, release };
}

const spools = () => importing.engines.mongo.db('files').collection('imports.files').countDocuments();
const imports = async () => ((await importing.staff.request('/api/csv/imports')).body as unknown as unknown[]).length;

describe('an upload sent again with the same key', () => {
  it('is answered with the first import, and starts no other', async () => {
    const first = await upload('one', file);
    expect(first).toMatchObject({ status: 202, body: { table: 'providers', rows: 2 } });
    expect((await upload('one', file)).body).toEqual(first.body);
    expect(await importing.ended(first.body.importId!)).toMatchObject({ state: 'completed', written: 2 });
    const [spooled, before] = [await spools(), await importing.events()];
    expect(await upload('one', file)).toMatchObject({ status: 202, body: first.body });
    expect([await spools(), await importing.events(), await imports()]).toEqual([spooled, before, 1]);
  });

  it('but with another file or table is refused, like any reused key', async () => {
    const [spooled, before] = [await spools(), await importing.events()];
    expect((await upload('one', other)).status).toBe(409);
    expect((await upload('one', file, '?table=providers')).status).toBe(409);
    expect([await spools(), await importing.events(), await imports()]).toEqual([spooled, before, 1]);
  });

  it('is a new import if it is by another user, or the first was refused', async () => {
    const ofAdmin = await upload('one', file, '', importing.admin);
    expect(ofAdmin.status).toBe(202);
    expect(await importing.ended(ofAdmin.body.importId!, importing.admin)).toMatchObject({ written: 0, skipped: 2 });
    expect((await upload('two', csv('providerId,name', ',Nameless'))).status).toBe(400);
    const right = await upload('two', other);
    expect(right.status).toBe(202);
    expect(await importing.ended(right.body.importId!)).toMatchObject({ state: 'completed', written: 1 });
  });

  it('is only validated with dryRun, every time', async () => {
    for (const content of [file, other])
      expect(await upload('dry', content, '?dryRun=true')).toMatchObject({ status: 200, body: { importId: null } });
  });

  it('while the first is being accepted does not disturb that one', async () => {
    const again = csv('providerId,name', 'PR4,Fourth Advice');
    const { first, release } = await heldBeforeItIsAccepted('three', again);
    expect((await upload('three', again)).status).toBe(409);
    release();
    const { status, body } = await first;
    expect(status).toBe(202);
    expect(await importing.ended(body.importId!)).toMatchObject({ state: 'completed', written: 1 });
  });

  it('but with another file while the first is being accepted: one becomes the import, the other leaves nothing', async () => {
    const spooled = await spools();
    const { first, release } = await heldBeforeItIsAccepted('four', csv('providerId,name', 'PR5,Fifth Advice'));
    const second = await upload('four', csv('name,value,validFrom', 'sgRatePercent,9.5,2015-07-01'));
    expect(second).toMatchObject({ status: 202, body: { table: 'superParameters' } });
    release();
    expect((await first).status).toBe(409);
    expect(await importing.ended(second.body.importId!)).toMatchObject({ state: 'completed', written: 1 });
    expect(await spools()).toBe(spooled + 1);
    expect(await importing.import(csv('providerId,name', 'PR5,Fifth Advice'))).toMatchObject({ written: 1 });
  });
});
