import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { PlanRows } from '@superscope/api/analytics/plan-rows';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import { RankedActions } from '@superscope/api/plans/plan-actions.slice';
import type { PlanAction, PlanActions } from '@superscope/contracts/plan-actions';
import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths, testVault } from './sample-editions.js';
import { insertRows, membersOf } from './sample-members.js';

let engine: Engine;
let counters: ChangeCounters;
let ranked: RankedActions;

const none = { beneficiary_nomination_type: '4|None', gain_nominate_beneficiary: 1_000_000 } as const;
const binding = { beneficiary_nomination_type: '1|Binding' } as const;
const neither = { gain_make_nomination_binding: null };
const uninsured = {
  life_insurance_indicator_result: 'None',
  potentially_inadequate_life_insurance: 1,
  gain_lift_life_cover: 500_000,
} as const;

/** Of 300 members every third has no nomination at `from`; the first `done` of them have one at `to`. Every fifth has no cover. */
const nominating =
  (done: number) =>
  (n: number): Partial<MemberMonthRow> => ({
    ...neither,
    ...(n % 3 === 0 && n > 3 * done ? none : binding),
    ...(n % 5 === 0 ? uninsured : {}),
  });
const member = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const sent = (campaignId: string, members: readonly number[]) =>
  members.map((n) => ({
    campaign_id: campaignId,
    member_id: member(n),
    step: 'Sent',
    at: '2026-02-05 00:00:00.000',
    recorded_at: '2026-02-20 00:00:00.000',
  }));
const campaign = (campaignId: string, name: string, on: string, type = 'SuperScore email') => ({
  campaign_id: campaignId,
  plan_id: 'acme',
  campaign_type: type,
  name,
  run_date: on,
  version: 1,
  is_deleted: 0,
});

beforeAll(async () => {
  engine = await startEngine();
  counters = new ChangeCounters();
  ranked = new RankedActions(new PlanRows(engine.queries, counters, testVault, 30_000, newestRules));
  await closeMonths(engine.client, [
    ...membersOf('acme', '2026-01', 1, 300, nominating(0)),
    ...membersOf('acme', '2026-04', 1, 300, nominating(20)),
    ...membersOf('acme', '2026-05', 1, 300, nominating(40)),
    ...membersOf('eight', '2026-05', 3001, 8, (n) => (n % 2 ? { ...neither, ...none } : binding)),
    ...membersOf('small', '2026-05', 4001, 25, (n) => (n % 2 ? { ...neither, ...none } : binding)),
    ...membersOf('larger', '2026-05', 6001, 40, (n) => (n % 2 ? { ...neither, ...none } : binding)),
    ...membersOf('all', '2026-05', 5001, 60, () => ({ ...neither, ...none })),
  ]);
  await insertRows(engine.client, 'member_snapshot', membersOf('acme', '2026-06', 1, 300, nominating(90)));
  await insertRows(engine.client, 'campaign', [
    campaign('nominate', 'Nominate a beneficiary', '2026-02-04'),
    campaign('cover', 'Check your insurance', '2026-02-10'),
    campaign('welcome', 'Welcome', '2026-02-12'),
    campaign('recent', 'Nominate a beneficiary', '2026-04-04'),
  ]);
  const thirds = Array.from({ length: 100 }, (_, i) => 3 * (i + 1));
  await insertRows(engine.client, 'campaign_engagement', [
    ...sent('nominate', thirds.slice(0, 70)),
    ...sent('recent', thirds),
    ...sent('cover', thirds),
  ]);
});
afterAll(() => engine?.stop());

const ask = (planId: string, audience: 'employer' | 'staff' = 'employer', month: string | null = null) =>
  ranked.of(planId, month, audience);
const of = ({ actions }: PlanActions, key: PlanAction['key']) => actions.find((action) => action.key === key)!;

