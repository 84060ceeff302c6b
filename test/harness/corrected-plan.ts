import { randomUUID } from 'node:crypto';
import { calendarStream, closeMonths } from '@superscope/domain/calendar/calendar';
import { campaignStream, cancelCampaign, recordCampaign } from '@superscope/domain/campaign/campaign';
import { memberStream, recordMember, requestContact } from '@superscope/domain/member/member';
import { closePlan, planStream, reopenPlan } from '@superscope/domain/plan/plan';
import { assetsStream } from '@superscope/domain/published-table/published-rows';
import { publishTable } from '@superscope/domain/published-table/published-table';
import type { PortalEngines } from './portal-engines.js';
import { byTest, type SamplePlan } from './sample-plan.js';

/** A plan of 40 members whose December of 2025 was imported in January, and again on 1 March without the first member. */
export async function correctDecember(plan: SamplePlan, { store }: PortalEngines): Promise<void> {
  plan.at = '2026-01-05T00:00:00.000Z';
  await plan.figures();
  await plan.register(40);
  await plan.month('2025-11', 20_000);
  await plan.month('2025-12', 21_000);
  await store.transact(calendarStream, '', closeMonths('2026-01-20'), byTest('2026-01-20T00:00:00.000Z'));
  const ask = (at: string, status: string) =>
    store.transact(
      memberStream,
      plan.memberIds[3]!,
      requestContact('2025-12-10T00:00:00.000Z', 'insurance', status),
      byTest(at),
    );
  await ask('2026-02-01T00:00:00.000Z', 'Open');
  // Later events: the request's new status, a correction of December, and a member's revised details.
  plan.at = '2026-03-01T00:00:00.000Z';
  await ask(plan.at, 'Closed');
  await plan.month('2025-12', 30_000, plan.memberIds.slice(1));
  const moved = { ...plan.member(5), addressState: 'TAS' };
  await store.transact(memberStream, moved.memberId, recordMember(moved, '2025-12-15'), byTest(plan.at));
}

/** Records later events about the plan as a whole: investment options, closing and reopening, a cancelled campaign. */
export async function concernWhole({ store }: PortalEngines, plan: SamplePlan): Promise<void> {
  const { planId } = plan;
  const option = { assetCode: 'A1', name: 'Option', growthPercent: 60, return1yr: null, return3yr: null };
  const of = { importId: randomUUID(), ownerId: plan.platformId, validFrom: '2026-01-31', digest: 'd' };
  const rows = [{ ...option, description: null, isLifecycle: false, isChoice: true }];
  await store.transact(assetsStream, plan.platformId, publishTable('AssetsPublished', of, rows), byTest());
  await store.transact(planStream, planId, closePlan('2026-03-10'), byTest());
  await store.transact(planStream, planId, reopenPlan, byTest());
  const campaign = { campaignId: 'TWR.K1', planId, campaignType: 'Nomination', runDate: '2025-12-01' };
  for (const name of ['Nominate', 'Choose'])
    await store.transact(campaignStream, 'TWR.K1', recordCampaign({ ...campaign, name }), byTest());
  await store.transact(campaignStream, 'TWR.K1', cancelCampaign, byTest());
}
