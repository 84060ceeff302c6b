import type { AsOfDifferences, PlanMoments } from '@superscope/contracts/as-of-changes';
import type { EventPage } from '@superscope/contracts/event-history';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keptFigures } from '@superscope/contracts/kept-figures';
import type { ReportCheck } from '@superscope/contracts/report-check';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import type { ApiClient } from '../harness/api-server.js';
import { registerConsultant } from '../harness/consultant-account.js';
import { concernWhole, correctDecember } from '../harness/corrected-plan.js';
import { startStandInRenderer } from '../harness/renderer.js';
import { byTest } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';
import { attachedTo } from '../pdf/attached-to.js';
import { textOfPages } from '../pdf/text-of.js';
import { printedAgain, reportPrinted } from '../pdf/report-printed.js';
import { AsOfPortal, planId } from './as-of-portal.js';
import { ReportChecks } from './report-checks.js';

const month = '2025-12';
/** Before the correction of December. */
const then = '2026-02-15T00:00:00.000Z';

let portal: AsOfPortal;
let renderer: Awaited<ReturnType<typeof startStandInRenderer>>;

beforeAll(async () => {
  renderer = await startStandInRenderer((asked) => reportPrinted(portal.api.url, asked));
  portal = await AsOfPortal.start('as-of-differences', correctDecember, renderer.settings);
  await caughtUp(portal.engines, portal.projector);
}, 120_000);
afterAll(async () => {
  await portal.stop();
  await renderer.stop();
});

describe('what differs from today', () => {
  it('is listed by column, with the events recorded since then that caused it', async () => {
    const { id } = await portal.viewOf(then);
    const { status, body } = await portal.auditor.request(`/api/history/views/${id}/differences?month=${month}`);
    const found = body as unknown as AsOfDifferences;
    expect(status).toBe(200);
    expect(found).toMatchObject({ month, membersThen: 40, membersNow: 39, onlyNow: { members: 0, causes: [] } });
    expect(found.onlyThen).toMatchObject({
      members: 1,
      causes: [{ type: 'MemberSnapshotsCompleted', detail: month }],
    });
    const column = (name: string) => found.columns.find((each) => each.column === name);
    expect(column('total_assets_owned_cents')).toMatchObject({
      members: 39,
      causes: [
        { type: 'MemberSnapshotsCompleted', detail: month, count: 1, members: 39 },
        { type: 'MemberDetailsRevised', members: 1, count: 1, search: { planId, type: 'MemberDetailsRevised' } },
      ],
    });
    expect(column('address_state')).toMatchObject({ members: 1 });
    expect(column('fees_cents')).toBeUndefined();
    expect(new Set(found.changes.map(({ type }) => type))).toEqual(
      new Set(['ContactRequested', 'MemberDetailsRevised', 'MonthOpened', 'MonthClosed', 'MemberSnapshotsCompleted']),
    );
  });

  it('is empty for the present moment', async () => {
    const { id } = await portal.viewOf(new Date().toISOString());
    const { body } = await portal.auditor.request(`/api/history/views/${id}/differences`);
    // The calendar opened the current month, which carries December forward.
    expect(body).toMatchObject({ membersThen: 39, membersNow: 39, columns: [], changes: [] });
  });

  it('includes events about the plan as a whole, each kind with a search that finds exactly these events', async () => {
    await concernWhole(portal.engines, portal.plan);
    await caughtUp(portal.engines, portal.projector);
    const { id } = await portal.viewOf(then);
    const { body } = await portal.auditor.request(`/api/history/views/${id}/differences?month=${month}`);
    const { columns, changes, onlyThen } = body as unknown as AsOfDifferences;
    const total = columns.find(({ column }) => column === 'total_assets_owned_cents')!;
    const typesOf = (of: readonly { type: string }[]) => of.map(({ type }) => type).toSorted();
    expect(typesOf(total.causes)).toEqual([
      'AssetsPublished',
      'MemberDetailsRevised',
      'MemberSnapshotsCompleted',
      'PlanClosed',
      'PlanReopened',
    ]);
    expect(typesOf(onlyThen.causes)).not.toContain('AssetsPublished');
    const ofCampaign = changes.filter(({ detail }) => detail === 'Choose');
    expect(typesOf(ofCampaign)).toEqual(['CampaignCancelled', 'CampaignDetailsRevised', 'CampaignRun']);
    for (const { type, search, count } of [...total.causes, ...changes]) {
      const found = await portal.auditor.request(`/api/history/events?${new URLSearchParams(search)}`);
      const { events, total } = found.body as unknown as EventPage;
      expect([type, new Set(events.map((event) => event.type))]).toEqual([type, new Set([type])]);
      if (type !== 'MemberSnapshotsCompleted') expect([type, total!.count]).toEqual([type, count]);
      // An event of a member names no plan, and belongs to the member's plan.
      const opened = await portal.auditor.request(`/api/history/events/${events[0]!.place}`);
      const ofEverybody = ['AssetsPublished', 'MonthOpened', 'MonthClosed'].includes(type);
      expect([type, opened.body['plan']]).toEqual([type, ofEverybody ? null : { id: planId, name: `Plan ${planId}` }]);
    }
  });
});