describe('what would move the score', () => {
  it('is ranked by the expected change, at the newest closed month', async () => {
    const answer = await ask('acme');
    expect(answer.month).toBe('2026-05');
    expect(answer.actions.slice(0, 2).map(({ key }) => key)).toEqual(['nominateBeneficiary', 'liftLifeCover']);
    const nominate = of(answer, 'nominateBeneficiary');
    expect(Math.abs(nominate.members.value! - 60)).toBeLessThanOrEqual(12);
    expect(Math.abs(nominate.change.value! - 0.2)).toBeLessThanOrEqual(0.05);
    expect(nominate.margin).toBeCloseTo(12 / 300);
    expect(of(answer, 'renewNomination')).toMatchObject({ members: { because: '<11' }, change: { because: '<11' } });
  });

  it('is exact for staff, also for the running month', async () => {
    const running = await ask('acme', 'staff');
    expect(running.month).toBe('2026-06');
    expect(of(running, 'nominateBeneficiary')).toMatchObject({
      members: { value: 10, because: null },
      share: { value: 3.3 },
      change: { value: 0.033333 },
    });
    const may = await ask('acme', 'staff', '2026-05');
    expect(of(may, 'nominateBeneficiary')).toMatchObject({ members: { value: 60 }, change: { value: 0.2 } });
    expect(of(may, 'liftLifeCover')).toMatchObject({ members: { value: 60 }, change: { value: 0.1 } });
    expect(of(may, 'renewNomination')).toMatchObject({ members: { value: 0 }, change: { value: 0 } });
  });

  it('is that of the month asked for, or of the newest month before it', async () => {
    expect((await ask('acme', 'employer', '2026-04')).month).toBe('2026-04');
    expect((await ask('acme', 'employer', '2026-03')).month).toBe('2026-01');
    expect(await ask('acme', 'employer', '2025-12')).toEqual({ planId: 'acme', month: null, actions: [] });
  });

  it('counts who acted after a campaign about it, by the month before and the third month after', async () => {
    const { campaigns, didBefore, likelyChange } = of(await ask('acme', 'staff', '2026-05'), 'nominateBeneficiary');
    // Seventy recipients had no nomination, and forty of them have one since. April's campaign is too recent.
    expect(campaigns).toEqual([
      {
        campaignId: 'nominate',
        name: 'Nominate a beneficiary',
        runDate: '2026-02-04',
        concerned: { value: 70, because: null },
        share: { value: 57.1, because: null },
      },
    ]);
    expect(didBefore.value).toBe(57.1);
    expect(likelyChange.value).toBeCloseTo(0.2 * 0.571, 4);
  });

  it('shows employers the share who acted, with noise, and how the score would change if as many did', async () => {
    const { campaigns, didBefore, change, likelyChange } = of(await ask('acme'), 'nominateBeneficiary');
    const [supporting] = campaigns;
    expect(Math.abs(supporting!.concerned.value! - 70)).toBeLessThanOrEqual(12);
    expect(Math.abs(supporting!.share.value! - 57.1)).toBeLessThanOrEqual(25);
    expect(likelyChange.value).toBeCloseTo((change.value! * didBefore.value!) / 100, 2);
  });

  it('withholds how many acted if few were concerned', async () => {
    const { campaigns, didBefore, likelyChange } = of(await ask('acme'), 'liftLifeCover');
    expect(campaigns.map(({ campaignId, share }) => [campaignId, share.value])).toEqual([['cover', null]]);
    expect([didBefore.value, likelyChange.value]).toEqual([null, null]);
  });

  it('repeats itself, and changes when an edition does', async () => {
    const first = await ask('acme');
    expect(await ask('acme')).toBe(first);
    counters.bump('acme', ['editions']);
    expect(await ask('acme')).not.toBe(first);
    expect(await ask('acme')).toEqual(first);
  });
});

describe('of a small plan', () => {
  const figures = ({ actions }: PlanActions) =>
    actions.flatMap(({ members, share, change, likelyChange }) => [members, share, change, likelyChange]);

  it('shows nothing for 8 members', async () => {
    for (const { value } of figures(await ask('eight'))) expect(value).toBeNull();
  });

  it('shows no count for 25 or 40 members, and a change only from a share rounded to tens', async () => {
    for (const planId of ['small', 'larger']) {
      const { actions } = await ask(planId);
      expect(actions.map(({ members }) => members.value)).toEqual(actions.map(() => null));
      for (const { share, change } of actions) expect(change.value === null || share.rounded).toBe(true);
    }
    const { share, change } = of(await ask('larger'), 'nominateBeneficiary');
    expect(share.value! % 10).toBe(0);
    expect(change).toEqual({ value: share.value! / 100, because: null, rounded: true });
  });

  it('shows no change that would reveal that everybody is concerned', async () => {
    const { share, change } = of(await ask('all'), 'nominateBeneficiary');
    expect(share).toMatchObject({ value: null, because: 'least' });
    expect(change).toMatchObject({ value: null, because: 'np' });
  });
});
