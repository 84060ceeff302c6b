import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Views } from '@superscope/api/platform/engines.module';
import { MadeFiles } from '@superscope/api/work/made-files';
import { Schedule, type Clock } from '@superscope/api/work/schedule';
import { WorkProgress } from '@superscope/api/work/work-progress';
import { Worker } from '@superscope/api/work/worker';
import type { PageProgress } from '@superscope/contracts/page-event';
import type { PlanReport, ServedTemplate } from '@superscope/contracts/plan-report';
import type { PolicyCommitteeReportResult } from '@superscope/contracts/policy-committee-report';
import type { RenderRequest } from '@superscope/contracts/rendering';
import type { Template, TemplateChange, TemplateDifference } from '@superscope/contracts/report-templates';
import type { DevOpsTree } from '@superscope/contracts/dev-ops';
import type { ScheduledClocks, WorkItem, WorkList } from '@superscope/contracts/work';
import { sydneyDate } from '@superscope/contracts/sydney-time';
import { workTitle } from '@superscope/contracts/work-names';
import { calendarStream, closeMonths } from '@superscope/domain/calendar/calendar';
import { streamName } from '@superscope/domain/event';
import { reportStream } from '@superscope/domain/report/report';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { EventStore } from '@superscope/event-store/event-store';
import { noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { Binary, ObjectId } from 'mongodb';
import { afterEach, beforeAll, beforeEach, afterAll, describe, expect, it, vi } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { StaffAccounts } from '../harness/staff-accounts.js';
import { rendererSecret, startStandInRenderer } from '../harness/renderer.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const own = 'TWR.P0001';
const foreign = 'LBE.P0009';

let engines: PortalEngines;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector();
  await projector.start();
  const plan = new SamplePlan(engines.store, engines.identity, own);
  await plan.figures();
  await plan.register(14);
  await plan.month('2026-01', 80_000);
  await new SamplePlan(engines.store, engines.identity, foreign).register(1);
  // Each api closes what is due as it starts, but does not wait until that is published.
  const now = new Date().toISOString();
  await engines.store.transact(calendarStream, '', closeMonths(sydneyDate(now)), byTest(now));
  await caughtUp(engines, projector);
});
afterEach(async () => {
  const all = stops.reverse();
  stops = [];
  for (const stop of all) await stop();
});
afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

type Answer = { status: number; body: string };
const pdf = (text = 'a file'): Answer => ({ status: 200, body: `%PDF-${text}` });
const problem = (status: number, message: string): Answer => ({ status, body: JSON.stringify({ message }) });

/** Starts an api whose files come from this renderer. */
async function start(answer: () => Promise<Answer>, progress?: PageProgress) {
  const { asked, settings, stop } = await startStandInRenderer(answer, () => progress);
  const api = await startApi(engines, settings);
  stops.push(stop, api.stop);
  const as = async (username: string): Promise<ApiClient> => {
    const client = api.client();
    await client.signIn(username);
    return client;
  };
  return { asked, as, api, app: api.app };
}

/** Different terms make different requests, so that no test gets the work of another. */
const periods = [
  'months1',
  'months3',
  'months6',
  'months12',
  'months24',
  'sincePlanStart',
  'sinceLastCampaign',
] as const;
let used = 0;
const request = async (client: ApiClient, planId = own, period: string = periods[used++]!): Promise<string> => {
  const { status, body } = await client.post('/api/reports', { kind: 'pcmReport', planId, period });
  expect([status, body.message]).toEqual([202, undefined]);
  return String(body['workId']);
};
const mine = async (client: ApiClient): Promise<WorkItem[]> =>
  ((await client.request('/api/work/mine')).body as unknown as WorkList).items;
/** Waits until the caller's work is in a state. */
async function once(client: ApiClient, workId: string, state: WorkItem['state']): Promise<WorkItem> {
  for (;;) {
    const found = (await mine(client)).find((each) => each.workId === workId);
    if (found?.state === state) return found;
    await delay(50);
  }
}
const change = (client: ApiClient, workId: string, how: 'stop' | 'retry') =>
  client.request(`/api/work/${workId}/${how}`, { method: 'POST' });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const file = (client: ApiClient, workId: string) => client.request(`/api/reports/${workId}/file`);

