import { setTimeout as delay } from 'node:timers/promises';
import { asOfDatabase } from '@superscope/contracts/as-of-views';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import { calendarStream, closeMonths } from '@superscope/domain/calendar/calendar';
import { companyStream, recordCompany } from '@superscope/domain/company/company';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, type SamplePlan } from '../harness/sample-plan.js';
import { AsOfPortal, planId } from './as-of-portal.js';

const month = '2025-12';
/** After the month closed, and before this release. */
const before = '2026-02-15T00:00:00.000Z';

let portal: AsOfPortal;

/** A plan of two employers that the release before this one registered, and closed. */
async function recordHistory(plan: SamplePlan, { store }: PortalEngines): Promise<void> {
  plan.byFirstRules = true;
  plan.at = '2026-01-02T00:00:00.000Z';
  await plan.figures();
  await plan.register(40);
  const second = { companyId: `${planId}-E2`, planId, name: 'Second', abn: null, industry: null, active: true };
  await store.transact(companyStream, second.companyId, recordCompany(second), byTest(plan.at));
  await plan.month(month, 80_000);
  await store.transact(calendarStream, '', closeMonths('2026-01-15'), byTest('2026-01-15T00:00:00.000Z'));
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
}, 120_000);
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