describe('the moments of a plan', () => {
  const momentsAt = async (at?: string) => {
    const query = at === undefined ? '' : `?${new URLSearchParams({ at })}`;
    return (await portal.auditor.request(`/api/history/plans/${planId}/moments${query}`))
      .body as unknown as PlanMoments;
  };

  it('are those at which its events were recorded, from the first event on', async () => {
    const { moments, firstAt } = await momentsAt();
    expect(firstAt).toBe('2026-01-05T00:00:00.000Z');
    expect(moments.filter(({ type }) => type === 'MemberSnapshotsCompleted')).toMatchObject([
      { detail: month, lastAt: '2026-03-01T00:00:00.000Z' },
      { detail: '2025-12' },
      { detail: '2025-11', count: 40 },
    ]);
  });

  it('count by week exactly the events from which the view of that moment is built', async () => {
    const { eventsBy, events, weeks, isCut } = await momentsAt(then);
    expect(eventsBy).toBe((await portal.viewOf(then)).sum!.events);
    const sum = (of: PlanMoments['weeks']) => of.reduce((all, week) => all + week.events, 0);
    expect(sum(weeks)).toBe(events);
    expect(sum(weeks.filter(({ week }) => week < then))).toBe(eventsBy);
    expect([weeks[0]!.week, isCut]).toEqual(['2026-01-05', { older: false, newer: false }]);
  });
});

