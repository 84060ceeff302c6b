import type { FiguresCheck, ReportCheck } from '@superscope/contracts/report-check';
import { companyStream, recordCompany } from '@superscope/domain/company/company';
import { memberStream, recordMember } from '@superscope/domain/member/member';
import { platformStream, recordPlatform } from '@superscope/domain/platform/platform';
import { campaignStream, recordCampaign } from '@superscope/domain/campaign/campaign';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { registerConsultant } from '../harness/consultant-account.js';
import { correctDecember } from '../harness/corrected-plan.js';
import { startStandInRenderer } from '../harness/renderer.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp, eventually } from '../harness/set-aside.js';
import { printedAgain, reportPrinted } from '../pdf/report-printed.js';
import { AsOfPortal, otherPlan, planId } from './as-of-portal.js';
import { ReportChecks } from './report-checks.js';

// A plan of two employers, and an employer of another plan. The demo company representative is the first one's.

const own = `${planId}-E1`;
const neighbour = `${planId}-E2`;

let portal: AsOfPortal;
let renderer: Awaited<ReturnType<typeof startStandInRenderer>>;
let second: Projector | undefined;
let reports: ReportChecks;
let staff: ApiClient;
let rep: ApiClient;
let ofNeighbour: ApiClient;
let ofOtherPlan: ApiClient;
let workId: string;
let code: string;
let pdf: Buffer;

const unknown = { report: null, unchanged: 'unknown', edited: [], pagesCompared: false, figures: 'none' };
const quiet = { phase: null, done: 0, total: 0, ahead: 0, problem: null, tookMs: null };
const statusOfFigures = async (client: ApiClient, id: string) =>
  (await client.request(`/api/reports/${id}/check`, { method: 'POST' })).status;

beforeAll(async () => {
  renderer = await startStandInRenderer((asked) => reportPrinted(portal.api.url, asked));
  portal = await AsOfPortal.start('employer-report-check', correctDecember, renderer.settings);
  const { engines, api } = portal;
  const { store, identity } = engines;
  const company = { companyId: neighbour, planId, name: 'Neighbour', abn: null, industry: null, active: true };
  await store.transact(companyStream, neighbour, recordCompany(company), byTest());
  const platform = { platformId: 'TWR', name: 'Tallowood', providerId: 'TALLOWOOD' };
  await store.transact(platformStream, 'TWR', recordPlatform(platform), byTest());
  await new SamplePlan(store, identity, otherPlan).register(1);
  await caughtUp(engines, portal.projector);
  const signedIn = async (username: string, companyId: string) => {
    await registerConsultant(engines, api, username, { kind: 'company', id: companyId }, 'CompanyRep');
    return portal.signedIn(username);
  };
  [staff, rep] = [await portal.signedIn('staff'), await portal.signedIn('companyrep')];
  ofNeighbour = await signedIn('neighbour', neighbour);
  ofOtherPlan = await signedIn('elsewhere', `${otherPlan}-E1`);
  // The api's first run of the night closes months.
  await eventually(async () => (await staff.request(`/api/plan/${planId}`)).body['closedMonth']);
  await caughtUp(engines, portal.projector);
  reports = new ReportChecks(api.url);
  workId = await reports.made(staff, { companyId: own });
  pdf = await reports.fileOf(workId, staff);
  code = (await reports.checked(staff, pdf)).report!.code!;
}, 240_000);

afterAll(async () => {
  await portal.stop();
  await second?.stop();
  await renderer.stop();
});

