import { expect, it } from 'vitest';
import type { Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';
import { ImportProgressController } from './import-progress.slice.js';

const stored = { _id: 'theirs', table: 'plans', startedBy: 'somebody', acceptedAt: new Date() };
const caller = (userId: string, role: Principal['role'] = 'Application') => ({ userId, role }) as Principal;

function setUp() {
  let asked = 0;
  const findOne = async (query: { _id: string; startedBy?: string }) => {
    asked += 1;
    return query._id === stored._id && (query.startedBy ?? stored.startedBy) === stored.startedBy ? stored : null;
  };
  const imports = new ImportProgressController(new Views({ collection: () => ({ findOne }) } as never));
  const ask = (id: string, by: Principal) => imports.one({ params: { id }, caller: by } as never);
  return { ask, asked: () => asked };
}

it('treats somebody else’s import like an unknown one, with the same wait and answer', async () => {
  const [theirs, none] = [setUp(), setUp()];
  const refused = (asking: Promise<unknown>) => asking.catch((error: Error) => error.message);
  const [ofTheirs, ofNone] = await Promise.all([
    refused(theirs.ask('theirs', caller('me'))),
    refused(none.ask('no-such-import', caller('me'))),
  ]);
  expect(ofTheirs).toBe('There is no such import.');
  expect(ofNone).toBe(ofTheirs);
  for (const { asked } of [theirs, none]) expect(asked()).toBeGreaterThan(1);
});

it('answers at once to its owner, to Staff and to Admins', async () => {
  for (const by of [caller('somebody'), caller('of-staff', 'Staff'), caller('an-admin', 'Admin')]) {
    const { ask, asked } = setUp();
    expect(await ask('theirs', by)).toMatchObject({ importId: 'theirs' });
    expect(asked()).toBe(1);
  }
});
