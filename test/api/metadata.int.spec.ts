import { randomUUID } from 'node:crypto';
import { visibleChange } from '@superscope/api/changes/visible-change';
import { employerSources } from '@superscope/api/analytics/employer/employer-sources';
import { may } from '@superscope/api/platform/access/policy';
import { Endpoints } from '@superscope/api/platform/endpoint/endpoints';
import type { Change } from '@superscope/contracts/changes';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { addDays, monthOf, shiftMonth, sydneyDate } from '@superscope/domain/calendar-dates';
import { memberStream, recordActivity, requestContact } from '@superscope/domain/member/member';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import type { Role } from '@superscope/domain/user/user.events';
import { decodePosition } from '@superscope/event-store/events/position';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp, eventually } from '../harness/set-aside.js';

// An employer asks everything that an employer may ask, again and again, and compares what comes back, while the fund records something
// about one member.

const own = 'TWR.P0001';
const today = sydneyDate(new Date());
const thisMonth = monthOf(today);
const months = [5, 4, 3, 2].map((before) => shiftMonth(thisMonth, -before));
const ranOn = `${months.at(-1)!}-10`;
const employers = { companyrep: 'CompanyRep', providerrep: 'ProviderRep', authorisedrep: 'AuthorizedRep' } as const;
type Employer = keyof typeof employers;

let engines: PortalEngines;
let projector: Projector;
let api: Awaited<ReturnType<typeof startApi>>;
let plan: SamplePlan;

