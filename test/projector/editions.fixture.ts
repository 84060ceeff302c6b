import { calendarStream, closeMonths, openMonth } from '@superscope/domain/calendar/calendar';
import { memberStream, recordActivity } from '@superscope/domain/member/member';
import { planStream, publishPlan } from '@superscope/domain/plan/plan';
import type { Projector } from '@superscope/projector/runtime/projector';
import { afterAll, beforeAll } from 'vitest';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

/** The instant at which the nightly command runs on the 8th of a month. */
export const closing = (month: string) => `${month}-08T00:00:00.000Z`;

interface StoredEdition {
  month: string;
  edition: number;
  members: number;
  by: string;
  closed: string;
  balance: number;
  consulted: number;
  contacted: number;
  version: number;
}

const activity = {
  effectiveDate: '2025-12-05',
  consultant: null,
  valid: null,
  outcome: null,
  amountCents: null,
  personal: { notes: null, fundName: null },
};
/** Portal engines whose calendar has closed January 2026, and the actions of tests on their plans. */
export function closedMonths() {
  let engines: PortalEngines;
  let projector: Projector;

  beforeAll(async () => {
    ({ engines, projector } = await startProjecting('2026-01-01T00:00:00.000Z'));
    for (const month of ['2026-01', '2026-02', '2026-03', '2026-04']) {
      const by = byTest(`${month}-01T00:00:00.000Z`);
      await engines.store.transact(calendarStream, '', openMonth(month), by);
    }
    await close('2026-01');
  });

  afterAll(async () => {
    await projector.stop();
    await engines.stop();
  });

  /** Runs the nightly command on the 8th of a month, which closes the previous month. */
  const close = (month: string) =>
    engines.store.transact(calendarStream, '', closeMonths(`${month}-08`), byTest(closing(month)));

  const settled = () => caughtUp(engines, projector);

  const publish = (planId: string, at: string) => engines.store.transact(planStream, planId, publishPlan, byTest(at));

  async function planOf(planId: string, at = '2026-01-02T00:00:00.000Z'): Promise<SamplePlan> {
    const plan = new SamplePlan(engines.store, engines.identity, planId);
    plan.at = at;
    await plan.register(12);
    return plan;
  }

  /** The visible editions: `plan_month`, with the rows of the version that it names. */
  const editions = (planId: string) =>
    engines.rows<StoredEdition>(
      `SELECT substring(toString(month), 1, 7) AS month, edition, members, toString(recorded_by) AS by, toString(closed_at) AS closed,
    max(total_assets_owned_cents) / 100 AS balance, countIf(last_consultation_on > '1970-01-01') AS consulted,
    countIf(last_contact_on > '1970-01-01') AS contacted, version
  FROM (SELECT * FROM plan_month FINAL WHERE plan_id = {plan:String}) AS named
  LEFT JOIN member_edition AS of USING (plan_id, month, version)
  GROUP BY month, edition, members, recorded_by, closed_at, version ORDER BY month`,
      { plan: planId },
    );

  const consult = (memberId: string, at: string) =>
    engines.store.transact(
      memberStream,
      memberId,
      recordActivity('ConsultationPerformed', activity, at.slice(0, 10)),
      byTest(at),
    );

  const announced = async (planId: string) =>
    (
      await engines.mongo
        .db('ops')
        .collection<{ planId: string; readModels: string[] }>('changes')
        .find({ planId, readModels: 'editions' })
        .toArray()
    ).length;
  return {
    get engines() {
      return engines;
    },
    close,
    settled,
    publish,
    planOf,
    editions,
    consult,
    announced,
  };
}