describe('an employer who checks a report', () => {
  it('is told that it was made here and is unchanged, by the platform and at no place in the log', async () => {
    const byFile = await reports.checked(rep, pdf);
    expect(byFile).toMatchObject({
      report: { workId, code, planId, companyName: 'Employer', by: 'Tallowood', position: null },
      unchanged: 'yes',
      figures: 'kept',
    });
    expect((await reports.byCode(rep, code)).body).toEqual(byFile);
    expect(JSON.stringify(byFile)).not.toMatch(/staff|ReportMade/i);
  });

  it('is told what an edited report says otherwise', async () => {
    const edited = await printedAgain(pdf, { printed: ['3.04', '3.40'], attached: '12345' });
    const { unchanged, edited: places, drawn } = await reports.checked(rep, edited);
    expect(unchanged).toBe('no');
    expect(places.map(({ reads, kept }) => `${reads} for ${kept}`)).toEqual(['12,345 for 40', '3.40 for 3.04']);
    // The picture is of their own file: the check hands out no page of the report.
    const picture = expect.stringMatching(/^data:image/) as string;
    expect(drawn).toMatchObject({ differing: [{ made: 1, given: 1, picture, madePicture: null }], endedAt: null });
    expect((await reports.checked(staff, edited)).drawn!.differing).toMatchObject([{ madePicture: picture }]);
  });

  it('does not know those of another employer of the plan, of another plan, and of past moments', async () => {
    const isUnknown = async (client: ApiClient, id: string, ofCode: string, file: Buffer) => {
      expect((await reports.byCode(client, ofCode)).body).toEqual(unknown);
      expect(await reports.checked(client, file)).toEqual(unknown);
      // A forged file that claims the code is answered as a file of no report.
      expect(await reports.checked(client, await printedAgain(file, { attached: '1' }))).toEqual(unknown);
      expect([await statusOfFigures(client, id), (await client.request(`/api/reports/${id}/check`)).status]).toEqual([
        404, 404,
      ]);
    };
    await isUnknown(ofNeighbour, workId, code, pdf);
    await isUnknown(ofOtherPlan, workId, code, pdf);
    const others = await reports.made(staff, { companyId: neighbour });
    const othersPdf = await reports.fileOf(others, staff);
    const { report } = await reports.checked(ofNeighbour, othersPdf);
    expect(report).toMatchObject({ workId: others, companyName: 'Neighbour' });
    await isUnknown(rep, others, report!.code!, othersPdf);

    const { id: viewId } = await portal.viewOf('2026-02-15T00:00:00.000Z');
    const { body } = await portal.auditor.post('/api/reports', { kind: 'reportAsItStood', viewId });
    const past = String(body['workId']);
    await reports.doneBy(portal.auditor, past);
    const pastPdf = await reports.fileOf(past, portal.auditor);
    const pastCode = (await reports.checked(portal.auditor, pastPdf)).report!.code!;
    await isUnknown(rep, past, pastCode, pastPdf);
  });

  it('knows one that was made for the whole plan, as each of its employers does', async () => {
    const id = await reports.made(staff);
    const whole = await reports.fileOf(id, staff);
    for (const client of [rep, ofNeighbour])
      expect(await reports.checked(client, whole)).toMatchObject({ report: { workId: id }, unchanged: 'yes' });
    expect(await reports.checked(ofOtherPlan, whole)).toEqual(unknown);
  });

  it('is told while the projector lags no more than that it is compared, and then as it was made, whatever was recorded since', async () => {
    const { plan, engines } = portal;
    const before: ReportCheck = await reports.checked(rep, pdf);
    await portal.projector.stop();
    plan.at = new Date().toISOString();
    await plan.month('2025-12', 44_000, plan.memberIds.slice(1));
    const moved = { ...plan.member(7), gender: 'Female' as const };
    await engines.store.transact(memberStream, moved.memberId, recordMember(moved, '2025-12-15'), byTest(plan.at));
    const campaign = { campaignId: 'TWR.K9', planId, campaignType: 'Email', name: 'Late', runDate: '2025-12-20' };
    await engines.store.transact(campaignStream, 'TWR.K9', recordCampaign(campaign), byTest(plan.at));
    const first = await rep.request(`/api/reports/${workId}/check`, { method: 'POST' });
    expect(first.body).toMatchObject({ ...quiet, compared: null });
    second = await engines.projector();
    await second.start();
    await caughtUp(engines, second);

    const answers = await reports.answersOf(rep, workId);
    for (const answer of answers) expect(answer).toMatchObject(quiet);
    const { compared } = answers.at(-1)! as FiguresCheck & { compared: object };
    expect(compared).toMatchObject({ differing: [], now: null, changes: [], leftOut: { differing: 0, now: 0 } });
    expect(compared.count).toBeGreaterThan(20);
    // Staff are told what is known otherwise, and the employer's answer is what it was.
    const known = await reports.figuresOf(staff, workId);
    expect(known.compared.now!.length).toBeGreaterThan(0);
    expect((await reports.answersOf(rep, workId)).at(-1)).toEqual(answers.at(-1));
    expect(await reports.checked(rep, pdf)).toEqual(before);
  });
});
