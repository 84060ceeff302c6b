import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnalyticsService } from '@superscope/api/analytics/load/analytics-service';
import { ChangeCounters } from '@superscope/api/changes/change-counters';
import { Asking, is, staff, told } from './asking.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths, testVault } from './sample-editions.js';
import { insertRows, membersOf } from './sample-members.js';

const recipients = 'Campaign.recipients';
const opened = 'Campaign.opened';
const clicked = 'Campaign.clicked';
const conversions = 'Campaign.conversions';
const percent = 'Campaign.conversionsPercent';
const reach = [recipients, opened, clicked];
const id = 'Campaign.campaignId';
const member = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

let engine: Engine;
let asking: Asking;

const campaign = (campaignId: string, on: string, planId = 'acme', type = 'email') => ({
  campaign_id: campaignId,
  plan_id: planId,
  campaign_type: type,
  name: `SuperScore ${on}`,
  run_date: on,
  version: 1,
  is_deleted: 0,
});
const took = (campaignId: string, step: string, count: number, recordedAt = '2026-05-20 00:00:00.000', first = 1) =>
  Array.from({ length: count }, (_, i) => ({
    campaign_id: campaignId,
    member_id: member(first + i),
    step,
    at: '2026-05-05 00:00:00.000',
    recorded_at: recordedAt,
  }));

beforeAll(async () => {
  engine = await startEngine();
  asking = new Asking(engine);
  const asked = (n: number) => ({
    last_contact_on: n <= 60 ? '2026-02-10' : '1970-01-01',
    last_contact_insurance_on: n <= 40 ? '2026-02-10' : '1970-01-01',
    last_contact_investment_on: n > 40 && n <= 45 ? '2026-02-10' : '1970-01-01',
  });
  for (const month of ['2026-03', '2026-04', '2026-05'])
    await closeMonths(engine.client, [
      ...membersOf('acme', month, 1, 300, asked),
      ...membersOf('tiny', month, 3001, 8),
    ]);
  await insertRows(engine.client, 'member_snapshot', membersOf('new', '2026-06', 4001, 50));
  await insertRows(engine.client, 'campaign', [
    campaign('may', '2026-05-04'),
    campaign('april', '2026-04-06'),
    campaign('few', '2026-03-02'),
    campaign('running', '2026-06-03'),
    campaign('consult', '2026-05-11', 'acme', 'Consult'),
    campaign('tiny', '2026-05-04', 'tiny'),
    campaign('new', '2026-06-03', 'new'),
  ]);
  await insertRows(engine.client, 'campaign_engagement', [
    ...took('may', 'Sent', 200),
    ...took('may', 'Open Email', 90),
    ...took('may', 'Click Email', 40),
    // Recorded after May closed, for people who were not members in May.
    ...took('may', 'Open Email', 100, '2026-06-09 00:00:00.000', 91),
    ...took('may', 'Sent', 500, '2026-05-20 00:00:00.000', 9001),
    ...took('april', 'Sent', 300),
    ...took('april', 'Open Email', 120),
    // A click implies an opening, even when no opening was recorded.
    ...took('april', 'Click Email', 60, '2026-05-20 00:00:00.000', 101),
    ...took('few', 'Sent', 150),
    ...took('few', 'Open Email', 6),
    ...took('running', 'Sent', 250),
    ...took('running', 'Open Email', 100),
    ...took('tiny', 'Sent', 8, '2026-05-20 00:00:00.000', 3001),
  ]);
});
afterAll(() => engine?.stop());

