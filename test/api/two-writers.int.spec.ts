import { randomUUID } from 'node:crypto';
import type { AsfaFigures } from '@superscope/contracts/asfa';
import type { RecordChange } from '@superscope/contracts/changed-since';
import type { LibraryDocument } from '@superscope/contracts/microsites';
import type { UserRow } from '@superscope/contracts/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { startWithAccounts } from '../harness/demo-accounts.js';
import type { PortalEngines } from '../harness/portal-engines.js';

// Two people have the same form open: the later save undoes nothing of the earlier one unseen.

let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let admin: ApiClient;
let devops: ApiClient;
beforeAll(async () => {
  engines = await startWithAccounts();
  projector = await engines.projector();
  await projector.start();
  api = await startApi(engines);
  admin = api.client();
  await admin.signIn('admin');
  devops = api.client();
  await devops.signIn('devops');
});
afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

type Answer = Awaited<ReturnType<ApiClient['request']>>;

/** A form: what it is of, who reads and saves it, and two ways of filling it in. */
interface Form {
  client: () => ApiClient;
  /** The revision that somebody reads, who also sees everything that an answer wrote. */
  read: (after?: Answer) => Promise<number>;
  save: (mine: boolean, revision?: number) => Promise<Answer>;
  /** What is changed from the one to the other. */
  field: { field: string; was: string | null; is: string | null };
}

