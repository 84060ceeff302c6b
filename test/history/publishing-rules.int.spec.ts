import { setTimeout as delay } from 'node:timers/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { asOfDatabase } from '@superscope/contracts/as-of-views';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import { canonicalJson } from '@superscope/contracts/canonical-json';
import { keptFiguresFileName, type KeptFigures } from '@superscope/contracts/kept-figures';
import { plansView } from '@superscope/contracts/read-models/fund';
import type { ComparedFigures, FiguresCheck } from '@superscope/contracts/report-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalEngines } from '../harness/portal-engines.js';
import type { SamplePlan } from '../harness/sample-plan.js';
import { caughtUp, eventually } from '../harness/set-aside.js';
import { AsOfPortal, planId } from './as-of-portal.js';
import { recordByFirstRules } from './plan-of-first-rules.js';
import {
  digestMade,
  digestOf,
  forged,
  keepFigures,
  recordReport,
  reportOfFirstRules,
} from './report-of-first-rules.js';

const month = '2025-12';
const report = reportOfFirstRules();
/** When the report was made: after the month closed, and before this release. */
const before = report.figures.moment;

let portal: AsOfPortal;

/** What the release before this one left: a plan that it registered and closed, and a report that it made of it. */
async function recordHistory(plan: SamplePlan, engines: PortalEngines): Promise<void> {
  await recordByFirstRules(plan, engines);
  await recordReport(engines, report);
  // An api that starts before the plan is projected looks for plans to upgrade a minute later.
  const plans = engines.mongo.db('views').collection<{ _id: string; name?: string }>(plansView.collection);
  await eventually(() => plans.findOne({ _id: planId, name: { $exists: true } }));
}

interface EditionRow {
  edition: number;
  rules: number;
  one_payroll: number;
}

const editionIn = async (database = ''): Promise<EditionRow | undefined> => {
  const rows = await portal.engines.rows<EditionRow>(
    `SELECT edition, rules, one_payroll FROM ${database}plan_month FINAL WHERE plan_id = {plan:String} AND month = '${month}-01'`,
    { plan: planId },
  );
  return rows[0];
};

beforeAll(async () => {
  portal = await AsOfPortal.start('publishing-rules', recordHistory);
  while ((await editionIn())?.rules !== 2) await delay(50);
}, 240_000);
afterAll(() => portal.stop());

const salary = 'MemberSnapshot.averageSalary';
const age = 'MemberSnapshot.averageAge';
const ask = async (query: object, headers: Record<string, string> = {}) => {
  const filters = [{ member: 'Member.planId', operator: 'equals', values: [planId] }];
  const timeDimensions = [{ dimension: 'MemberSnapshot.month', dateRange: [`${month}-01`, `${month}-31`] }];
  const answer = await portal.auditor.post(
    '/cubejs-api/v1/load',
    { query: { filters, timeDimensions, ...query } },
    headers,
  );
  return { status: answer.status, rows: answer.body['data'] as Record<string, number | null>[], body: answer.body };
};
const bySalary = { measures: ['MemberSnapshot.averageTotalAssetsOwned'], dimensions: ['Member.salaryGroup'] };

describe('a plan that was published by the first rules', () => {
  it('has a new edition of each closed month, by the newest rules, for the reason that its history tells', async () => {
    expect(await editionIn()).toEqual({ edition: 2, rules: 2, one_payroll: 0 });
    const written: unknown[] = [];
    for await (const event of portal.engines.store.read(`plan-${planId}`))
      if ('data' in event) written.push(event.type);
    expect(written).toEqual(['PlanRegistered', 'PublishingRulesAdopted', 'PlanPublished']);
  });

  it('is answered by the newest rules', async () => {
    const exact = (await ask({ measures: [salary, age] }, { 'X-Audience': 'staff' })).rows[0]!;
    const { rows, body } = await ask({ measures: [salary, age] });
    expect(rows[0]![salary]).not.toBe(exact[salary]);
    expect(Number(rows[0]![age]) * 10).toBeCloseTo(Math.round(Number(rows[0]![age]) * 10), 6);
    expect(Object.keys(body['margins'] as object).toSorted()).toEqual([age, salary]);
    expect((await ask(bySalary)).status).toBe(403);
  });

  it('as it stood before is answered by the rules of then, so that what was printed of it stays provable', async () => {
    const { id } = await portal.viewOf(before);
    expect(await editionIn(`${asOfDatabase(id)}.`)).toMatchObject({ edition: 1, rules: 1 });
    const then = { [asOfHeader]: id };
    const exact = (await ask({ measures: [salary, age] }, { ...then, 'X-Audience': 'staff' })).rows[0]!;
    const { rows, body } = await ask({ measures: [salary, age] }, then);
    expect(rows[0]).toEqual(exact);
    expect(body['margins']).toBeUndefined();
    expect(await ask(bySalary, then)).toMatchObject({ status: 200 });
  });
});

