import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { PlanRows } from '@superscope/api/analytics/plan-rows';
import { CampaignEffects } from '@superscope/api/campaigns/campaign-effect.slice';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import { RankedActions } from '@superscope/api/plans/plan-actions.slice';
import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths, testVault } from './sample-editions.js';
import { insertRows, membersOf } from './sample-members.js';

let engine: Engine;
let effects: CampaignEffects;
let actions: RankedActions;

const none = { beneficiary_nomination_type: '4|None', gain_nominate_beneficiary: 1_000_000 } as const;
const nominated = { beneficiary_nomination_type: '1|Binding', gain_make_nomination_binding: null } as const;
/** Before the campaign the first 400 of 600 members have no nomination. Members for whom `done` is true have nominated since. */
const nominating =
  (done: (n: number) => boolean, since?: Partial<MemberMonthRow>) =>
  (n: number): Partial<MemberMonthRow> => ({
    gain_make_nomination_binding: null,
    ...(n <= 400 && !done(n) ? none : nominated),
    ...(n <= 300 ? since : {}),
  });
const member = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const sent = (campaignId: string, count: number, first = 1) =>
  Array.from({ length: count }, (_, i) => ({
    campaign_id: campaignId,
    member_id: member(first + i),
    step: 'Sent',
    at: '2026-02-05 00:00:00.000',
    recorded_at: '2026-02-20 00:00:00.000',
  }));
const campaign = (campaignId: string, name: string, on: string, planId = 'acme', type = 'SuperScore email') => ({
  campaign_id: campaignId,
  plan_id: planId,
  campaign_type: type,
  name,
  run_date: on,
  version: 1,
  is_deleted: 0,
});

beforeAll(async () => {
  engine = await startEngine();
  const rows = new PlanRows(engine.queries, new ChangeCounters(), testVault, 30_000, newestRules);
  effects = new CampaignEffects(rows);
  actions = new RankedActions(rows);
  // 80 of the 200 recipients nominate somebody, and 20 of the 200 other members.
  const done = (n: number) => n <= 80 || (n > 200 && n <= 220);
  await closeMonths(engine.client, [
    ...membersOf(
      'acme',
      '2026-01',
      1,
      600,
      nominating(() => false),
    ),
    ...membersOf('acme', '2026-05', 1, 600, nominating(done, { last_sign_in_on: '2026-03-01' })),
    ...membersOf('small', '2026-01', 3001, 40, () => ({ ...none, gain_make_nomination_binding: null })),
    ...membersOf('small', '2026-05', 3001, 40, (n) =>
      n <= 3015 ? nominated : { ...none, gain_make_nomination_binding: null },
    ),
  ]);
  await insertRows(engine.client, 'campaign', [
    campaign('asked', 'Nominate a beneficiary', '2026-02-04'),
    campaign('welcome', 'Welcome', '2026-02-04'),
    campaign('report', 'Annual report', '2026-02-04', 'acme', 'SuperScore report'),
    campaign('march', 'Nominate a beneficiary', '2026-03-04'),
    campaign('october', 'Nominate a beneficiary', '2025-10-04'),
    campaign('january', 'Nominate a beneficiary', '2026-01-04'),
    campaign('few', 'Nominate a beneficiary', '2026-02-06'),
    campaign('everybody', 'Nominate a beneficiary', '2026-02-07'),
    campaign('again', 'Nominate a beneficiary', '2026-02-08'),
    campaign('tiny', 'Nominate a beneficiary', '2026-02-04', 'small'),
  ]);
  await insertRows(engine.client, 'campaign_engagement', [
    ...sent('asked', 200),
    ...sent('welcome', 300),
    ...sent('report', 300),
    ...sent('few', 8),
    ...sent('everybody', 600),
    ...sent('again', 595),
    ...sent('tiny', 20, 3001),
  ]);
});
afterAll(() => engine?.stop());

// The effect of a campaign in February compares January, the month before, with May, the third month after.
const ask = (campaignId: string, audience: 'employer' | 'staff' = 'employer', planId = 'acme') =>
  effects.of(planId, campaignId, audience);

