import { asOfDatabase } from '@superscope/contracts/as-of-views';
import { planTables, type TableName, type ViewName } from '@superscope/contracts/read-models/read-models';
import { calendarStream, closeMonths, openMonth } from '@superscope/domain/calendar/calendar';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { benchmarksStream, publishBenchmarks } from '@superscope/domain/dated-figures/dated-figures';
import { memberStream, recordActivity, recordMember, requestContact } from '@superscope/domain/member/member';
import { memberSnapshotsStream, withdrawSnapshots } from '@superscope/domain/member-snapshots/member-snapshots';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { planStream, publishPlan } from '@superscope/domain/plan/plan';
import { referenceBenchmarks } from '@superscope/domain/scoring/reference-figures';
import { isUndecodable, type RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { deriveAsOf } from '@superscope/projector/history/as-of-derivation';
import { compare } from '@superscope/projector/rebuild/rebuild';
import type { Projector } from '@superscope/projector/runtime/projector';
import { Target } from '@superscope/projector/runtime/writing/target';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOfParts } from '../harness/as-of-runner.js';
import type { PortalEngines } from '../harness/portal-engines.js';
import { startProjecting } from '../harness/projecting.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { caughtUp } from '../harness/set-aside.js';

const planId = 'TWR.P0001';
const december = planMonthId(planId, '2025-12');
let engines: PortalEngines;
let projector: Projector;

/** Every instant at which something was recorded. */
const moments: string[] = [];
const at = (day: string): string => {
  const instant = `2026-${day}T00:00:00.000Z`;
  moments.push(instant);
  return instant;
};

beforeAll(async () => {
  ({ engines, projector } = await startProjecting('2026-01-01T00:00:00.000Z'));
  const { store } = engines;
  const plan = new SamplePlan(store, engines.identity, planId);
  plan.at = at('01-02');
  await plan.register(15);
  const [first, second] = plan.memberIds as [string, string];
  plan.at = at('01-05');
  await plan.month('2025-11', 20_000);
  await plan.month('2025-12', 21_000);
  await store.transact(calendarStream, '', openMonth('2026-01'), byTest(at('01-06')));
  await store.transact(calendarStream, '', closeMonths('2026-01-08'), byTest(at('01-08')));
  const asked = (status: string) => requestContact('2025-12-10T00:00:00.000Z', 'insurance', status);
  await store.transact(memberStream, first, asked('Open'), byTest(at('01-10')));
  const campaign = {
    campaignId: 'TWR.K1',
    planId,
    campaignType: 'Nomination',
    name: 'Nominate',
    runDate: '2025-12-01',
  };
  await store.transact(campaignStream, 'TWR.K1', recordCampaign(campaign), byTest(at('01-11')));
  const sent: [string, 'Sent', string][] = [[first, 'Sent', '2025-12-01T01:00:00.000Z']];
  await store.transact(campaignStream, 'TWR.K1', recordEngagement('import-1', sent), byTest(at('01-12')));
  await store.transact(campaignStream, 'TWR.K1', recordCampaign({ ...campaign, name: 'Choose' }), byTest(at('01-20')));
  const consulted = {
    ...{ effectiveDate: '2025-12-20', consultant: null, valid: null },
    ...{ outcome: null, amountCents: null, personal: { notes: null, fundName: null } },
  };
  await store.transact(
    memberStream,
    second,
    recordActivity('ConsultationPerformed', consulted, '2026-01-21'),
    byTest(at('01-21')),
  );
  plan.at = at('02-01');
  const corrected = await plan.month('2025-12', 30_000, plan.memberIds.slice(1));
  await store.transact(memberStream, first, asked('Closed'), byTest(at('02-03')));
  await store.transact(planStream, planId, publishPlan, byTest(at('02-04')));
  const revised = referenceBenchmarks.map((row) => ({ ...row, amountCents: row.amountCents + 100_000 }));
  await store.transact(benchmarksStream, '', publishBenchmarks(revised), byTest(at('02-10')));
  await store.transact(
    memberSnapshotsStream,
    december,
    withdrawSnapshots(planId, '2025-12', corrected),
    byTest(at('02-15')),
  );
  const elsewhere = { ...plan.member(4), addressState: 'TAS' };
  await store.transact(memberStream, elsewhere.memberId, recordMember(elsewhere, '2025-12-15'), byTest(at('02-20')));
  await caughtUp(engines, projector);
}, 120_000);

afterAll(async () => {
  await projector.stop();
  await engines.stop();
});

/** A projector of its own, which hears what was recorded up to the moment and no more. */
async function projectedUntil(moment: string): Promise<Target> {
  const target = engines.target('_until');
  await target.clear();
  const recorded: RecordedEvent[] = [];
  for await (const batch of engines.store.readAll({ from: null }))
    for (const event of batch) if (!isUndecodable(event) && event.metadata.at <= moment) recorded.push(event);
  const writer = engines.factsWriter(target);
  await writer.write(recorded.filter(({ type }) => writer.types().includes(type)));
  const queue = engines.derivationQueue(target);
  await queue.drained();
  await queue.stop();
  return target;
}

/** Tables of the live database, for a connection to another one. */
class Qualified extends Target {
  override table(name: TableName): string {
    return `default.${super.table(name)}`;
  }
}

const ofPlans: ViewName[] = ['plans', 'companies', 'campaigns', 'figures', 'assets', 'calendar', 'closings'];

it('is to the last row what a projector has that was stopped at that moment', async () => {
  const parts = asOfParts(engines);
  const told: string[] = [];
  expect(moments.length).toBeGreaterThan(12);
  for (const [i, moment] of ['2025-12-31T00:00:00.000Z', ...moments].entries()) {
    const id = `${i}`.padStart(8, '0');
    await deriveAsOf(parts, { _id: id, planId, moment }, (phase) => Promise.resolve(void told.push(phase)));
    const client = parts.openDatabase(asOfDatabase(id));
    const then = new Target(engines.mongo.db(asOfDatabase(id)), client);
    const replayed = await projectedUntil(moment);
    const tables = planTables.map(({ table }) => table);
    const beside = new Qualified(engines.mongo.db('views'), client, '_until');
    expect([moment, await compare(then, beside, { tables, views: ofPlans })]).toEqual([moment, []]);
    await replayed.drop();
    await client.close();
  }
  expect(new Set(told)).toEqual(new Set(['reading', 'copying', 'deriving', 'summing']));
}, 600_000);