describe('the Policy Committee Report', () => {
  const ask = (client: ApiClient, fields: Record<string, string> = {}, planId = own) => {
    const body = new FormData();
    body.append('engagedOnly', 'false');
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    return client.request(`/api/plans/${planId}/reports/request`, { method: 'POST', body });
  };
  const results = async (client: ApiClient, query = '') =>
    (await client.request(`/api/plans/${own}/reports/result${query}`)).body as unknown as Record<string, string>[];

  it('is requested, printed from its page with a code, listed with its period, and downloaded by whoever may make one', async () => {
    const { as, asked } = await start(async () => pdf());
    const staff = await as('staff');
    const answer = await ask(staff, { engagedOnly: 'true' });
    expect([answer.status, answer.body.message]).toEqual([202, undefined]);
    const workId = String(answer.body['workId']);
    const made = await once(staff, workId, 'done');
    expect(made).toMatchObject({
      kind: 'policyCommitteeReport',
      planId: own,
      companyId: null,
      engagedOnly: true,
      file: { name: 'PolicyCommitteeReport engaged members.pdf' },
    });
    const printed = new URL(asked[0]!.path, 'http://portal');
    expect(printed.pathname).toBe('/policyCommitteeReport');
    expect(Object.fromEntries(printed.searchParams)).toEqual({
      planId: own,
      engagedOnly: 'true',
      disableAnimations: 'true',
      code: expect.stringMatching(/^[A-Z0-9]{12}$/) as string,
      moment: asked[0]!.keeps!.about.moment,
    });
    expect(asked[0]!.keeps).toMatchObject({
      title: expect.stringContaining('Policy Committee Report, engaged members') as string,
      about: {
        document: 'policyCommitteeReport',
        planId: own,
        terms: { template: 'DEFAULT', engagedOnly: 'true' },
        start: '2026-01-31',
        end: '2026-01-31',
        code: printed.searchParams.get('code'),
        editions: [{ month: '2026-01', edition: 1 }],
      },
    });
    const events: unknown[] = [];
    for await (const event of engines.store.read(streamName(reportStream, workId))) events.push(event);
    expect(events.at(-1)).toMatchObject({
      type: 'ReportMade',
      data: { pdfSha256: sha256('%PDF-a file'), figuresSha256: sha256(JSON.stringify(asked[0]!.keeps!.about)) },
    });
    const consultant = await as('authorisedrep');
    const listed = {
      id: workId,
      generated: made.endedAt,
      start: '2026-01-31',
      end: '2026-01-31',
      template: 'DEFAULT',
      engagedOnly: true,
      by: made.askedBy,
      code: printed.searchParams.get('code'),
      keptUntil: made.file?.keptUntil,
      mayKeep: false,
      figuresKept: true,
    };
    expect(await results(consultant)).toEqual([{ ...listed, isNew: false }]);
    expect(await results(staff)).toEqual([{ ...listed, mayKeep: true, isNew: true }]);
    expect((await staff.request(`/api/plans/${own}/reports/result?resultId=${workId}`)).status).toBe(200);
    expect(await results(staff)).toEqual([{ ...listed, mayKeep: true, isNew: false }]);
    const saved = await consultant.request(`/api/plans/${own}/reports/result?resultId=${workId}`);
    expect(String(saved.body)).toBe('%PDF-a file');
    const accesses: unknown[] = [];
    for await (const batch of engines.store.readAll({ from: null, prefixes: ['access-'] }))
      for (const event of batch) if ('data' in event) accesses.push(...(event.data as { entries: object[] }).entries);
    for (const role of ['Staff', 'AuthorizedRep'])
      expect(accesses).toContainEqual(
        expect.objectContaining({
          role,
          action: 'export',
          object: 'policyCommitteeReport',
          planId: own,
          filter: expect.objectContaining({ work: workId }) as object,
        }),
      );
    expect(saved.headers.get('content-disposition')).toContain('filename="PolicyCommitteeReport engaged members.pdf"');
    expect(await results(consultant, `?companyId=${own}-E1`)).toEqual([]);
  });

  it('is refused without the right, the plan, its employer or figures, and for a form with anything else', async () => {
    const { as, asked } = await start(async () => pdf());
    const [staff, rep] = [await as('staff'), await as('companyrep')];
    expect((await ask(rep)).status).toBe(403);
    expect((await rep.request(`/api/plans/${own}/reports/result`)).status).toBe(403);
    expect((await ask(staff, { companyId: `${foreign}-E1` })).status).toBe(404);
    expect(await ask(staff, {}, foreign)).toMatchObject({
      status: 409,
      body: { message: 'No figures were imported yet, so there is nothing to report.' },
    });
    expect((await ask(staff, { engagedOnly: 'perhaps' })).status).toBe(400);
    expect((await ask(staff, { colour: 'blue' })).status).toBe(400);
    expect((await staff.post(`/api/plans/${own}/reports/request`, {})).status).toBe(415);
    const none = '00000000-0000-4000-8000-000000000000';
    expect((await staff.request(`/api/plans/${own}/reports/result?resultId=${none}`)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  it('waits until the plan’s figures are derived, so that its moment has all that was recorded by then', async () => {
    const { as, asked, app } = await start(async () => pdf());
    const rep = await as('authorisedrep');
    const { dirty: marks } = app.get(Views);
    const looks: string[] = [];
    vi.spyOn(app.get(Views), 'dirty', 'get').mockImplementation(() => {
      looks.push(new Date().toISOString());
      return marks;
    });
    const dirty = engines.mongo.db('views').collection<{ _id: string; planId: string }>('dirty');
    await dirty.insertOne({ _id: 'held by the test', planId: own });
    const workId = String((await ask(rep, { engagedOnly: 'true' })).body['workId']);
    // There is a second look because the first one found the mark.
    await expect.poll(() => looks.length).toBeGreaterThan(1);
    expect(asked).toEqual([]);
    await dirty.deleteOne({ _id: 'held by the test' });
    await once(rep, workId, 'done');
    expect(asked).toHaveLength(1);
    expect(asked[0]!.keeps!.about.moment > looks[0]!).toBe(true);
  });

  it('says which page is drawn while it is made, and nothing of that afterwards', async () => {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((done) => {
      letGo = done;
    });
    const { as, app } = await start(
      async () => {
        await held;
        return pdf();
      },
      { done: 9, total: 24 },
    );
    const consultant = await as('authorisedrep');
    const workId = String((await ask(consultant)).body['workId']);
    const running = async () => (await mine(consultant)).find((each) => each.workId === workId)?.progress;
    await expect.poll(running, { timeout: 20_000 }).toEqual({ done: 9, total: 24, unit: 'pages' });
    letGo();
    expect((await once(consultant, workId, 'done')).progress).toBeNull();
    expect(await app.get(WorkProgress).of([workId])).toEqual(new Map());
  });
});

describe('work that keeps a loop of its own', () => {
  it('is listed beside the rest: an import with its file, to those who may see imports', async () => {
    const { as } = await start(async () => pdf());
    const staff = await as('staff');
    const body = new FormData();
    body.append('file', new Blob(['providerId,name\nVX1,Quince Advice\n'], { type: 'text/csv' }), 'advisers.csv');
    const { status } = await staff.request('/api/csv/import?table=providers', { method: 'POST', body });
    expect(status).toBe(202);
    const listed = async (client: ApiClient): Promise<WorkItem | undefined> => {
      const { items } = (await client.request('/api/work')).body as unknown as WorkList;
      return items.find(({ kind }) => kind === 'fileImport');
    };
    while ((await listed(staff))?.state !== 'done') await delay(50);
    expect(await listed(staff)).toMatchObject({ about: 'advisers.csv', isOwn: true, mayChange: false, file: null });
    expect(await listed(await as('devops'))).toMatchObject({ about: null, isOwn: false });
  });
});

describe('what runs by the clock', () => {
  const nightly = { every: 'day', at: '01:00' } as const;
  let folder = 0;

  /** A schedule with its own memory, or that of another one, and the runs of its one clock. */
  function clocked(run: Clock['run'], of = `clocks${(folder += 1)}`) {
    const schedule = new Schedule({ db: engines.mongo.db(of) });
    schedule.add({ key: 'nightly', name: 'Something nightly', times: nightly, run });
    return { schedule, of };
  }
  const done = { isDone: true, said: 'Done' };
  const at = (instant: string) => new Date(instant);

  it('runs when its time has come, and once for all the runs that were missed', async () => {
    let runs = 0;
    const { schedule } = clocked(async () => {
      runs += 1;
      return done;
    });
    await schedule.turn(at('2026-01-10T14:00:00Z'));
    await schedule.turn(at('2026-01-11T13:59:00Z'));
    expect(runs).toBe(1);
    await schedule.turn(at('2026-01-15T03:00:00Z'));
    expect(runs).toBe(2);
    expect(await schedule.list(at('2026-01-15T03:00:00Z'))).toMatchObject([
      {
        name: 'Something nightly',
        times: 'Every day, 01:00',
        next: at('2026-01-15T14:00:00Z'),
        run: { due: at('2026-01-14T14:00:00Z'), outcome: 'done', said: 'Done' },
      },
    ]);
  });

  it('runs in one process at a time', async () => {
    let [runs, letGo] = [0, () => {}];
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const run = async () => {
      runs += 1;
      await held;
      return done;
    };
    const first = clocked(run);
    const second = clocked(run, first.of);
    const under = first.schedule.turn(at('2026-01-10T14:00:00Z'));
    while (runs === 0) await delay(10);
    await second.schedule.turn(at('2026-01-10T14:00:10Z'));
    letGo();
    await under;
    await second.schedule.turn(at('2026-01-10T14:00:20Z'));
    expect(runs).toBe(1);
  });

  it('is tried again ten minutes after it failed, and says so meanwhile', async () => {
    let runs = 0;
    const { schedule } = clocked(async () => {
      runs += 1;
      if (runs === 1) throw new Error('a secret of the machine');
      return done;
    });
    const began = new Date();
    await schedule.turn(began);
    const [failed] = await schedule.list();
    expect(failed!.run).toMatchObject({
      outcome: 'failed',
      said: 'Something went wrong. It is tried again within ten minutes.',
    });
    await schedule.turn(new Date(began.getTime() + 60_000));
    expect(runs).toBe(1);
    await schedule.turn(new Date(began.getTime() + 11 * 60_000));
    expect((await schedule.list())[0]!.run).toMatchObject({ outcome: 'done' });
  });

  it('is run again if its process was killed in the middle', async () => {
    const { schedule, of } = clocked(async () => done);
    const due = at('2026-01-10T14:00:00Z');
    await engines.mongo
      .db(of)
      .collection<{ _id: string }>('clock_runs')
      .insertOne({ _id: 'nightly', due, startedAt: due, endedAt: null, outcome: null, said: null } as { _id: string });
    await schedule.turn(at('2026-01-10T14:05:00Z'));
    expect((await schedule.list())[0]!.run).toMatchObject({ due, outcome: 'done' });
  });

  it('is listed for those who may see background work', async () => {
    const { as } = await start(async () => pdf());
    expect((await (await as('companyrep')).request('/api/work/clocks')).status).toBe(403);
    const { body } = await (await as('devops')).request('/api/work/clocks');
    expect((body as unknown as ScheduledClocks).map(({ name, times }) => [name, times])).toEqual([
      ['Files of OneCentral past their days are deleted', 'Every hour, 25 minutes past'],
      ['Files past their days are deleted', 'Every hour, 15 minutes past'],
      ['Months begin and close, and member events are processed', 'Every day, 00:00'],
    ]);
  });
});

describe('a document that is made in the background', () => {
  it('can be downloaded once it is made, and is new until then', async () => {
    const { as } = await start(async () => pdf());
    const rep = await as('companyrep');
    const workId = await request(rep);
    const made = await once(rep, workId, 'done');
    expect(made).toMatchObject({
      kind: 'pcmReport',
      isOwn: true,
      attempts: 1,
      reason: null,
      mayChange: true,
      file: { name: 'pcmreport.pdf', bytes: 11, isNew: true },
      steps: [{ name: 'Drawing and printing', doneAt: expect.any(String) as string }],
    });
    expect(Date.parse(made.file!.keptUntil) - Date.parse(made.endedAt!)).toBeGreaterThan(29 * 86_400_000);
    const saved = await file(rep, workId);
    expect([saved.status, String(saved.body)]).toEqual([200, '%PDF-a file']);
    expect(saved.headers.get('content-disposition')).toContain('filename="pcmreport.pdf"');
    expect((await once(rep, workId, 'done')).file!.isNew).toBe(false);
  });

  it('is no longer given out after its 30 days', async () => {
    const { as } = await start(async () => pdf('an old file'));
    const staff = await as('staff');
    const workId = await request(staff, own, 'sinceLastCampaign');
    expect((await once(staff, workId, 'done')).file).not.toBeNull();
    const old = new Date(Date.now() - 31 * 86_400_000);
    await engines.mongo
      .db('files')
      .collection('made.files')
      .updateMany({}, { $set: { 'metadata.madeAt': old } });
    expect((await once(staff, workId, 'done')).file).toBeNull();
    expect(await file(staff, workId)).toMatchObject({
      status: 410,
      body: { message: 'This file is no longer kept. Please have it made again.' },
    });
  });

  it('is kept for seven years by Staff who may see its plan, with its figures, and no longer for anybody else', async () => {
    const { as, app } = await start(async () => pdf('kept by hand'));
    const [staff, rep] = [await as('staff'), await as('authorisedrep')];
    // Without a file, a form may be of either kind.
    const body = new URLSearchParams({ companyId: `${own}-E1` });
    const asked = await staff.request(`/api/plans/${own}/reports/request`, { method: 'POST', body });
    expect(asked.status).toBe(202);
    const workId = String(asked.body['workId']);
    expect(await once(staff, workId, 'done')).toMatchObject({ mayKeep: true, keptUntil: null });
    const keep = (client: ApiClient, id = workId) => client.request(`/api/reports/${id}/keep`, { method: 'POST' });
    expect((await keep(rep)).status).toBe(403);
    expect((await keep(staff, '00000000-0000-4000-8000-000000000000')).status).toBe(404);
    expect((await keep(staff)).status).toBe(200);
    let kept = await once(staff, workId, 'done');
    for (; kept.mayKeep; kept = await once(staff, workId, 'done')) await delay(50);
    const years = (Date.parse(kept.keptUntil!) - Date.now()) / (365.25 * 86_400_000);
    expect(years).toBeGreaterThan(6.9);
    expect(kept.file!.keptUntil.slice(0, 10)).toBe(kept.keptUntil!.slice(0, 10));
    // What is left of a file whose worker was killed while it stored it.
    const cutOff = new ObjectId();
    const chunks = engines.mongo.db('files').collection('made.chunks');
    await chunks.insertOne({ files_id: cutOff, n: 0, data: new Binary(Buffer.from('half')) });
    await app.get(MadeFiles).deleteOld();
    expect(await chunks.countDocuments({ files_id: cutOff })).toBe(1);
    await app.get(MadeFiles).deleteOld(new Date(Date.now() + 365 * 86_400_000));
    expect(await chunks.countDocuments({ files_id: cutOff })).toBe(0);
    expect((await file(staff, workId)).status).toBe(200);
    const left = await engines.mongo.db('files').collection('made.files').distinct('filename');
    const figures = await engines.mongo.db('views').collection('work').distinct('figuresSha256');
    // Every other document is gone. Figures stay, so that reports can be checked by them.
    const ofReports = figures.filter((digest) => digest !== null);
    expect(left.toSorted()).toEqual([sha256('%PDF-kept by hand'), ...ofReports].toSorted());
    const path = `/api/plans/${own}/reports/result`;
    const listed = async () =>
      ((await staff.request(`${path}?companyId=${own}-E1`)).body as unknown as PolicyCommitteeReportResult[]).find(
        ({ id }) => id === workId,
      );
    const { keptUntil } = kept.file!;
    expect(await listed()).toMatchObject({ keptUntil, mayKeep: false, figuresKept: true, isNew: false });
    // A report without its file stays in the list, because it can still be checked.
    await engines.mongo
      .db('files')
      .collection('made.files')
      .deleteOne({ filename: sha256('%PDF-kept by hand') });
    expect(await listed()).toMatchObject({ keptUntil: null, mayKeep: false, figuresKept: true, isNew: false });
    expect((await staff.request(`${path}?resultId=${workId}`)).status).toBe(410);
  });

  it('that failed is tried again by the same request within a minute', async () => {
    const answers = [problem(409, 'No figures yet.'), pdf()];
    const { as, asked } = await start(async () => answers[Math.min(asked.length, answers.length) - 1]!);
    const admin = await as('admin');
    const workId = await request(admin, own, 'months24');
    await once(admin, workId, 'failed');
    expect(await request(admin, own, 'months24')).toBe(workId);
    await once(admin, workId, 'done');
  });

  it('is made once if it is requested twice within a minute', async () => {
    const { as, asked } = await start(async () => pdf());
    const staff = await as('staff');
    const [first, second] = await Promise.all([request(staff, own, 'months1'), request(staff, own, 'months1')]);
    expect(second).toBe(first);
    await once(staff, first, 'done');
    expect(await request(staff, own, 'months1')).toBe(first);
    // Another person's request is another one.
    const other = await request(await as('admin'), own, 'months1');
    expect(other).not.toBe(first);
    await once(await as('admin'), other, 'done');
    expect(asked.length).toBe(2);
  });

  it('is tried again later if the renderer does not answer, or at once if somebody asks', async () => {
    const answers = [problem(502, 'no'), pdf()];
    const { as, asked } = await start(async () => answers[Math.min(asked.length, answers.length) - 1]!);
    const staff = await as('staff');
    const workId = await request(staff);
    const waiting = await once(staff, workId, 'retrying');
    expect(waiting).toMatchObject({ attempts: 1, file: null });
    expect(waiting.reason).toBe(waiting.tries[0]!.reason);
    expect(Date.parse(waiting.retryAt!) - Date.parse(waiting.tries[0]!.endedAt!)).toBeGreaterThan(5_000);
    expect((await change(staff, workId, 'retry')).status).toBe(200);
    expect((await once(staff, workId, 'done')).tries.length).toBe(2);
  });

  it('is made beside at most one other, however many people ask at once', async () => {
    let [atOnce, most] = [0, 0];
    const { as } = await start(async () => {
      most = Math.max(most, (atOnce += 1));
      await delay(30);
      atOnce -= 1;
      return pdf();
    });
    const people = await Promise.all(['staff', 'admin', 'authorisedrep', 'companyrep', 'auditor'].map(as));
    const works = await Promise.all(people.map((person) => request(person, own, 'sinceFirstCampaign')));
    for (const [at, person] of people.entries()) await once(person, works[at]!, 'done');
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('waits for another one of the same person, while other people’s are made', async () => {
    await engines.mongo.db('ops').collection('report_requests').deleteMany({});
    let letGo = () => {};
    const held = new Promise<void>((done) => (letGo = done));
    const { as, asked } = await start(async () => {
      await held;
      return pdf();
    });
    const [staff, admin] = [await as('staff'), await as('admin')];
    const first = await request(staff, own, 'months1');
    const second = await request(staff, own, 'months3');
    const other = await request(admin, own, 'months1');
    await vi.waitUntil(() => asked.length === 2, { timeout: 30_000 });
    await once(staff, first, 'running');
    await once(admin, other, 'running');
    await once(staff, second, 'waiting');
    letGo();
    for (const workId of [first, second]) await once(staff, workId, 'done');
    await once(admin, other, 'done');
    expect(asked).toHaveLength(3);
  });

  it('fails at once, with its reason, if no later try can succeed', async () => {
    const { as } = await start(async () => problem(409, 'No figures yet. Choose another plan.'));
    const staff = await as('staff');
    const failed = await once(staff, await request(staff), 'failed');
    expect(failed).toMatchObject({ reason: 'No figures yet. Choose another plan.', attempts: 1, retryAt: null });
  });

  it('that failed is taken in hand by operations, or settled by a later one, and is called the same everywhere', async () => {
    const answers = [problem(409, 'No figures yet.'), problem(409, 'No figures yet.'), pdf()];
    const { as, asked } = await start(async () => answers[Math.min(asked.length, answers.length) - 1]!);
    const [staff, devops] = [await as('staff'), await as('devops')];
    await engines.mongo.db('views').collection('work').deleteMany({ state: 'failed' });
    // The same request within a minute would be the one that failed in an earlier test.
    await engines.mongo.db('ops').collection('report_requests').deleteMany({});
    const [first, second] = [await request(staff, own, 'months1'), await request(staff, own, 'months3')];
    for (const workId of [first, second]) await once(staff, workId, 'failed');
    const listed = async (workId: string) =>
      ((await devops.request('/api/work')).body as unknown as WorkList).items.find((each) => each.workId === workId)!;
    const failing = async () => {
      const { summary, children } = (await devops.request('/api/devops/batches')).body as unknown as DevOpsTree;
      const alert = ((await devops.request('/api/devops/monitors/tree')).body as unknown as DevOpsTree).children.find(
        ({ label }) => label === 'Work failed',
      );
      return {
        summary: summary.find(({ state }) => state === 'failed')?.text,
        tree: children.flatMap((group) => group.children.filter(({ state }) => state === 'failed')),
        alert,
      };
    };
    const titles = [workTitle(await listed(first)), workTitle(await listed(second))];
    const both = await failing();
    expect([both.summary, both.alert?.description]).toEqual(['2 failed', '2 jobs failed']);
    for (const nodes of [both.tree, both.alert!.children]) expect(nodes.map(({ label }) => label)).toEqual(titles);
    const acknowledge = (client: ApiClient, workId: string, reason = 'The fund sends figures on Friday.') =>
      client.post(`/api/work/${workId}/acknowledge`, { reason });
    expect((await acknowledge(staff, first)).status).toBe(403);
    expect((await acknowledge(devops, first, ' ')).status).toBe(400);
    expect((await acknowledge(devops, '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11')).status).toBe(404);
    expect((await acknowledge(devops, first)).status).toBe(200);
    await expect
      .poll(async () => (await listed(first)).settled)
      .toMatchObject({ how: 'acknowledged', reason: 'The fund sends figures on Friday.' });
    expect(await failing()).toMatchObject({ summary: '1 failed', alert: { description: `${titles[1]} failed` } });
    // The same report, made later, leaves nothing to do for the one that failed.
    await engines.mongo.db('ops').collection('report_requests').deleteMany({});
    const again = await request(staff, own, 'months3');
    await once(staff, again, 'done');
    expect((await listed(second)).settled).toMatchObject({ how: 'succeeded', by: workTitle(await listed(again)) });
    expect(await failing()).toEqual({ summary: undefined, tree: [], alert: undefined });
    expect((await acknowledge(devops, again)).body.message).toBe('Only what failed can be acknowledged.');
    // Another failure of the same work is nobody's.
    expect((await change(devops, first, 'retry')).status).toBe(200);
    await expect.poll(async () => (await listed(first)).settled).toBeNull();
    await once(staff, first, 'done');
  });

  it('is carried on by another process whenever one loses its lease, as the same try, and is made once', async () => {
    const lost = 4;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let printed = 0;
    const answer = async () => {
      const nth = (printed += 1);
      if (nth <= lost) await held;
      return pdf(`number ${nth}`);
    };
    const { as } = await start(answer);
    await start(answer);
    const staff = await as('staff');
    const workId = await request(staff);
    for (let nth = 1; nth <= lost; nth += 1) {
      await vi.waitUntil(() => printed === nth, { timeout: 30_000 });
      // As if this process had been paused for longer than its lease lasts.
      await engines.mongo
        .db('ops')
        .collection<{ _id: string }>('leases')
        .deleteOne({ _id: `work/${workId}` });
    }
    const made = await once(staff, workId, 'done');
    letGo();
    expect(made).toMatchObject({ attempts: 1, reason: null });
    expect(made.tries).toHaveLength(lost + 1);
    expect(String((await file(staff, workId)).body)).toBe(`%PDF-number ${lost + 1}`);
  });

  it('is stopped between its steps, and carried on when it is asked for again', async () => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const { as, asked } = await start(async () => {
      await held;
      return pdf();
    });
    const staff = await as('staff');
    const workId = await request(staff);
    while (asked.length < 1) await delay(20);
    expect((await change(staff, workId, 'stop')).status).toBe(200);
    await once(staff, workId, 'stopping');
    letGo();
    const stopped = await once(staff, workId, 'stopped');
    expect(stopped.file).toBeNull();
    expect((await change(staff, workId, 'retry')).status).toBe(200);
    await once(staff, workId, 'done');
    // The printed file was kept, so it is not printed again.
    expect(asked.length).toBe(1);
  });

  it('belongs to the person who asked; others see of it what they may', async () => {
    const { as } = await start(async () => pdf());
    const [staff, rep, admin, devops] = [
      await as('staff'),
      await as('companyrep'),
      await as('admin'),
      await as('devops'),
    ];
    const workId = await request(staff);
    await once(staff, workId, 'done');
    for (const other of [rep, admin]) {
      expect((await file(other, workId)).status).toBe(404);
      expect((await mine(other)).map((each) => each.workId)).not.toContain(workId);
    }
    expect((await change(rep, workId, 'stop')).status).toBe(404);
    expect((await rep.request('/api/work')).status).toBe(403);
    expect((await file(devops, workId)).status).toBe(403);
    const listed = async (client: ApiClient) =>
      ((await client.request('/api/work')).body as unknown as WorkList).items.find((each) => each.workId === workId);
    expect(await listed(admin)).toMatchObject({ isOwn: false, mayChange: true, file: null });
    expect(await listed(devops)).toMatchObject({ about: null, mayChange: true });
    expect((await rep.post('/api/reports', { kind: 'pcmReport', planId: foreign })).status).toBe(403);
    expect((await rep.post('/api/reports', { kind: 'evidence', viewId: 'a'.repeat(24) })).status).toBe(403);
    expect((await staff.post('/api/reports', { kind: 'pcmReport', planId: 'TWR.none' })).status).toBe(404);
    expect((await staff.post('/api/reports', { kind: 'everything', planId: own })).status).toBe(400);
  });
});

describe('a document whose worker or renderer is killed', () => {
  const kinds = ['pcmReport', 'policyCommitteeReport'] as const;
  // Each test asks for the same documents as the others.
  beforeEach(() => engines.mongo.db('ops').collection('report_requests').deleteMany({}));

  const ask = async (client: ApiClient, kind: (typeof kinds)[number]): Promise<string> => {
    if (kind === 'pcmReport') return request(client, own, 'months12');
    const body = new FormData();
    body.append('engagedOnly', 'false');
    const asked = await client.request(`/api/plans/${own}/reports/request`, { method: 'POST', body });
    return String(asked.body['workId']);
  };
  const recorded = async (workId: string): Promise<string[]> => {
    const types: string[] = [];
    for await (const event of engines.store.read(streamName(reportStream, workId))) types.push(event.type);
    return types;
  };

  /** An api whose worker stops for good at its nth write, as if its process were killed there. */
  async function startKilledAt(nth: number) {
    const { as, asked, app } = await start(async () => pdf());
    const store = app.get(EventStore);
    const transact = store.transact.bind(store);
    let [writes, reached, wake] = [0, () => {}, () => {}];
    const killed = new Promise<void>((resolve) => (reached = resolve));
    const asleep = new Promise<void>((resolve) => (wake = resolve));
    vi.spyOn(store, 'transact').mockImplementation(async (stream, id, decision, by) => {
      if (by.commandId.startsWith('work/') && (writes += 1) === nth) {
        reached();
        await asleep;
      }
      return transact(stream, id, decision, by);
    });
    return { as, asked, app, killed, wake };
  }

  it.each([
    [1, 'before it began', { before: 0, after: 1 }],
    [2, 'once the file was printed, before that was recorded', { before: 1, after: 1 }],
    [3, 'once all was done, before it was recorded as made', { before: 1, after: 0 }],
  ] as const)('is made once if the worker ends at its write %i, %s', async (nth, _, printed) => {
    const first = await startKilledAt(nth);
    const workId = await ask(await first.as('staff'), 'policyCommitteeReport');
    await first.killed;
    const second = await start(async () => pdf());
    const leases = engines.mongo.db('ops').collection<{ _id: string }>('leases');
    await leases.deleteOne({ _id: `work/${workId}` });
    await second.app.get(Worker).look();
    const made = await once(await second.as('staff'), workId, 'done');
    expect(made.file).toMatchObject({ name: 'PolicyCommitteeReport.pdf' });
    expect({ before: first.asked.length, after: second.asked.length }).toEqual(printed);
    const events = await recorded(workId);
    expect(events.filter((type) => type === 'ReportMade')).toHaveLength(1);
    // A process that was only paused writes nothing once it wakes up.
    first.wake();
    await first.app.get(Worker).beforeApplicationShutdown();
    expect(await recorded(workId)).toEqual(events);
  });

  type Ends = (response: ServerResponse) => void;
  const atOnce: Ends = (response) => response.destroy();
  const midway: Ends = (response) => {
    response.writeHead(200, { 'Content-Type': 'application/pdf', 'Content-Length': '1000' });
    response.write('%PDF-', () => response.destroy());
  };

  it.each([
    ['before it answers', atOnce],
    ['in the middle of its answer', midway],
  ])('is tried again, with the reason, if the renderer ends %s, and is made once it runs again', async (_, ends) => {
    let isKilled = true;
    const server = createServer((asked, response) => {
      if (isKilled) return void asked.resume().on('end', () => ends(response));
      void text(asked).then(async (body) => {
        const { keeps } = JSON.parse(body) as RenderRequest;
        if (keeps === undefined) return response.end('%PDF-');
        const form = new FormData();
        form.set('pdf', new Blob(['%PDF-']), 'document.pdf');
        form.set('figures', new Blob([JSON.stringify(keeps.about)]), 'figures.json');
        const both = new Response(form);
        response.setHeader('Content-Type', both.headers.get('Content-Type')!);
        return response.end(Buffer.from(await both.arrayBuffer()));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    stops.push(async () => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const api = await startApi(engines, { RENDERER_URL: url, RENDERER_SECRET: rendererSecret });
    stops.push(api.stop);
    const staff = api.client();
    await staff.signIn('staff');
    const works: string[] = [];
    for (const kind of kinds) {
      const workId = await ask(staff, kind);
      works.push(workId);
      expect((await once(staff, workId, 'retrying')).reason).toBe(
        'The program that makes files does not answer. Please try again shortly.',
      );
    }
    isKilled = false;
    for (const workId of works) {
      expect((await change(staff, workId, 'retry')).status).toBe(200);
      await once(staff, workId, 'done');
      expect((await recorded(workId)).filter((type) => type === 'ReportMade')).toHaveLength(1);
    }
  });
});

/** What templates and PDFs are kept for. */
async function registerPlatform(): Promise<void> {
  const platform = { platformId: 'TWR', name: 'Tallowood Retirement', providerId: 'TRP' };
  await engines.store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  await caughtUp(engines, projector);
}

describe('a template of reports', () => {
  const planId = own;
  const companyId = `${planId}-E1`;
  let admin: ApiClient;
  let as: (username: string) => Promise<ApiClient>;
  beforeAll(registerPlatform);
  beforeEach(async () => {
    ({ as } = await start(async () => pdf()));
    admin = await as('admin');
  });
  const fields = {
    platformId: 'TWR',
    planId,
    companyId,
    templateName: 'Annual',
    reportingStartDate: '2025-06-30',
    reportingEndDate: '2026-12-31T00:00:00.000+11:00',
  };
  const page = {
    templatePageNumber: 22,
    templatePageName: 'CustomBiSectionPage',
    sequence: 2,
    heading: 'Your year',
    pageSections: [
      {
        id: 'did',
        templateSectionName: 'What we did',
        sequence: 1,
        sectionItems: [{ sequence: 1, text: 'Two\nseminars.' }],
      },
    ],
  };
  const cover = { templatePageNumber: 1, templatePageName: 'CoverPage', sequence: 1 };
  const save = (body: object, client = admin) => client.post('/api/pcr', body);
  /** A read that includes a write. */
  const read = async <T>(path: string, written: Record<string, unknown>) => {
    const headers = { 'X-After': `${String(written['stream'])}@${String(written['position'])}` };
    return (await admin.request(path, { headers })).body as unknown as T;
  };
  const list = (written: Record<string, unknown>) => read<Template[]>(`/api/pcr?companyId=${companyId}`, written);
  const reportOf = (written: Record<string, unknown>, query = '') =>
    read<PlanReport>(`/api/plans/${planId}/reports?companyId=${companyId}${query}`, written);

  it('is for Staff and Admins only', async () => {
    for (const username of ['companyrep', 'providerrep', 'authorisedrep', 'auditor', 'devops']) {
      const client = await as(username);
      const answers = [
        await client.request('/api/pcr'),
        await save({ ...fields, reportPages: [] }, client),
        await client.request('/api/pcr/resources'),
        await client.request(`/api/plans/${planId}/reports/employer-${companyId}`, { method: 'DELETE' }),
      ];
      expect([username, ...answers.map(({ status }) => status)]).toEqual([username, 403, 403, 403, 403]);
    }
    const staff = await as('staff');
    for (const path of ['/api/pcr', '/api/pcr/resources']) expect((await staff.request(path)).status).toBe(200);
  });

  it('is made with pages, sections and items, and serves its employer at once', async () => {
    const { status, body } = await save({ ...fields, reportPages: [page, cover] });
    expect([status, body.message]).toEqual([200, undefined]);
    expect(body['id']).toBe(`employer-${companyId}`);
    const [template] = await list(body);
    expect(template).toMatchObject({
      templateName: 'Annual',
      reportingEndDate: '2026-12-31',
      reportPages: [
        { templatePageName: 'CoverPage', pageSections: [] },
        { heading: 'Your year', pageSections: [{ id: 'did', sectionItems: [{ text: 'Two\nseminars.', note: null }] }] },
      ],
    });
    const served = await reportOf(body);
    expect(served).toMatchObject({
      template: 'Annual',
      reportingStartDate: '2026-01-31',
      reportingEndDate: '2026-01-31',
      reportPages: [
        { templatePageName: 'CoverPage' },
        { pageSections: [{ heading: 'What we did', sectionItems: [{ text: 'Two\nseminars.' }] }] },
      ],
    });
    const pages = await read<ServedTemplate>(`/api/plans/${planId}/reports/template?companyId=${companyId}`, body);
    expect(pages.reportPages).toEqual(served.reportPages);
    // Another employer's representative in the plan reads the plan's report.
    const rep = await as('companyrep');
    for (const path of ['reports', 'reports/template']) {
      const answer = await rep.request(`/api/plans/${planId}/${path}?companyId=${companyId}`);
      expect([answer.status, answer.body['template'], answer.body['reportPages']]).toEqual([200, 'DEFAULT', []]);
    }
    const wholePlan = await read<PlanReport>(`/api/plans/${planId}/reports`, body);
    expect([wholePlan.template, wholePlan.reportPages]).toEqual(['DEFAULT', []]);
    expect((await admin.request(`/api/plans/${planId}/reports?template=Other`)).status).toBe(404);
  });

  it('is refused with the messages of its fields, where it is there already, and for another plan’s employer', async () => {
    const messages = async (body: object) => {
      const { status, body: answer } = await save(body);
      return [status, answer.message];
    };
    expect(await messages({ ...fields, reportPages: [] })).toEqual([
      409,
      'There is a template for this already: Annual.',
    ]);
    const id = `employer-${companyId}`;
    for (const [body, message] of [
      [{ ...fields, id, templateName: ' ' }, 'Template is required'],
      [{ ...fields, id, reportPages: [{ ...cover, templatePageName: '' }] }, 'Page template is required'],
      [{ ...fields, id, reportPages: [{ ...cover, sequence: 0 }] }, 'Sequence must be greater than 0'],
      [
        { ...fields, id, reportPages: [{ ...page, pageSections: [{ templateSectionName: '', sequence: 1 }] }] },
        'Name is required',
      ],
      [{ ...fields, id, reportPages: [{ ...cover, templatePageName: 'PdfSourcePage' }] }, 'Pdf filename is required'],
      [
        {
          ...fields,
          id,
          reportPages: [{ ...cover, templatePageName: 'PdfSourcePage', sourceFilename: 'No.pdf', sourcePageNumber: 1 }],
        },
        'There is no PDF ‘No.pdf’ on this platform.',
      ],
      [{ ...fields, id, reportPages: [{ ...cover, id: 'again' }] }, 'This template has the page Cover already.'],
    ] as const) {
      const [status, said] = await messages(body);
      expect([status, String(said)]).toEqual([400, expect.stringContaining(message)]);
    }
    expect((await save({ ...fields, companyId: `${foreign}-E1` })).status).toBe(404);
    expect((await save({ ...fields, id, companyId: null })).status).toBe(400);
  });

  it('is named by the reports that are made of it', async () => {
    const body = new FormData();
    body.append('companyId', companyId);
    const asked = await admin.request(`/api/plans/${planId}/reports/request`, { method: 'POST', body });
    expect([asked.status, asked.body.message]).toEqual([202, undefined]);
    const workId = String(asked.body['workId']);
    await once(admin, workId, 'done');
    const results = await admin.request(`/api/plans/${planId}/reports/result?companyId=${companyId}`);
    // Other reports of the employer were made before the template.
    const made = (results.body as unknown as { id: string }[]).find(({ id }) => id === workId);
    expect(made).toMatchObject({ template: 'Annual', start: '2026-01-31', end: '2026-01-31' });
  });

  it('says who changed what, and brings a deleted page and a deleted template back', async () => {
    const id = `employer-${companyId}`;
    const { body: renamed } = await save({ ...fields, id, templateName: 'Yearly' });
    const [template] = await list(renamed);
    const custom = template!.reportPages[1]!;
    const owner = `/api/plans/${planId}/reports/${id}`;
    const remove = (path: string) => admin.request(path, { method: 'DELETE' });
    expect((await remove(`/api/platforms/LBE/reports/${id}`)).status).toBe(404);
    expect((await remove(`/api/plans/${foreign}/reports/${id}`)).status).toBe(404);
    const itemId = custom.pageSections[0]!.sectionItems[0]!.id;
    const { status } = await remove(`${owner}/pages/${custom.id}/sections/did/items/${itemId}`);
    expect(status).toBe(200);
    expect((await remove(`${owner}/pages/${custom.id}/sections/did`)).status).toBe(200);
    const { body: gone } = await remove(`${owner}/pages/${custom.id}`);
    expect((await list(gone))[0]!.reportPages).toHaveLength(1);
    const changes = await read<TemplateChange[]>(`/api/pcr/${id}/changes`, gone);
    expect(changes.map(({ what }) => what)).toEqual([
      'Page deleted',
      'Section deleted',
      'Item 1 deleted',
      'Template renamed',
      'Page made',
      'Item 1 added',
      'Section added',
      'Page made',
      'Template made',
    ]);
    expect(new Set(changes.map(({ by }) => by)).size).toBe(1);
    expect(changes[0]!.by).not.toBeNull();
    const { revision } = changes.find(({ what }) => what === 'Template renamed')!;
    const difference = await read<TemplateDifference>(`/api/pcr/${id}/changes/${revision}?pageId=${custom.id}`, gone);
    expect(difference).toEqual({
      now: [],
      then: ['Page 2: Your year', 'Section 1: What we did', 'Item 1: Two\nseminars.'],
    });
    const back = await admin.post(`/api/pcr/${id}/bringBack`, { revision, pageId: custom.id });
    expect((await list(back.body))[0]!.reportPages[1]).toEqual(custom);
    const deleted = await remove(owner);
    expect(await list(deleted.body)).toEqual([]);
    expect((await reportOf(deleted.body)).template).toBe('DEFAULT');
    const again = await admin.post(`/api/pcr/${id}/bringBack`, { revision: Number(deleted.body['revision']) - 1 });
    expect((await reportOf(again.body)).template).toBe('Yearly');
    expect((await admin.post(`/api/pcr/${id}/bringBack`, { revision: 99 })).status).toBe(404);
    await remove(owner);
  });

  describe('that two people have open', () => {
    const texts = (text: string, note: string | null = null) => ({
      ...page,
      id: 'minutes',
      pageSections: [{ ...page.pageSections[0]!, sectionItems: [{ id: 'fee', sequence: 1, text, note }] }],
    });
    const bare = { ...cover, id: 'front' };
    let staff: ApiClient;
    let id: string;
    let seen: Template;
    beforeEach(async () => {
      staff = await as('staff');
      const made = await save({ ...fields, reportPages: [texts('The fee is $87'), bare] });
      expect(made.body.message).toBeUndefined();
      id = made.body['id'] as string;
      seen = (await list(made.body))[0]!;
    });
    // Before the api is stopped, which ends every test.
    afterEach(async () => {
      await admin.request(`/api/plans/${planId}/reports/${id}`, { method: 'DELETE' });
    });
    const saveOf = (revision: number | undefined, reportPages: object[], client = admin) =>
      save({ ...fields, id, reportPages, ...(revision !== undefined && { revision }) }, client);

    it('keeps the first save, and tells the second person who changed what', async () => {
      const { revision } = seen;
      const first = await saveOf(revision, [texts('The fee is $78')]);
      expect(first.status).toBe(200);
      const second = await saveOf(revision, [texts('The fee is $87', 'Said in May.')], staff);
      expect(second.status).toBe(409);
      expect(second.body).toMatchObject({
        message: 'Somebody changed this template after you read it. Yours was not saved.',
        revision: revision + 1,
        changes: [{ what: 'Item 1 changed', from: 'The fee is $87', to: 'The fee is $78', pageId: 'minutes' }],
      });
      const [{ by, at }] = second.body['changes'] as [TemplateChange];
      expect(by).not.toBeNull();
      expect(Date.parse(at)).not.toBeNaN();
      const [now] = await list(first.body);
      expect(now!.revision).toBe(revision + 1);
      expect(now!.reportPages[1]!.pageSections[0]!.sectionItems[0]).toMatchObject({
        text: 'The fee is $78',
        note: null,
      });
      expect((await saveOf(now!.revision, [texts('The fee is $78', 'Said in May.')], staff)).status).toBe(200);
    });

    it('keeps a deleted page deleted', async () => {
      const gone = await admin.request(`/api/plans/${planId}/reports/${id}/pages/front`, { method: 'DELETE' });
      const late = await saveOf(seen.revision, [{ ...bare, heading: 'Front' }], staff);
      expect(late.status).toBe(409);
      expect(late.body).toMatchObject({ changes: [{ what: 'Page deleted' }] });
      expect((await list(gone.body))[0]!.reportPages.map((each) => each.id)).toEqual(['minutes']);
    });

    it('takes one of two saves at the same instant', async () => {
      const both = await Promise.all([
        saveOf(seen.revision, [texts('The fee is $78')]),
        saveOf(seen.revision, [texts('The fee is $88')], staff),
      ]);
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    });

    it('is saved as before by a client that names no revision', async () => {
      await saveOf(seen.revision, [texts('The fee is $78')]);
      expect((await saveOf(undefined, [texts('The fee is $88')], staff)).status).toBe(200);
    });
  });
});

describe('PDFs for reports', () => {
  let admin: ApiClient;
  beforeAll(registerPlatform);
  beforeEach(async () => {
    const { as } = await start(async () => pdf());
    admin = await as('admin');
  });
  const after = (body: Record<string, unknown>) => ({
    headers: { 'X-After': `${String(body['stream'])}@${String(body['position'])}` },
  });
  const upload = (content: Uint8Array<ArrayBuffer>, name = 'Governance.pdf', query = '', headers = {}) => {
    const body = new FormData();
    body.append('file', new Blob([content], { type: 'application/pdf' }), name);
    return admin.request(`/api/pcr/upload?platformId=TWR${query}`, { method: 'POST', body, headers });
  };

  it('are uploaded with the pages to keep, listed, downloaded, used by a page, and removed once unused', async () => {
    const taken = await upload(pdfOf(3), 'Governance.pdf', `&pageNumbers=${encodeURIComponent('1, 3')}`);
    expect([taken.status, taken.body.message]).toEqual([200, undefined]);
    expect(taken.body).toMatchObject({ filename: 'Governance.pdf', pages: 2, warning: null });
    const listed = (await admin.request('/api/pcr/upload?platformId=TWR', after(taken.body))).body;
    expect(listed).toMatchObject([{ filename: 'Governance.pdf', pages: 2, usedBy: [], platformId: 'TWR' }]);
    const saved = await admin.request('/api/pcr/download/Governance.pdf?platformId=TWR');
    expect(saved.headers.get('content-disposition')).toContain('filename="Governance.pdf"');
    const scope = {
      platformId: 'TWR',
      templateName: 'Standard',
      reportingStartDate: '2025-01-01',
      reportingEndDate: '2027-01-01',
    };
    const page = {
      templatePageNumber: 23,
      templatePageName: 'PdfSourcePage',
      sequence: 1,
      sourceFilename: 'Governance.pdf',
    };
    const tooFar = await admin.post('/api/pcr', { ...scope, reportPages: [{ ...page, sourcePageNumber: 3 }] });
    expect([tooFar.status, tooFar.body.message]).toEqual([400, '‘Governance.pdf’ has 2 pages.']);
    const made = await admin.post('/api/pcr', { ...scope, reportPages: [{ ...page, sourcePageNumber: 2 }] });
    expect(made.status).toBe(200);
    const used = (await admin.request('/api/pcr/resources', after(made.body))).body;
    expect(used).toMatchObject([{ platformId: 'TWR', usedBy: [{ templateName: 'Standard', sequence: 1 }] }]);
    const address = '/api/pcr/upload?platformId=TWR&filename=Governance.pdf';
    const refused = await admin.request(address, { method: 'DELETE' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      '‘Governance.pdf’ stands for page 1 of Standard, so it cannot be removed.',
    ]);
    expect((await upload(pdfOf(1))).status).toBe(409);
    const gone = await admin.request('/api/platforms/TWR/reports/platform-TWR', { method: 'DELETE' });
    await admin.request('/api/pcr', after(gone.body));
    const removed = await admin.request(address, { method: 'DELETE' });
    expect(removed.status).toBe(200);
    expect((await admin.request('/api/pcr/resources', after(removed.body))).body).toEqual([]);
    expect((await admin.request('/api/pcr/download/Governance.pdf?platformId=TWR')).status).toBe(404);
    const font = '/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';
    expect((await upload(pdfOf(1, '', font), 'Letter.pdf')).body).toMatchObject({
      filename: 'Letter.pdf',
      warning:
        'It does not hold all of its fonts, so it may look different elsewhere, and a report with a page of it cannot claim to be accessible (PDF/UA).',
    });
  });

  it('are uploaded once with one Idempotency-Key, which belongs to that file and no other', async () => {
    const headers = { 'Idempotency-Key': 'constitution' };
    const first = await upload(pdfOf(2), 'Constitution.pdf', '', headers);
    const again = await upload(pdfOf(2), 'Constitution.pdf', '', headers);
    expect([first.status, again.status, again.body['position']]).toEqual([200, 200, first.body['position']]);
    const reused = [409, 'This Idempotency-Key belongs to another request.'];
    const other = await upload(pdfOf(3), 'Constitution.pdf', '', headers);
    expect([other.status, other.body.message]).toEqual(reused);
    const renamed = await upload(pdfOf(2), 'Rules.pdf', '', headers);
    expect([renamed.status, renamed.body.message]).toEqual(reused);
  });

  it('are refused by name if they are something else than they say, or hold what a report must not', async () => {
    const said = async (content: Uint8Array<ArrayBuffer>, name?: string, query?: string) => {
      const { status, body } = await upload(content, name, query);
      return [status, body.message];
    };
    expect(await said(Buffer.from('MZ not a PDF'))).toEqual([400, 'The file is not a PDF.']);
    expect(await said(Buffer.from('%PDF-1.7 nothing'))).toEqual([
      400,
      '‘Governance.pdf’ was refused. It is damaged. Save it again and try again.',
    ]);
    expect(await said(pdfOf(1, '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>'), 'Roadshow.pdf')).toEqual([
      400,
      '‘Roadshow.pdf’ was refused. It contains JavaScript that runs when the file is opened (OpenAction). Save it without and try again.',
    ]);
    expect(await said(pdfOf(2), 'Governance.pdf', '&pageNumbers=5')).toEqual([
      400,
      '‘Governance.pdf’ was refused. The file has 2 pages.',
    ]);
    expect(await said(pdfOf(1), 'TFN 123456782.pdf')).toEqual([400, noTaxFileNumbers]);
    expect(await said(pdfOf(1), 'a;b.pdf')).toEqual([
      400,
      'The name of a PDF begins with a letter or digit, has up to 80 letters, digits, spaces, full stops, commas, apostrophes, hyphens, ( ) & + and _, and ends with .pdf.',
    ]);
    expect((await said(Buffer.concat([pdfOf(1), Buffer.alloc(21 * 1024 ** 2)])))[0]).toBe(413);
  });
});

describe('a file that is read for somebody', () => {
  /** Sends the beginning of a report to be checked, and the rest only once it is told to; until then the client may hang up. */
  function halfSent(client: ApiClient) {
    const hangUp = new AbortController();
    let finish!: () => void;
    const rest = new Promise<void>((resolve) => (finish = resolve));
    const head =
      '--b\r\nContent-Disposition: form-data; name="file"; filename="Report.pdf"\r\nContent-Type: application/pdf\r\n\r\n';
    async function* parts() {
      yield Buffer.from(`${head}%PDF-1.7 no`);
      await rest;
      yield Buffer.from(' report\r\n--b--\r\n');
    }
    const answer = client.request('/api/reports/check', {
      method: 'POST',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: parts() as unknown as BodyInit,
      signal: hangUp.signal,
      duplex: 'half',
    } as RequestInit & { duplex: 'half' });
    return { answer, finish, hangUp: () => hangUp.abort() };
  }
  const byCode = (client: ApiClient) =>
    client.request('/api/reports/check?code=ABCDEFGHJKLM', { method: 'POST' }).then(({ status }) => status);

  it('has one of two places of that person, also while it is sent, and leaves it when its client hangs up', async () => {
    const { as } = await start(async () => pdf());
    const [staff, auditor] = [await as('staff'), await as('auditor')];
    const sent = [halfSent(staff), halfSent(staff), halfSent(staff)];
    const { refused, answer } = await Promise.race(
      sent.map(async (each) => ({ refused: each, answer: await each.answer })),
    );
    expect([answer.status, answer.headers.get('retry-after'), answer.body.message]).toEqual([
      429,
      '15',
      'Two of your files are being read already. Please wait for one of them.',
    ]);
    expect(await byCode(staff)).toBe(429);
    expect(await byCode(auditor)).toBe(200);
    const [left, whole] = sent.filter((each) => each !== refused);
    left!.hangUp();
    await expect(left!.answer).rejects.toThrow();
    while ((await byCode(staff)) !== 200) await delay(20);
    whole!.finish();
    expect((await whole!.answer).body.message).toMatch(/^‘Report\.pdf’ cannot be checked\./);
  });

  it('keeps nobody out for long by arriving slowly, though six people send two each', async () => {
    const { as, api } = await start(async () => pdf());
    const accounts = new StaffAccounts(engines, api);
    const senders = ['slow-1', 'slow-2', 'slow-3', 'slow-4'];
    for (const username of senders) await accounts.register(username);
    const slow: ReturnType<typeof halfSent>[] = [];
    for (const username of ['staff', 'admin', ...senders]) {
      const client = await as(username);
      slow.push(halfSent(client), halfSent(client));
    }
    const auditor = await as('auditor');
    while ((await byCode(auditor)) !== 503) await delay(20);
    // Half a minute later one of them makes room, and the others may go on as long as nobody waits.
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 30_000);
    try {
      expect(await byCode(auditor)).toBe(200);
    } finally {
      later.mockRestore();
    }
    const { refused, answer } = await Promise.race(
      slow.map(async (each) => ({ refused: each, answer: await each.answer })),
    );
    expect([answer.status, answer.body.message]).toEqual([
      503,
      'This file arrived slowly while others were waiting. Please try again in a minute. Nothing was kept of it.',
    ]);
    const [left, ...others] = slow.filter((each) => each !== refused);
    left!.finish();
    expect((await left!.answer).body.message).toMatch(/^‘Report\.pdf’ cannot be checked\./);
    for (const each of others) {
      each.hangUp();
      await expect(each.answer).rejects.toThrow();
    }
  });
});

/** A small PDF of blank pages. `more`: entries of its catalog. `ofPage`: entries of each page. */
function pdfOf(pages: number, more = '', ofPage = ''): Buffer<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' ');
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${more} >>`,
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    ...Array.from({ length: pages }, () => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${ofPage} >>`),
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