describe('a report that the release before made', () => {
  const compared = async (workId: string): Promise<ComparedFigures> => {
    const path = `/api/reports/${workId}/check`;
    let answer = await portal.auditor.request(path, { method: 'POST' });
    for (;;) {
      const { status, body } = answer;
      const found = body as unknown as FiguresCheck;
      if (status !== 200 || found.state === 'failed') throw new Error(body.message ?? String(found.problem));
      if (found.compared !== null) return found.compared;
      await delay(50);
      answer = await portal.auditor.request(path);
    }
  };

  /** The report with one member more in one group, in one of its answers. */
  const oneMore = (): KeptFigures => {
    const figures = structuredClone(report.figures);
    const groups = figures.figures.flatMap(({ question, answer }) =>
      question.name === 'load' ? (answer as { data: Record<string, number>[] }).data : [],
    );
    const group = groups.find((row) => typeof row['MemberSnapshot.countMembers'] === 'number')!;
    group['MemberSnapshot.countMembers']! += 1;
    return figures;
  };
  const forgery = forged(report, oneMore());

  beforeAll(async () => {
    await recordReport(portal.engines, forgery);
    for (const each of [report, forgery]) await keepFigures(portal, each);
    await caughtUp(portal.engines, portal.projector);
  });

  it('is known by its code, with the figures that its event names', async () => {
    expect(digestOf(report.figures)).toBe(digestMade(report));
    const { code } = report.figures;
    const { body } = await portal.auditor.request(`/api/reports/check?code=${code}`, { method: 'POST' });
    expect(body).toMatchObject({
      report: { workId: report.workId, code, planId, fileKept: false },
      unchanged: 'unknown',
      figures: 'kept',
    });
  });

  it('is equal to the events of then, and what differs now follows from the publication by the newest rules', async () => {
    const { count, asPrinted, differing, now: later, changes, leftOut } = await compared(report.workId);
    const now = later!;
    expect({ differing, leftOut: leftOut.differing }).toEqual({ differing: [], leftOut: 0 });
    expect(count).toBeGreaterThan(1_000);
    expect(asPrinted).toBeGreaterThan(0);
    expect(changes.map(({ type }) => type)).toEqual(['PlanPublished']);
    const unexplained = now.filter((figure) => figure.changes.length === 0 && !figure.ofOtherPlans);
    expect(unexplained).toEqual([]);
    // Holdings are published within their margin only, and a campaign's counts are of the newest edition.
    const names = now.map(({ name }) => name);
    expect(names).toContainEqual(expect.stringMatching(/^Balance in an investment option, .*GROWTH/));
    expect(names).toContainEqual(expect.stringMatching(/^Nominate of 03\/11\/2025, opened/));
  });

  it('with one figure changed is found out: beside the events of then, and by its file', async () => {
    const { differing, leftOut } = await compared(forgery.workId);
    const one = { name: expect.stringMatching(/^Members, state /) as string };
    expect({ differing, leftOut: leftOut.differing }).toMatchObject({ differing: [one], leftOut: 0 });
    expect(Number(differing[0]!.printed)).toBe(Number(differing[0]!.events) + 1);

    const pdf = await PDFDocument.create();
    pdf.addPage();
    const attached = Buffer.from(canonicalJson({ ...forgery.figures, code: report.figures.code }));
    await pdf.attach(attached, keptFiguresFileName, { mimeType: 'application/json' });
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(await pdf.save())], { type: 'application/pdf' }), 'report.pdf');
    const found = await portal.auditor.request('/api/reports/check', { method: 'POST', body });
    const { printed, events } = differing[0]!;
    expect(found.body).toMatchObject({
      report: { workId: report.workId },
      unchanged: 'no',
      edited: [{ where: expect.stringMatching(/^Members, state /) as string, reads: printed, kept: events }],
    });
  });
});