beforeAll(async () => {
  ({ engines, projector } = await startProjecting());
  // The nightly command's first run opens the current month and closes the earlier ones.
  api = await startApi(engines);
  const { store, identity } = engines;
  const platform = { platformId: 'TWR', name: 'TWR', providerId: 'TALLOWOOD' };
  await store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  plan = new SamplePlan(store, identity, own);
  await plan.register(60);
  for (const month of months) await plan.month(month, 50_000);
  const campaign = { campaignId: 'TWR.K1', planId: own, campaignType: 'Email', name: 'Nominate', runDate: ranOn };
  await store.transact(campaignStream, 'TWR.K1', recordCampaign(campaign), byTest());
  await caughtUp(engines, projector);
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

/** Rights to look at single members, exactly, which consultants have for the fund's own work. */
const ofSingleMembers: readonly string[] = [
  'members.find',
  'members.read',
  'member-events.write',
  'fees.compare',
  'insurance.quote',
  'consultations.file',
];

/** Not compared here: a stream that does not end, and a Word file that says when it was made. */
const notCompared = ['GET /api/changes', 'GET /api/companies/:companyId/superScoreChecklist'];

const idOf = (name: string): string => (name === 'campaignId' ? 'TWR.K1' : name === 'companyId' ? `${own}-E1` : own);

/** Every path that a role may read, with and without a plan. */
function paths(role: Role): string[] {
  const read = api.app
    .get(Endpoints)
    .all.filter(
      ({ method, path, right }) =>
        method === 'GET' &&
        !notCompared.includes(`${method} ${path}`) &&
        (right === 'public' || (may(role, right) && !ofSingleMembers.includes(right))),
    );
  return read.flatMap(({ path }) => {
    const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => idOf(name));
    return [filled, `${filled}?planId=${own}`];
  });
}

const count = 'MemberSnapshot.countMembers';
const balance = 'MemberSnapshot.averageTotalAssetsOwned';
const ofPlan = { member: 'Member.planId', operator: 'equals', values: [own] };
const byMonth = (from: string, to: string) => ({
  timeDimensions: [{ dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: [`${from}-01`, `${to}-28`] }],
});
/** Questions about each kind of rows, with the running month's headcount. */
const questions: Record<string, object> = {
  headcount: { measures: [count], filters: [ofPlan] },
  'headcount by month, the running one included': {
    measures: [count],
    filters: [ofPlan],
    ...byMonth(months[0]!, thisMonth),
  },
  balance: { measures: [balance], filters: [ofPlan] },
  'signed in, by month': {
    measures: [count],
    dimensions: ['Member.loggedInMember'],
    filters: [ofPlan],
    ...byMonth(months[0]!, thisMonth),
  },
  'age by gender': { measures: [count], dimensions: ['Member.gender'], filters: [ofPlan] },
  requests: { measures: ['ContactRequested.members'], dimensions: ['ContactRequested.reason'] },
  campaigns: {
    measures: ['Campaign.recipients', 'Campaign.opened'],
    dimensions: ['Campaign.campaignId', 'Campaign.eventDate'],
  },
  categories: { measures: ['MemberCategory.count'] },
  assets: { measures: ['Asset.count'] },
};

interface Told {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Headers that differ in any two answers. */
const ofEachAnswer = ['date', 'x-correlation-id', 'set-cookie'];

async function ask(url: string, cookie: string, path: string, body?: object): Promise<Told> {
  const answer = await fetch(`${url}${path}`, {
    headers: { Cookie: cookie, 'X-Requested-By': 'superscope', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => !ofEachAnswer.includes(name)));
  return { status: answer.status, headers, body: await answer.text() };
}

/** Everything that an employer is told, by request. */
async function everything(of: Employer, at = api): Promise<Record<string, Told>> {
  const client = at.client();
  expect((await client.signIn(of)).status).toBe(200);
  const told: Record<string, Told> = {};
  for (const path of paths(employers[of])) told[`GET ${path}`] = await ask(at.url, client.cookie, path);
  for (const [name, query] of Object.entries(questions)) {
    told[`load ${name}`] = await ask(at.url, client.cookie, '/cubejs-api/v1/load', { query });
    told[`figures ${name}`] = await ask(at.url, client.cookie, '/api/figures', { queries: [query] });
  }
  return told;
}

const activity = {
  effectiveDate: today,
  consultant: null,
  valid: null,
  outcome: null,
  amountCents: null,
  personal: { notes: null, fundName: null },
};
const now = () => byTest(new Date().toISOString());

/** Records a consultation by the api, a sign-in and a request for contact of one member, and the member's steps of a campaign. */
async function recordSomething(memberId: string): Promise<void> {
  const consultant = api.client();
  await consultant.signIn('authorisedrep');
  const consulted = { consultationPerformed: { create: true } };
  const body = { memberId, effectiveDate: today, consultant: 'authorisedrep', ...consulted };
  expect(await consultant.post('/api/members/events', body)).toMatchObject({ status: 200 });
  const { store } = engines;
  await store.transact(memberStream, memberId, recordActivity('SignedIn', activity, today), now());
  await store.transact(memberStream, memberId, requestContact(`${today}T01:00:00.000Z`, 'insurance'), now());
  const steps = [
    [memberId, 'Sent', `${ranOn}T01:00:00.000Z`],
    [memberId, 'Open Email', `${addDays(ranOn, 1)}T01:00:00.000Z`],
  ] as const;
  await store.transact(campaignStream, 'TWR.K1', recordEngagement(randomUUID(), steps), now());
  await caughtUp(engines, projector);
}

const changesAfter = (sequence: number) =>
  engines.mongo
    .db('ops')
    .collection<{ _id: number; planId: string | null; readModels: Change['readModels'] }>('changes')
    .find({ _id: { $gt: sequence } })
    .sort({ _id: 1 })
    .toArray();

describe('what an employer is told', () => {
  it.each(Object.keys(employers) as Employer[])(
    'is the same to the byte for a %s before and after something is recorded about a member, also where it is computed again',
    { timeout: 120_000 },
    async (employer) => {
      const before = await everything(employer);
      expect(Object.values(before).filter(({ status }) => status === 200).length).toBeGreaterThan(25);
      for (const name of Object.keys(questions)) expect(before[`load ${name}`], name).toMatchObject({ status: 200 });
      const last = (await changesAfter(0)).at(-1)!._id;
      await recordSomething(plan.memberIds[Object.keys(employers).indexOf(employer)]!);
      expect(await everything(employer)).toEqual(before);
      // An api without anything in its caches.
      const fresh = await startApi(engines);
      expect(await everything(employer, fresh)).toEqual(before);
      await fresh.stop();

      const changes = await changesAfter(last);
      const changed = new Set(changes.flatMap(({ readModels }) => readModels));
      expect([...changed]).toEqual(
        expect.arrayContaining(['memberEvents', 'contactRequests', 'campaignEngagement', 'memberSnapshots']),
      );
      for (const { _id: sequence, ...change } of changes)
        expect(visibleChange(employers[employer], { sequence, ...change })).toBeNull();
      // Nor is an answer computed again, which its time would tell.
      for (const [name, source] of Object.entries(employerSources))
        for (const model of source.readModels(null)) expect(changed.has(model), `${name} by ${model}`).toBe(false);
    },
  );

  it('is pushed to a browser only when something for employers changes', async () => {
    const client = api.client();
    await client.signIn('companyrep');
    const stop = new AbortController();
    const stream = await fetch(`${api.url}/api/changes`, { headers: { Cookie: client.cookie }, signal: stop.signal });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    await recordSomething(plan.memberIds[5]!);
    const staff = api.client();
    await staff.signIn('staff');
    const { body } = await staff.request('/api/news');
    expect(await staff.request('/api/news', putting(body))).toMatchObject({ status: 200 });
    let text = '';
    while (!text.includes('event: change')) text += (await reader.read()).value ?? '';
    stop.abort();
    const [, data] = /event: change[^]*?data: (.*)/.exec(text)!;
    expect(JSON.parse(data!)).toMatchObject({ sequence: 1, planId: null, readModels: ['news'] });
  });

  it('has no position of the log, and names none but those of own writes', async () => {
    const client = api.client();
    await client.signIn('companyrep');
    const watch = { planId: own, metric: 'superScore', direction: 'below', threshold: 2 };
    const { status, body } = await client.post('/api/watches', watch);
    expect([status, decodePosition(String(body['position']))]).toEqual([200, null]);
    await caughtUp(engines, projector);
    const asking = (after: string, by: ApiClient) =>
      by
        .request('/api/watches', { headers: { 'X-After': after } })
        .then(({ headers }) => headers.get('X-Projected-Position'));
    expect(await asking(`${String(body['stream'])}@${String(body['position'])}`, client)).toBeNull();
    // A position far ahead is waited for only if staff name it.
    const ahead = `${String(body['stream'])}@9999999999/9999999999`;
    const staff = api.client();
    await staff.signIn('staff');
    expect(decodePosition((await asking(ahead, staff))!)).not.toBeNull();
    expect(await asking(ahead, client)).toBeNull();
  });

  it('is that figures are ready, while only those of single members are derived', async () => {
    const dirty = engines.mongo.db('views').collection<{ _id: string }>('dirty');
    const derived = async (username: string | null) => {
      const client = api.client();
      if (username !== null) await client.signIn(username);
      return (await client.request('/api/ready')).body['derived'];
    };
    const stale = { _id: 'of a member', derivation: 'none', planId: own, members: [plan.memberIds[0]!] };
    await dirty.insertOne(stale);
    expect([await derived(null), await derived('companyrep'), await derived('staff')]).toEqual([true, true, false]);
    await dirty.updateOne({ _id: stale._id }, { $set: { members: null } });
    expect([await derived(null), await derived('staff')]).toEqual([false, false]);
    await dirty.deleteOne({ _id: stale._id });
    expect(await eventually(() => derived('staff'))).toBe(true);
  });
});

const putting = (body: object) => ({
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