describe('a report that is checked', () => {
  let staff: ApiClient;
  let workId: string;
  let code: string;
  let pdf: Buffer;
  let reports: ReportChecks;
  const upload = (client: ApiClient, file: Uint8Array, name?: string) => reports.upload(client, file, name);
  const checked = (client: ApiClient, file: Uint8Array) => reports.checked(client, file);
  const byCode = (client: ApiClient, of: string) => reports.byCode(client, of);
  const fileOf = (id: string, by = staff) => reports.fileOf(id, by);
  const figuresOf = (client: ApiClient, id: string) => reports.figuresOf(client, id);

  beforeAll(async () => {
    reports = new ReportChecks(portal.api.url);
    staff = await portal.signedIn('staff');
    workId = await reports.made(staff);
    pdf = await fileOf(workId);
    code = (await checked(staff, pdf)).report!.code!;
  }, 60_000);

  it('was made here and is unchanged: by its file, and by its code as it is printed', async () => {
    const found = await checked(portal.auditor, pdf);
    expect(found).toMatchObject({
      report: { workId, code, planId, planName: `Plan ${planId}`, kind: 'policyCommitteeReport', fileKept: true },
      unchanged: 'yes',
      edited: [],
      figures: 'kept',
    });
    await caughtUp(portal.engines, portal.projector);
    const { body } = await byCode(portal.auditor, code.replace(/(.{4})/g, '$1 ').toLowerCase());
    expect(body).toMatchObject({
      report: { workId, position: expect.stringMatching(/^\d+-\d+$/) as string },
      unchanged: 'yes',
    });
    const place = (body as unknown as ReportCheck).report!.position!;
    const event = await portal.auditor.request(`/api/history/events/${place}`);
    expect(event.body).toMatchObject({ event: { type: 'ReportMade', stream: `report-${workId}` } });
  });

  it('with one edited figure is told at once, with what it reads and what was made', async () => {
    const edited = await printedAgain(pdf, { printed: ['3.04', '3.40'] });
    const found = await checked(staff, edited);
    expect(found).toMatchObject({ report: { workId }, unchanged: 'no' });
    expect(found.edited).toEqual([
      { where: expect.stringContaining('Page 1, after ‘') as string, reads: '3.40', kept: '3.04' },
    ]);
    const attached = await checked(staff, await printedAgain(pdf, { attached: '12345' }));
    expect(attached.unchanged).toBe('no');
    expect(attached.edited[0]).toMatchObject({
      where: expect.stringContaining('Members, ') as string,
      reads: '12,345',
    });
    // Saved again by another program, it reads the same but is not the file that was made.
    expect(await checked(staff, await printedAgain(pdf, {}))).toMatchObject({
      unchanged: 'no',
      edited: [],
      pagesCompared: true,
      drawn: { pages: { made: 2, given: 2 }, differing: [], endedAt: null },
    });
  });

  it('is unknown where nothing like it was made, and to whoever may not see its plan', async () => {
    const none = { report: null, unchanged: 'unknown', edited: [], pagesCompared: false, figures: 'none' };
    expect((await byCode(staff, 'AAAA BBBB CCCC')).body).toEqual(none);
    expect(await checked(staff, await printedAgain(pdf, { code: 'AAAABBBBCCCC' }))).toEqual(none);
    await registerConsultant(portal.engines, portal.api, 'elsewhere', { kind: 'provider', id: 'ELSEWHERE' });
    const other = await portal.signedIn('elsewhere');
    expect((await byCode(other, code)).body).toEqual(none);
    expect(await checked(other, pdf)).toEqual(none);
    expect((await other.request(`/api/reports/${workId}/check`, { method: 'POST' })).status).toBe(404);
    for (const username of ['providerrep', 'devops']) {
      const client = await portal.signedIn(username);
      expect([username, (await byCode(client, code)).status]).toEqual([username, 403]);
      expect([username, (await upload(client, pdf)).status]).toEqual([username, 403]);
    }
  });

  it('is refused if it is no PDF, cannot be read, or is too large, and a code if it is none', async () => {
    const said = async (answer: ReturnType<typeof upload>) => {
      const { status, body } = await answer;
      return [status, body.message ?? (body['errors'] as { message: string }[])[0]!.message];
    };
    expect(await said(upload(staff, Buffer.from('PK a document')))).toEqual([400, 'The file is not a PDF.']);
    expect(await said(upload(staff, Buffer.from('%PDF-1.7 and no more')))).toEqual([
      400,
      '‘report.pdf’ cannot be checked. It is damaged, or not a report.',
    ]);
    expect((await upload(staff, pdf, 'tfn 123 456 782.pdf')).status).toBe(400);
    const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(21 * 1024 * 1024)]);
    expect(await said(upload(staff, large))).toEqual([413, 'The file is larger than 20 MB.']);
    expect((await staff.request('/api/reports/check', { method: 'POST' })).status).toBe(415);
    expect((await byCode(staff, 'KF3T-9X1B')).status).toBe(400);
  });

  it('of before an import, a correction and an erasure is equal as it stood, and what differs now is named with its events', async () => {
    const before = await figuresOf(portal.auditor, workId);
    expect(before.compared).toMatchObject({ differing: [], now: [], changes: [] });
    expect(before.compared.count).toBeGreaterThan(20);
    expect(before.compared.asPrinted).toBeGreaterThan(0);

    const { plan, engines } = portal;
    plan.at = new Date().toISOString();
    await plan.month(month, 44_000, plan.memberIds.slice(1));
    const moved = { ...plan.member(7), gender: 'Female' as const };
    await engines.store.transact(memberStream, moved.memberId, recordMember(moved, '2025-12-15'), byTest(plan.at));
    const admin = await portal.signedIn('admin');
    const erased = await admin.post(`/api/members/${plan.memberIds[9]!}/erase`, { reason: 'Asked to be forgotten' });
    expect([erased.status, erased.body.message]).toEqual([200, undefined]);
    expect((await admin.post(`/api/plans/${planId}/publish`, {})).status).toBe(200);
    await caughtUp(engines, portal.projector);

    const after = await figuresOf(portal.auditor, workId);
    expect(after.compared).toMatchObject({ differing: [], count: before.compared.count });
    const names = after.compared.now!.map(({ name }) => name);
    expect(names).toContainEqual(expect.stringContaining('Average total assets owned'));
    const average = after.compared.now!.find(({ name }) => name.startsWith('Average total assets owned'))!;
    expect(average.printed).not.toBe(average.now);
    const types = average.changes.map((at) => after.compared.changes[at]!.type);
    expect(types).toEqual(
      expect.arrayContaining(['MemberSnapshotsCompleted', 'MemberDetailsRevised', 'PlanPublished']),
    );
    for (const { type, search } of after.compared.changes) {
      const { body } = await portal.auditor.request(`/api/history/events?${new URLSearchParams(search)}`);
      expect([type, (body as unknown as EventPage).events[0]?.type]).toEqual([type, type]);
    }
    // The file tells as much as before.
    expect(await checked(portal.auditor, pdf)).toMatchObject({ report: { workId }, unchanged: 'yes' });
  });

  it('may be one of a past moment: made by an Auditor from a view, in the figures of then and without ranks', async () => {
    const { id: viewId } = await portal.viewOf(then);
    const asked = { kind: 'reportAsItStood', viewId };
    expect((await staff.post('/api/reports', asked)).status).toBe(403);
    const answer = await portal.auditor.post('/api/reports', asked);
    expect([answer.status, answer.body.message]).toEqual([202, undefined]);
    const past = String(answer.body['workId']);
    await reports.doneBy(portal.auditor, past);
    const file = await fileOf(past, portal.auditor);
    expect((await textOfPages(file))[0]).toMatch(new RegExp(`^As it stood on ${then} `));
    const kept = keptFigures.parse(JSON.parse(String((await attachedTo(file))['figures.json'])));
    expect(kept).toMatchObject({ document: 'reportAsItStood', end: '2025-12-31', terms: { viewId, moment: then } });
    expect(kept.figures.map(({ question }) => question.name)).not.toContain('planRanking');
    const found = await checked(portal.auditor, file);
    expect(found).toMatchObject({
      report: { workId: past, kind: 'reportAsItStood', moment: then },
      unchanged: 'yes',
      figures: 'kept',
    });
    const { compared } = await figuresOf(portal.auditor, past);
    expect(compared).toMatchObject({ differing: [], asPrinted: 0 });
    // December was imported again after that moment.
    const average = compared.now!.find(({ name }) => name === 'Average total assets owned, 31/12/2025')!;
    const dollars = (text: string) => Number(text.replace(/[$,]/g, ''));
    expect(Math.abs(dollars(average.printed) - 21_000)).toBeLessThan(2_000);
    expect(Math.abs(dollars(average.now) - 44_000)).toBeLessThan(4_000);
    // Before the first month was closed there is nothing to report.
    const early = await portal.viewOf('2026-01-06T00:00:00.000Z');
    expect(await portal.auditor.post('/api/reports', { kind: 'reportAsItStood', viewId: early.id })).toMatchObject({
      status: 409,
      body: { message: 'No month of this plan was closed by then, so there is nothing to report.' },
    });
    expect(
      (await portal.auditor.post('/api/reports', { kind: 'reportAsItStood', viewId: 'a'.repeat(24) })).status,
    ).toBe(404);
  });

  it('whose figures are no longer kept gives them back from its file', async () => {
    await portal.engines.mongo.db('files').collection('made.files').deleteMany({});
    expect((await byCode(staff, code)).body).toMatchObject({ unchanged: 'unknown', figures: 'gone' });
    // An edited page is not told to read the same: there is nothing to compare it with.
    expect(await checked(staff, await printedAgain(pdf, { printed: ['3.04', '3.40'] }))).toMatchObject({
      unchanged: 'no',
      edited: [],
      pagesCompared: false,
    });
    expect(await staff.request(`/api/reports/${workId}/check`, { method: 'POST' })).toMatchObject({
      status: 410,
      body: { message: 'The figures of this report are not kept here. Check its PDF, to which they are attached.' },
    });
    expect(await checked(staff, pdf)).toMatchObject({ unchanged: 'yes', figures: 'kept' });
    expect((await figuresOf(staff, workId)).compared).toMatchObject({ differing: [] });
  });
});