describe('campaigns as employers see them', () => {
  const list = { dimensions: [id], order: { [id]: 'asc' } };
  const row = async (campaignId: string, measure: string) => {
    const answer = await asking.ask({ measures: [measure], filters: [is(id, campaignId)] });
    return told(answer, measure)[0];
  };

  it('count members of their month, recorded by the newest closed month, with noise', async () => {
    const answer = await asking.ask({ measures: reach, ...list });
    expect(answer.data.map((each) => each[id])).toEqual(['april', 'few', 'may', 'running']);
    const may = reach.map((measure) => Number(told(answer, measure)[2]));
    for (const [i, exact] of [200, 90, 40].entries()) expect(Math.abs(may[i]! - exact)).toBeLessThanOrEqual(12);
    expect(may).not.toEqual([200, 90, 40]);
    // April's campaign was sent to everybody, which a count would reveal.
    expect(told(answer, recipients)[0]).toMatch(/^np|least/);
    expect(Math.abs(Number(told(answer, opened)[0]) - 160)).toBeLessThanOrEqual(12);
    expect([told(answer, opened)[1], told(answer, clicked)[1]]).toEqual(['<11', '<11']);
  });

  it('show only name and date until their month is closed', async () => {
    const answer = await asking.ask({
      measures: [...reach, percent],
      dimensions: ['Campaign.name'],
      filters: [is(id, 'running')],
      timeDimensions: [{ dimension: 'Campaign.eventDate', granularity: 'day' }],
    });
    expect(answer.data).toMatchObject([
      { 'Campaign.name': 'SuperScore 2026-06-03', 'Campaign.eventDate': '2026-06-03T00:00:00.000' },
    ]);
    for (const measure of [...reach, percent]) expect(told(answer, measure)).toEqual(['np']);
  });

  it('are listed without consultations unless queried by type, and without figures of tiny plans', async () => {
    expect(await asking.rows({ measures: ['Campaign.runs', 'Campaign.total'] })).toEqual([
      { 'Campaign.runs': 4, 'Campaign.total': 4 },
    ]);
    expect(
      await asking.rows({ measures: ['Campaign.runs'], filters: [is('Campaign.campaignType', 'Consult')] }),
    ).toEqual([{ 'Campaign.runs': 1 }]);
    const tiny = await asking.ask({ measures: [...reach, percent] }, 'tiny');
    for (const measure of reach) expect(told(tiny, measure)).toEqual(['<11']);
  });

  it('are those of every plan for a user who may see all, including plans without a closed month', async () => {
    const analytics = new AnalyticsService(engine.queries, new ChangeCounters(), testVault);
    const query = {
      measures: ['Campaign.runs', recipients],
      dimensions: ['Campaign.planId'],
      order: { 'Campaign.planId': 'asc' },
    };
    const answer = (await analytics.load(query, staff, 'employer')).results[0]!;
    expect(answer.data.map((each) => [each['Campaign.planId'], each['Campaign.runs']])).toEqual([
      ['acme', 4],
      ['new', 1],
      ['tiny', 1],
    ]);
    expect(told(answer, recipients).slice(1)).toEqual(['np', '<11']);
  });

  it('add up the published figures of several, and name the withheld ones', async () => {
    const answer = await asking.ask({ measures: [opened] });
    expect(answer.data[0]![opened]).toBe(Number(await row('may', opened)) + Number(await row('april', opened)));
    expect(answer.leftOut).toEqual([{ row: 0, parts: ['SuperScore 2026-03-02', 'SuperScore 2026-06-03'] }]);
    expect(told(await asking.ask({ measures: [percent] }), percent)).toEqual(['np']);
  });

  it('have conversions of the published recipients, or of all members where these are withheld', async () => {
    const [sent, looked, went] = await Promise.all(reach.map((measure) => row('may', measure)));
    const part = (over: unknown, of: unknown) => Math.round((1000 * Number(over)) / Number(of)) / 10;
    expect(await row('may', percent)).toBe(part(looked, sent));
    expect(await row('april', percent)).toBe(part(await row('april', opened), 300));
    const funnel = await asking.rows({
      measures: [conversions, percent],
      dimensions: ['Campaign.step'],
      filters: [is(id, 'may')],
      order: { [conversions]: 'desc' },
    });
    expect(funnel).toEqual([
      { 'Campaign.step': 'Open Email', [conversions]: looked, [percent]: part(looked, sent) },
      { 'Campaign.step': 'Click Email', [conversions]: went, [percent]: part(went, sent) },
    ]);
    const clicks = await asking.rows({
      measures: [conversions],
      filters: [is(id, 'may'), is('Campaign.step', 'Click Email')],
    });
    expect(clicks).toEqual([{ [conversions]: went }]);
  });

  it('count nothing for an unknown step', async () => {
    for (const filters of [
      [is('Campaign.step', 'Sent')],
      [is('Campaign.step', 'Open Email'), is('Campaign.step', 'Click Email')],
    ])
      expect(await asking.rows({ measures: [conversions, 'Campaign.runs'], filters })).toEqual([
        { [conversions]: 0, 'Campaign.runs': 0 },
      ]);
  });
});

describe('contact requests as employers see them', () => {
  const members = 'ContactRequested.members';
  const reason = 'ContactRequested.reason';
  const since = (from: string) => [{ dimension: 'ContactRequested.at', dateRange: [from, '2026-05-31'] }];

  it('count members, by their last request for each reason', async () => {
    const answer = await asking.ask({
      measures: [members],
      dimensions: [reason],
      timeDimensions: since('2026-02-01'),
      order: { [reason]: 'asc' },
    });
    expect(answer.data.map((row) => row[reason])).toEqual([
      'accountBalance',
      'insurance',
      'investment',
      'nominatedBeneficiary',
      'retirementAdequacy',
    ]);
    const [balance, insurance, investment] = told(answer, members);
    expect([balance, investment]).toEqual(['<11', '<11']);
    expect(Math.abs(Number(insurance) - 40)).toBeLessThanOrEqual(12);
    const one = await asking.rows({
      measures: [members],
      filters: [is(reason, 'insurance')],
      timeDimensions: since('2026-02-01'),
    });
    expect(one).toEqual([{ [members]: insurance }]);
    const flag = await asking.rows({
      measures: ['MemberSnapshot.countMembers'],
      dimensions: ['Member.contactRequestedInsurance'],
      timeDimensions: [{ dimension: 'MemberSnapshot.month', dateRange: ['2026-02-01', '2026-05-31'] }],
    });
    expect(
      flag.find((row) => row['Member.contactRequestedInsurance'] === '1|Yes')!['MemberSnapshot.countMembers'],
    ).toBe(insurance);
  });

  it('are of the period, in every notation', async () => {
    const all = await asking.rows({ measures: [members], timeDimensions: since('2026-02-01') });
    expect(Math.abs(Number(all[0]![members]) - 60)).toBeLessThanOrEqual(12);
    const filtered = { member: 'ContactRequested.at', operator: 'inDateRange', values: ['2026-02-01', '2026-05-31'] };
    expect(await asking.rows({ measures: [members], filters: [filtered] })).toEqual(all);
    expect(told(await asking.ask({ measures: [members], timeDimensions: since('2026-03-01') }), members)).toEqual([
      '<11',
    ]);
  });

  it('are withheld until a month of the plan has closed', async () => {
    const answer = await asking.ask({ measures: [members], dimensions: [reason] }, 'new');
    expect(told(answer, members)).toEqual(Array(5).fill('np'));
  });
});
