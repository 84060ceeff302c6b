import type { AsOfView } from '@superscope/contracts/as-of-views';
import { calendarStream, closeMonths, processMemberEvents } from '@superscope/domain/calendar/calendar';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { eraseMember, memberStream, requestContact } from '@superscope/domain/member/member';
import { expect } from 'vitest';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, SamplePlan } from '../harness/sample-plan.js';
import { AsOfPortal, otherPlan, planId } from './as-of-portal.js';

/** Before December was imported again. */
export const before = '2026-02-15T00:00:00.000Z';

async function recordHistory(plan: SamplePlan, engines: PortalEngines): Promise<void> {
  const { store, identity } = engines;
  plan.at = '2026-01-05T00:00:00.000Z';
  await plan.figures();
  await plan.register(12);
  // One file with two months.
  const importId = '0b8f6a3e-3f2b-4c62-9d6e-1f0a8a5b7c11';
  await plan.month('2025-11', 20_000, plan.memberIds, importId);
  plan.at = '2026-01-06T00:00:00.000Z';
  await plan.month('2025-12', 21_000, plan.memberIds, importId);
  const [first, second] = plan.memberIds as [string, string];
  const elsewhere = new SamplePlan(store, identity, otherPlan);
  elsewhere.at = plan.at;
  await elsewhere.register(2);
  await store.transact(calendarStream, '', closeMonths('2026-01-20'), byTest('2026-01-20T00:00:00.000Z'));
  const asked = (status: string) => requestContact('2025-12-10T00:00:00.000Z', 'insurance', status);
  await store.transact(memberStream, first, asked('Open'), byTest('2026-02-01T00:00:00.000Z'));
  const campaign = { campaignId: 'TWR.K1', planId, campaignType: 'Nomination', name: 'Nominate' };
  const ran = recordCampaign({ ...campaign, runDate: '2025-12-01' });
  await store.transact(campaignStream, 'TWR.K1', ran, byTest('2026-02-02T00:00:00.000Z'));
  const sent: [string, 'Sent', string][] = [[first, 'Sent', '2025-12-01T01:00:00.000Z']];
  await store.transact(campaignStream, 'TWR.K1', recordEngagement('i', sent), byTest('2026-02-03T00:00:00.000Z'));
  plan.at = '2026-03-01T00:00:00.000Z';
  await store.transact(memberStream, first, asked('Closed'), byTest(plan.at));
  await plan.month('2025-12', 30_000, plan.memberIds.slice(1));
  await store.transact(memberStream, second, eraseMember('Asked to be forgotten'), byTest('2026-03-10T00:00:00.000Z'));
  await store.transact(calendarStream, '', processMemberEvents('2026-03-12'), byTest('2026-03-12T00:00:00.000Z'));
}

/** A portal with a plan that had a month imported again and a member erased. */
export const startProofsPortal = (): Promise<AsOfPortal> => AsOfPortal.start('proofs', recordHistory);

export const isProofOver = ({ proof }: AsOfView): boolean =>
  proof !== null && !['waiting', 'running'].includes(proof.state);

/** Waits until the proof of a view is over and returns it. */
export async function proven(portal: AsOfPortal, view: AsOfView): Promise<NonNullable<AsOfView['proof']>> {
  const { status } = await portal.auditor.post(`/api/history/views/${view.id}/proof`, {});
  expect(status).toBe(200);
  return (await portal.until(view.id, isProofOver)).proof!;
}
