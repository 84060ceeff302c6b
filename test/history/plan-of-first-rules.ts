import { assetsOwnedStream, importAssetsOwned } from '@superscope/domain/assets-owned/assets-owned';
import { calendarStream, closeMonths, openMonth, processMemberEvents } from '@superscope/domain/calendar/calendar';
import { campaignStream, recordCampaign, recordEngagement } from '@superscope/domain/campaign/campaign';
import { companyStream, recordCompany } from '@superscope/domain/company/company';
import { memberStream, recordMember, requestContact } from '@superscope/domain/member/member';
import { importSnapshots, memberSnapshotsStream } from '@superscope/domain/member-snapshots/member-snapshots';
import { snapshotRow } from '@superscope/domain/member-snapshots/snapshot-columns';
import { planMonthId } from '@superscope/domain/plan-month-import';
import { assetsStream } from '@superscope/domain/published-table/published-rows';
import { publishTable } from '@superscope/domain/published-table/published-table';
import type { PortalEngines } from '../harness/portal-engines.js';
import { byTest, type SamplePlan } from '../harness/sample-plan.js';
import { planId } from './as-of-portal.js';

const months = ['2025-09', '2025-10', '2025-11', '2025-12'];
const members = 60;

const options = ['GROWTH', 'BALANCED', 'CASH'] as const;
const riskProfiles = ['Assertive', 'Balanced', 'Moderate'] as const;
const nominations = ['Binding', 'Non-binding', 'None'] as const;

/** What a file says of a member at a month's end. Every column has several values, so that a report shows groups of many kinds. */
const snapshot = (memberId: string, i: number, month: string) => {
  const monthsOn = months.indexOf(month);
  const hasCover = i % 4 !== 0;
  return snapshotRow(memberId, {
    salary: 7_000_000 + ((i * 37) % members) * 120_000,
    totalAssetsOwned: 3_000_000 + ((i * 23) % members) * 410_000 + monthsOn * 90_000,
    employerContributions: 60_000 + ((i * 37) % members) * 1_100,
    salarySacrifice: i % 5 === 0 ? 20_000 : null,
    personalContributions: i % 7 === monthsOn ? 50_000 : null,
    fees: 1_500 + i,
    insurancePremium: hasCover ? 3_000 : null,
    deathCover: hasCover ? 20_000_000 + i * 300_000 : null,
    tpdCover: i % 3 === 0 ? 15_000_000 : null,
    sciCover: i % 6 === 0 ? 400_000 : null,
    deathPremium: hasCover ? 3_000 : null,
    riskProfileName: riskProfiles[i % 4] ?? null,
    growthExposure: 20 + ((i * 11) % 75),
    lifecycleInvestment: i % 9 === 0,
    beneficiaryNominationType: nominations[i % 3]!,
    nominationDate: i % 3 === 2 ? null : `20${17 + (i % 9)}-06-01`,
    nominationLapsing: i % 3 === 2 ? null : i % 2 === 0,
    lastLogin: i % 2 === 0 ? `${month}-10` : '2024-02-10',
  });
};

/**
 * A plan of two employers that the release before publishing rules 2 registered and closed. Ids and instants are fixed, because the report
 * of that release (report-of-first-rules.json) was made of this history.
 */
export async function recordByFirstRules(plan: SamplePlan, { store }: PortalEngines): Promise<void> {
  plan.byFirstRules = true;
  plan.at = '2026-01-02T00:00:00.000Z';
  await plan.figures();
  await plan.register(members);
  const second = { companyId: `${planId}-E2`, planId, name: 'Second', abn: null, industry: null, active: true };
  await store.transact(companyStream, second.companyId, recordCompany(second), byTest(plan.at));
  for (let i = 1; i < members; i += 2) {
    const { companyId } = second;
    const member = { ...plan.member(i), companyId, addressState: i % 5 === 0 ? 'TAS' : 'NSW' };
    await store.transact(memberStream, member.memberId, recordMember(member, '2025-01-01'), byTest(plan.at));
  }
  const table = { importId: 'options', ownerId: plan.platformId, validFrom: '2025-07-01', digest: 'options' };
  const option = { description: null, isLifecycle: false, isChoice: true, return1yr: null, return3yr: null };
  const rows = options.map((assetCode, i) => ({ ...option, assetCode, name: assetCode, growthPercent: 90 - i * 40 }));
  await store.transact(assetsStream, plan.platformId, publishTable('AssetsPublished', table, rows), byTest(plan.at));
  for (const month of months) {
    const of = { importId: `of-${month}`, planId, month };
    const id = planMonthId(planId, month);
    const snapshots = plan.memberIds.map((memberId, i) => snapshot(memberId, i, month));
    await store.transact(memberSnapshotsStream, id, importSnapshots(of, snapshots, month), byTest(plan.at));
    const held = plan.memberIds.map(
      (memberId, i) => [memberId, options[(i % 7) % 3]!, 2_000_000 + i * 90_000] as const,
    );
    await store.transact(assetsOwnedStream, id, importAssetsOwned(of, held, month), byTest(plan.at));
  }
  const campaignId = 'TWR.K1';
  const campaign = { campaignId, planId, campaignType: 'Nomination', name: 'Nominate', runDate: '2025-11-03' };
  const engagement = plan.memberIds.flatMap((memberId, i) => [
    [memberId, 'Sent', '2025-11-03T01:00:00.000Z'] as const,
    ...(i % 2 === 0 ? [[memberId, 'Open Email', '2025-11-04T01:00:00.000Z'] as const] : []),
    ...(i % 4 === 0 ? [[memberId, 'Click Email', '2025-11-04T01:05:00.000Z'] as const] : []),
  ]);
  for (const decision of [recordCampaign(campaign), recordEngagement('engagement', engagement)])
    await store.transact(campaignStream, campaignId, decision, byTest(plan.at));
  for (const memberId of plan.memberIds.slice(0, 20)) {
    const asked = requestContact('2025-12-10T00:00:00.000Z', 'insurance', 'Open');
    await store.transact(memberStream, memberId, asked, byTest(plan.at));
  }
  await store.transact(calendarStream, '', closeMonths('2026-01-15'), byTest('2026-01-15T00:00:00.000Z'));
  for (const decision of [openMonth('2026-02'), closeMonths('2026-02-15'), processMemberEvents('2026-02-15')])
    await store.transact(calendarStream, '', decision, byTest('2026-02-14T13:00:00.000Z'));
}
