import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createMemberEvents } from '@superscope/contracts/member-events';
import { reviseUserRequest } from '@superscope/contracts/users';
import { PastPeople } from '@superscope/local/demo-past/past-people';
import type { DemoPast } from '@superscope/local/demo-past/past-plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

/** A request that changes something or looks at something, by the person whose session it has. */
interface Asked {
  by: string;
  what: string;
  key: string | undefined;
  body: unknown;
}

const file = { table: 'members', path: 'members.csv', rows: 1 };
const past: DemoPast = {
  asAt: '2026-10',
  planId: 'TWR.P0001',
  deliveries: [],
  replaced: { month: '2026-07', file },
  moved: { month: '2026-05', memberNumber: 'M7', companyId: 'TWR.C2' },
  cancelled: { month: '2026-08', campaignId: 'TWR.X1' },
};

const member = (id: string) => ({
  id,
  surname: 'Wilson',
  givenName: null,
  memberNumber: id,
  birthDate: null,
  login: null,
  companyName: null,
  joinDate: null,
  leftOn: null,
});
const written = { stream: 'member-m1', revision: '4', position: '70' };
const recorded = { ...written, events: [{ id: 'e1', eventType: 'PotentialConsolidationVerified' }] };
const inPlan = (id: string, memberNumber: string) => ({
  id,
  memberNumber,
  surname: 'Wilson',
  givenName: 'A.',
  birthDate: null,
  login: null,
  companyName: null,
  joinDate: null,
  near: false,
  name: 'A. Wilson',
  companyId: 'TWR.C1',
  categoryId: 'TWR.K1',
  leftOn: null,
});
const answers = new Map<string, unknown>([
  ['GET /api/plans/TWR.P0001/analyticsSummaryCsv', 'Month,Members'],
  ['GET /api/members?name=wilson', [member('m1'), member('m2'), member('m3')]],
  ['GET /api/members/m1/events', []],
  ['GET /api/members/m2/events', []],
  [
    'GET /api/onecentral/consultants',
    [
      { id: 'c0', name: 'Daniel Whitlock', own: false },
      { id: 'c1', name: 'Helen Marchetti', own: true },
    ],
  ],
  ['GET /api/plans/TWR.P0001/members?name=M7', [inPlan('m70', 'M70'), inPlan('m7', 'M7')]],
  ['POST /api/members/m7/move', written],
  ['POST /api/campaigns/TWR.X1/cancel', written],
  ['PATCH /api/authentication/users/staff', written],
  ['POST /api/members/events', recorded],
  ['DELETE /api/members/events/e1', written],
]);

const asked: Asked[] = [];
const refused = new Set<string>();

/** The portal as far as these people use it. The session is the name of who signed in. */
const portal = createServer((request, response) => {
  void answerTo(request).then(({ status, cookie, body }) => {
    if (cookie !== undefined) response.setHeader('Set-Cookie', cookie);
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
});

async function answerTo(request: IncomingMessage): Promise<{ status: number; cookie?: string; body: unknown }> {
  const what = `${request.method} ${request.url}`;
  const sent = await text(request);
  const body: unknown = sent === '' ? null : JSON.parse(sent);
  if (what === 'POST /api/authentication') {
    const { username } = body as { username: string };
    return { status: 200, cookie: `session=${username}; HttpOnly`, body: {} };
  }
  const key = request.headers['idempotency-key'];
  asked.push({
    by: (request.headers.cookie ?? '').replace('session=', ''),
    what,
    key: key as string | undefined,
    body,
  });
  if (refused.has(what)) return { status: 403, body: { message: 'This is not for your role.' } };
  const answer = answers.get(what);
  return answer === undefined
    ? { status: 404, body: { message: `There is no ${what}.` } }
    : { status: 200, body: answer };
}

let people: PastPeople;
beforeAll(async () => {
  portal.listen(0, '127.0.0.1');
  await once(portal, 'listening');
  people = new PastPeople(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`, 'Demo-pass-2026-x', past);
});
afterAll(() => {
  portal.close();
  portal.closeAllConnections();
});
beforeEach(() => {
  asked.length = 0;
  refused.clear();
});

const changes = () => asked.filter(({ what }) => !what.startsWith('GET '));

describe('The people of the demo’s past', () => {
  it('look at what employers and consultants look at: the figures, and two members', async () => {
    await people.look();
    expect(asked.map(({ by, what }) => [by, what])).toEqual([
      ['companyrep', 'GET /api/plans/TWR.P0001/analyticsSummaryCsv'],
      ['authorisedrep', 'GET /api/members?name=wilson'],
      ['authorisedrep', 'GET /api/members/m1/events'],
      ['authorisedrep', 'GET /api/members/m2/events'],
    ]);
  });

  it('move the member of that number, and no other, from the first day of the month on', async () => {
    await people.move('move');
    expect(changes()).toEqual([
      {
        by: 'admin',
        what: 'POST /api/members/m7/move',
        key: 'demo-move',
        body: { planId: 'TWR.P0001', companyId: 'TWR.C2', categoryId: 'TWR.K1', on: '2026-05-01' },
      },
    ]);
  });

  it('cancel a campaign', async () => {
    await people.cancel('cancel');
    expect(changes().map(({ by, what, key }) => [by, what, key])).toEqual([
      ['admin', 'POST /api/campaigns/TWR.X1/cancel', 'demo-cancel'],
    ]);
  });

  it('make somebody an Admin, and Staff again', async () => {
    await people.giveRole('Admin', 'promote');
    await people.giveRole('Staff', 'demote');
    const [promoted, demoted] = changes();
    expect([promoted!.what, demoted!.what]).toEqual(Array(2).fill('PATCH /api/authentication/users/staff'));
    expect(reviseUserRequest.parse(promoted!.body)).toMatchObject({ role: 'Admin', name: 'Daniel Okafor' });
    expect(reviseUserRequest.parse(demoted!.body)).toMatchObject({ role: 'Staff', name: 'Daniel Okafor' });
    expect([promoted!.key, demoted!.key]).toEqual(['demo-promote', 'demo-demote']);
  });

  it('record an event as the consultant who is signed in, and withdraw it after a while', async () => {
    let known: readonly string[] = [];
    await people.record('record', '2026-10-14', async () => {
      known = changes().map(({ what }) => what);
    });
    expect(known).toEqual(['POST /api/members/events']);
    const [event, withdrawal] = changes();
    expect(createMemberEvents.parse(event!.body)).toMatchObject({
      memberId: 'm1',
      consultant: 'c1',
      effectiveDate: '2026-10-14',
      potentialConsolidationVerified: { create: true, outcome: 'RECOMMENDED_PROCEEDING' },
    });
    expect(withdrawal).toEqual({
      by: 'authorisedrep',
      what: 'DELETE /api/members/events/e1',
      key: 'demo-record-withdrawn',
      body: null,
    });
  });

  it('stop with the portal’s own words if a request is refused', async () => {
    refused.add('POST /api/campaigns/TWR.X1/cancel');
    await expect(people.cancel('cancel')).rejects.toThrow(/campaigns\/TWR\.X1\/cancel: .*This is not for your role\./);
  });
});