describe('the effect of a campaign', () => {
  it('is exact for staff: who acted of those asked, against those who were not', async () => {
    expect(await ask('asked', 'staff')).toMatchObject({
      aim: 'nominatedBeneficiary',
      before: '2026-01',
      after: '2026-05',
      state: 'known',
      recipients: { concerned: { value: 200 }, acted: { value: 80 }, share: { value: 40 } },
      others: { concerned: { value: 200 }, acted: { value: 20 }, share: { value: 10 } },
      points: { value: 30 },
      clear: true,
    });
  });

  it('is shown to employers from published counts, with a wider interval', async () => {
    const [told, exact] = [await ask('asked'), await ask('asked', 'staff')];
    expect(told.state).toBe('known');
    expect(Math.abs(told.points.value! - 30)).toBeLessThanOrEqual(12);
    expect(told.high! - told.low!).toBeGreaterThan(exact.high! - exact.low!);
    expect(told.clear).toBe(true);
  });

  it('has the recipients’ figures that the expectation of the action is based on', async () => {
    for (const audience of ['employer', 'staff'] as const) {
      const { recipients } = await ask('asked', audience);
      const answer = await actions.of('acme', null, audience);
      const { campaigns } = answer.actions.find(({ key }) => key === 'nominateBeneficiary')!;
      const supporting = campaigns.find(({ campaignId }) => campaignId === 'asked')!;
      expect(supporting.concerned).toEqual(recipients.concerned);
      expect(Math.abs(supporting.share.value! - recipients.share.value!)).toBeLessThanOrEqual(1);
    }
  });

  it('of a campaign without a topic counts who signed in since', async () => {
    expect(await ask('welcome', 'staff')).toMatchObject({
      aim: 'signedIn',
      recipients: { concerned: { value: 300 }, acted: { value: 300 } },
      others: { concerned: { value: 300 }, acted: { value: 0 } },
      points: { value: 100 },
    });
  });

  it('of a report counts who left the scores under 3, and says so if nobody had one', async () => {
    expect(await ask('report', 'staff')).toMatchObject({ aim: 'superScore', state: 'tooFew', points: { value: null } });
    expect(await ask('report')).toMatchObject({ state: 'tooFew', low: null, high: null, clear: false });
  });

  it('waits for the third month after, and needs the month before', async () => {
    for (const audience of ['employer', 'staff'] as const) {
      expect((await ask('march', audience)).state).toBe('early');
      expect((await ask('january', audience)).state).toBe('early');
      expect((await ask('october', audience)).state).toBe('noBefore');
    }
  });

  it('is withheld if few or nearly all members received it', async () => {
    for (const campaignId of ['few', 'everybody']) {
      const { state, points, low } = await ask(campaignId);
      expect([campaignId, state, points.value, low]).toEqual([campaignId, 'tooFew', null, null]);
    }
  });

  it('has the plan’s published figure of the month before, for all members, if nobody has left', async () => {
    const { recipients, others } = await ask('asked');
    const answer = await actions.of('acme', '2026-01', 'employer');
    const { members } = answer.actions.find(({ key }) => key === 'nominateBeneficiary')!;
    expect(members.value).not.toBe(400);
    expect(recipients.concerned.value! + others.concerned.value!).toBe(members.value);
  });

  it('has no separate figure for recipients who are nearly all members', async () => {
    const [{ recipients }, again] = [await ask('everybody'), await ask('again')];
    expect(recipients.concerned.value).not.toBe(400);
    expect(again.recipients).toEqual(recipients);
    const answer = await actions.of('acme', '2026-01', 'employer');
    const { members } = answer.actions.find(({ key }) => key === 'nominateBeneficiary')!;
    expect(recipients.concerned.value).toBe(members.value);
  });

  it('of a plan of 40 is withheld, like every count of that plan', async () => {
    const answer = await ask('tiny', 'employer', 'small');
    expect(answer).toMatchObject({
      state: 'tooFew',
      recipients: { concerned: { value: null } },
      points: { value: null },
    });
    expect((await ask('tiny', 'staff', 'small')).state).toBe('known');
  });

  it('of another plan’s campaign is not found', async () => {
    await expect(ask('asked', 'employer', 'small')).rejects.toThrow('There is no such campaign.');
  });
});
