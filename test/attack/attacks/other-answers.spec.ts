import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { PlanActions } from '@superscope/contracts/plan-actions';
import { expect, it } from 'vitest';
import { wholePlan } from '../cells.js';
import { Employer } from '../employer.js';
import { facts } from '../facts.js';
import { without } from '../knowledge.js';
import type { PortalAsker, Query } from '../portal-asker.js';
import { simulateFund } from '../simulated-fund.js';
import { otherAnswers } from './other-answers.attack.js';

const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
const figure = (value: number | null) => ({ value, because: value === null ? ('np' as const) : null });
const none = figure(null);

const actions = (month: string, members: number): PlanActions => ({
  planId: 'P1',
  month,
  actions: [
    {
      key: 'nominateBeneficiary',
      label: 'Nominate',
      area: 'nominatedBeneficiary',
      concerned: '',
      assumes: '',
      members: figure(members),
      share: none,
      change: none,
      margin: null,
      didBefore: none,
      likelyChange: none,
      campaigns: [],
    },
  ],
});
const effect = (recipients: number, others: number): CampaignEffect => ({
  campaignId: 'K1',
  name: 'Nominate a beneficiary',
  runDate: '2026-02-03',
  aim: 'nominatedBeneficiary',
  concerned: '',
  acted: '',
  before: '2026-01',
  after: '2026-05',
  state: 'known',
  recipients: { concerned: figure(recipients), acted: none, share: none },
  others: { concerned: figure(others), acted: none, share: none },
  points: none,
  low: null,
  high: null,
  clear: false,
});

/** An employer of a portal with one campaign, which counts `members` without a nomination in every month. */
const employer = (churn: number, members: number, of: CampaignEffect) => {
  const { knowledge } = simulateFund(200, months, [], { churn, seed: 3 });
  const campaigns = { data: [{ 'Campaign.campaignId': 'K1' }] };
  const asks = {
    ask: async (queries: readonly Query[]) =>
      queries.map(({ dimensions }) => (dimensions?.includes('Campaign.campaignId') ? [campaigns] : null)),
    get: async (path: string) => (path.endsWith('/effect') ? of : actions(path.slice(-7), members)),
  };
  return new Employer(asks as unknown as PortalAsker, 'adjusted', [knowledge], months);
};

it('finds a fact whose number in a campaign’s effect differs from that of the plan’s month', async () => {
  expect(await otherAnswers.run(employer(0, 80, effect(30, 53)))).toMatchObject({ compared: 1, disagreements: 1 });
  expect(await otherAnswers.run(employer(0, 80, effect(30, 50)))).toMatchObject({ compared: 1, disagreements: 0 });
});

it('subtracts those who stayed from all members, and claims the rest for those who left', async () => {
  const of = employer(0.008, 80, effect(30, 47));
  const [plan] = of.plans;
  const left = without(plan!.members(wholePlan, '2026-01'), plan!.members(wholePlan, '2026-05'));
  expect(left.length).toBeGreaterThan(0);
  const { groups } = await otherAnswers.run(of);
  expect(groups.filter(({ members }) => members.join() === left.join())).toContainEqual({
    planId: 'P1',
    month: '2026-01',
    fact: facts.noNomination,
    members: left,
    count: 3,
    variance: 2 * 6 + 2 * 16,
  });
});