const json = (client: ApiClient, method: string, path: string, body: object): Promise<Answer> =>
  client.request(path, { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const seeing = (after?: Answer): RequestInit =>
  after === undefined
    ? {}
    : { headers: { 'X-After': `${String(after.body['stream'])}@${String(after.body['position'])}` } };

let userId: string;
const user: Form = {
  client: () => admin,
  read: async (after) => {
    const { body } = await admin.request('/api/authentication/users', seeing(after));
    return (body as unknown as UserRow[]).find((each) => each.userId === userId)!.revision;
  },
  save: (mine, revision) =>
    json(admin, 'PATCH', `/api/authentication/users/${userId}`, {
      role: 'Staff',
      name: mine ? 'Mine' : 'Theirs',
      revision,
    }),
  field: { field: 'Name', was: 'First', is: 'Theirs' },
};

const rule: Form = {
  client: () => admin,
  read: async () => Number((await admin.request('/api/authentication/secondFactorRule')).body['revision']),
  save: (mine, revision) =>
    json(admin, 'PUT', '/api/authentication/secondFactorRule', { roles: mine ? ['Auditor'] : [], revision }),
  field: { field: 'Roles', was: expect.any(String) as string, is: null },
};

const figuresOf = async (after?: Answer) =>
  (await admin.request('/api/asfa', seeing(after))).body as unknown as AsfaFigures;
const hosts: Form = {
  client: () => admin,
  read: async () => (await figuresOf()).hostsRevision,
  save: (mine, revision) =>
    json(admin, 'PUT', '/api/asfa/hosts', { hosts: [mine ? 'mine.example' : 'theirs.example'], revision }),
  field: { field: 'Hosts', was: 'www.superannuation.asn.au, superannuation.asn.au', is: 'theirs.example' },
};

const at = '2031-07-01';
const set: Form = {
  client: () => admin,
  read: async (after) => (await figuresOf(after)).sets.find((each) => each.at === at)?.revision ?? -1,
  save: (mine, revision) =>
    json(admin, 'POST', '/api/asfa?save=true&confirmed=true', {
      at,
      revision,
      savings: {
        savingsModestSingle: mine ? 100_000 : 110_000,
        savingsModestCouple: 120_000,
        savingsComfortableSingle: 600_000,
        savingsComfortableCouple: 700_000,
      },
      pension: { pensionSingle: 29_000, pensionCouple: 43_000, assetsLimitSingleHomeOwner: 314_000 },
      budgets: {
        modestSingleYearTotal: 33_000,
        modestCoupleYearTotal: 47_000,
        comfortableSingleYearTotal: 52_000,
        comfortableCoupleYearTotal: 73_000,
      },
    }),
  field: { field: expect.stringMatching(/odest/) as string, was: null, is: '$110,000.00' },
};

const maintenance: Form = {
  client: () => devops,
  read: async (after) => Number((await devops.request('/api/maintenance', seeing(after))).body['revision']),
  save: (mine, revision) =>
    json(devops, 'PUT', '/api/maintenance', {
      message: mine ? 'Mine' : 'Theirs',
      from: '2030-01-01T02:00',
      to: '2030-01-01T04:00',
      revision,
    }),
  field: { field: 'Message', was: null, is: 'Theirs' },
};

const expectation: Form = {
  client: () => admin,
  read: async () => Number((await admin.request('/api/devops/onecentral/expected')).body['revision']),
  save: (mine, revision) =>
    json(admin, 'PUT', '/api/devops/onecentral/expected', {
      table: 'fees',
      every: 'month',
      dayOfMonth: mine ? 3 : 9,
      revision,
    }),
  field: { field: 'By day of the month', was: null, is: '9' },
};

const added = (document: object): Promise<Answer> => {
  const form = new FormData();
  form.append('document', JSON.stringify(document));
  return admin.request('/api/documents', { method: 'POST', body: form });
};
let documentId: string;
const document: Form = {
  client: () => admin,
  read: async (after) => {
    const { body } = await admin.request('/api/documents', seeing(after));
    return (body as unknown as LibraryDocument[]).find((each) => each.documentId === documentId)!.revision;
  },
  save: (mine, revision) =>
    added({
      documentId,
      type: 'Info',
      title: mine ? 'Mine' : 'Theirs',
      url: 'https://fund.example/combine',
      revision,
    }),
  field: { field: 'Title', was: 'First', is: 'Theirs' },
};

beforeAll(async () => {
  const email = `${randomUUID()}@example.com`;
  const registered = await admin.post('/api/authentication/register', { email, role: 'Staff', name: 'First' });
  userId = String(registered.body['userId']);
  await user.read(registered);
  const made = await added({ type: 'Info', title: 'First', url: 'https://fund.example/combine' });
  documentId = String(made.body['documentId']);
  await document.read(made);
});

describe('a form that two people have open', () => {
  it.each(Object.entries({ user, rule, hosts, set, maintenance, expectation, document }))(
    'is saved by the second only after they were told what the first changed: %s',
    async (_, { read, save, field, client }) => {
      // Something of a former save, that the rule differs from both.
      if (field.field === 'Roles')
        await json(client(), 'PUT', '/api/authentication/secondFactorRule', { roles: ['DevOps'] });
      const revision = await read();
      const theirs = await save(false, revision);
      expect([theirs.status, theirs.body]).toMatchObject([200, { position: expect.any(String) as string }]);

      const late = await save(true, revision);
      const {
        message,
        revision: newest,
        changes,
      } = late.body as {
        message: string;
        revision: number;
        changes: RecordChange[];
      };
      expect([late.status, message]).toEqual([409, 'Somebody changed this after you read it. Yours was not saved.']);
      expect(changes).toMatchObject([{ by: expect.any(String) as string, at: expect.any(String) as string }]);
      expect(changes[0]!.fields).toContainEqual(field);
      expect(await read(theirs)).toBe(newest);

      // The same as theirs is in nobody's way, however old its revision is.
      expect((await save(false, revision)).status).toBe(200);
      const over = await save(true, newest);
      expect(over.status).toBe(200);
      // A client of before names no revision.
      expect((await save(false)).status).toBe(200);
      expect((await save(true, 1_000_000)).status).toBe(409);
      expect((await save(true, -2)).status).toBe(400);
    },
  );

  it('of a user is not in the way of what changes without a form, such as their invitation and their activation', async () => {
    const revision = await user.read();
    const { body } = await admin.request('/api/authentication/users');
    const { username } = (body as unknown as UserRow[]).find((each) => each.userId === userId)!;
    expect((await json(admin, 'PATCH', '/api/authentication/activation', { username, active: false })).status).toBe(
      200,
    );
    expect((await json(admin, 'PATCH', '/api/authentication/activation', { username, active: true })).status).toBe(200);
    expect((await user.save(true, revision)).status).toBe(200);
  });

  it('does not bring back a document that was deleted meanwhile', async () => {
    const revision = await document.read();
    expect((await admin.request(`/api/documents/${documentId}`, { method: 'DELETE' })).status).toBe(200);
    const late = await document.save(true, revision);
    expect([404, 409]).toContain(late.status);
  });
});
