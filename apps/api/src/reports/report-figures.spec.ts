import type { KeptFigure } from '@superscope/contracts/kept-figures';
import { describe, expect, it } from 'vitest';
import { added, differences, figuresIn, figuresOfOwnShares } from './report-figures.js';

const query = {
  measures: ['MemberSnapshot.countMembers', 'MemberSnapshot.averageTotalAssetsOwned'],
  filters: [{ member: 'Member.planId', operator: 'equals', values: ['T.K1'] }],
  timeDimensions: [
    { dimension: 'MemberSnapshot.month', granularity: 'month', dateRange: ['2026-08-01', '2026-09-30'] },
  ],
};
const row = (month: string, members: number | null, average: number | null) => ({
  'MemberSnapshot.month.month': `${month}-01T00:00:00.000`,
  'MemberSnapshot.month': `${month}-01T00:00:00.000`,
  'MemberSnapshot.countMembers': members,
  'MemberSnapshot.averageTotalAssetsOwned': average,
});
const load = (answer: object, asked: object = query): KeptFigure => ({
  question: { name: 'load', of: { planId: 'T.K1', audience: 'employer', query: asked } },
  answer,
});
const told = (kept: KeptFigure) => figuresIn(kept).map(({ name, text }) => [name, text]);

describe('the figures of a report', () => {
  it('are each measure of each row, named by what it is of and the end of its month', () => {
    expect(told(load({ data: [row('2026-08', 1279, 97_900), row('2026-09', 1281, 98_100.5)] }))).toEqual([
      ['Members, 31/08/2026', '1,279'],
      ['Average total assets owned, 31/08/2026', '$97,900'],
      ['Members, 30/09/2026', '1,281'],
      ['Average total assets owned, 30/09/2026', '$98,101'],
    ]);
  });

  it('name the group and whatever else narrows them', () => {
    const grouped = {
      measures: ['MemberSnapshot.shareOfMembers'],
      dimensions: ['Member.gender'],
      filters: [...query.filters, { member: 'Member.addressState', operator: 'equals', values: ['VIC'] }],
    };
    const data = [{ 'Member.gender': '1|Female', 'MemberSnapshot.shareOfMembers': 41.25 }];
    expect(told(load({ data, figuresOf: '2026-09' }, grouped))).toEqual([
      ['Share of members, gender Female, state VIC, 30/09/2026', '41.3%'],
    ]);
  });

  it('name a fact about members by its own words: its share, and how many they are', () => {
    const flagged = {
      measures: ['MemberSnapshot.shareOfMembers', 'MemberSnapshot.countMembers'],
      dimensions: ['Member.approachingConcessionalCap'],
    };
    const of = (value: string | null, share: number, members: number) => ({
      'Member.approachingConcessionalCap': value,
      'MemberSnapshot.shareOfMembers': share,
      'MemberSnapshot.countMembers': members,
    });
    const data = [of('2|No', 90.5, 1150), of(null, 0, 20)];
    expect(told(load({ data, figuresOf: '2026-09' }, flagged))).toEqual([
      ['Approaching the concessional cap, No, 30/09/2026', '90.5%'],
      ['Approaching the concessional cap, No, members, 30/09/2026', '1,150'],
      ['Approaching the concessional cap, not known, 30/09/2026', '0%'],
      ['Approaching the concessional cap, not known, members, 30/09/2026', '20'],
    ]);
  });

  it('name what they are narrowed to', () => {
    const engaged = {
      measures: ['MemberSnapshot.averageAge'],
      filters: [
        { member: 'Member.engaged', operator: 'equals', values: ['1|Yes'] },
        { member: 'MemberSnapshot.atYearMonth', operator: 'equals', values: ['202609'] },
        ...query.filters,
      ],
    };
    const data = [{ 'MemberSnapshot.averageAge': 44.1 }];
    expect(told(load({ data, figuresOf: '2026-09' }, engaged))).toEqual([
      ['Average age, Engaged, Yes, 30/09/2026', '44.1'],
    ]);
  });

  it('are what members could do, and what a campaign did, each by its name', () => {
    const of = (value: number) => ({ value, because: null });
    const few = { value: null, because: '<11' as const };
    const action = {
      key: 'nominateBeneficiary',
      area: 'nominatedBeneficiary',
      label: 'Nominate a binding beneficiary',
      concerned: 'have nominated nobody',
      assumes: 'A binding nomination.',
      members: of(629),
      share: { value: 50, because: null, rounded: true },
      change: of(0.49),
      margin: 0.01,
      didBefore: few,
      likelyChange: few,
      campaigns: [],
    };
    const actions = { planId: 'T.K1', month: '2026-09', actions: [action] };
    expect(told({ question: { name: 'planActions', of: { month: '2026-09' } }, answer: actions })).toEqual([
      ['Nominate a binding beneficiary, members concerned, 30/09/2026', '629'],
      ['Nominate a binding beneficiary, share of members, 30/09/2026', 'about 50%'],
      ['Nominate a binding beneficiary, change of the score if all do it, 30/09/2026', '0.49'],
      ['Nominate a binding beneficiary, did it after past campaigns, 30/09/2026', '<11'],
      ['Nominate a binding beneficiary, change of the score if as many do it again, 30/09/2026', '<11'],
    ]);
    const group = { concerned: of(400), acted: of(40), share: of(10) };
    const effect = {
      campaignId: 'K1',
      name: 'Nominate',
      runDate: '2026-02-14',
      recipients: group,
      others: group,
      points: of(1.25),
    };
    const figures = figuresIn({ question: { name: 'campaignEffect', of: { campaignId: 'K1' } }, answer: effect });
    expect(figures.map(({ name, text }) => [name, text])).toEqual([
      ['Nominate of 14/02/2026, share of recipients who acted', '10%'],
      ['Nominate of 14/02/2026, share of others who acted', '10%'],
      ['Nominate of 14/02/2026, difference in percentage points', '1.25'],
    ]);
    // It becomes known as months pass, without any correction.
    expect(figures.every(({ isOfItsDay, campaign }) => isOfItsDay && campaign === 'Nominate')).toBe(true);
  });

  it('say why a figure is withheld, and how it is told instead', () => {
    const data = [row('2026-08', null, null), row('2026-09', 40, 100)];
    const suppressed = [
      { row: 0, members: ['MemberSnapshot.countMembers'], because: '<11' },
      { row: 0, members: ['MemberSnapshot.averageTotalAssetsOwned'], because: 'np' },
    ];
    const rounded = [{ row: 1, members: ['MemberSnapshot.countMembers'] }];
    expect(told(load({ data, suppressed, rounded })).map(([, text]) => text)).toEqual([
      '<11',
      'not published',
      'about 40',
      '$100',
    ]);
  });

  it('are the plan’s own shares and, from the report only, its ranks', () => {
    const rank = (share: number) => ({ rank: 30, share, plans: 41, ahead: 12 });
    const month = {
      month: '2026-09',
      loggedIn: rank(51.5),
      adequateRetirementStandard: rank(40),
      nominatedBeneficiary: rank(20),
      sum: 90,
      quartile: '2ND',
    };
    const figures = figuresIn({
      question: { name: 'planRanking', of: 'T.K1' },
      answer: { planId: 'T.K1', months: [month] },
    });
    expect(figures.filter(({ of }) => of === 'ownShare').map(({ text }) => text)).toEqual(['51.5%', '40%', '20%']);
    expect(figures.find(({ name }) => name.includes('quartile'))).toMatchObject({ of: 'rank', text: '2ND' });
    const again = figuresOfOwnShares({
      planId: 'T.K1',
      months: [
        {
          month: '2026-09',
          shares: { loggedIn: 51.5, adequateRetirementStandard: 40, nominatedBeneficiary: 21 },
        },
      ],
    });
    const shares = figures.filter(({ of }) => of === 'ownShare');
    expect(differences(shares, again).map(({ figure, text }) => [figure.text, text])).toEqual([['20%', '21%']]);
  });

  it('differ where the same question has another answer, in whatever order its rows come', () => {
    const printed = figuresIn(load({ data: [row('2026-08', 1279, 97_900), row('2026-09', 1281, 98_100)] }));
    const same = figuresIn(load({ data: [row('2026-09', 1281, 98_100), row('2026-08', 1279, 97_900)] }));
    expect(differences(printed, same)).toEqual([]);
    const other = figuresIn(load({ data: [row('2026-09', 1281, 98_100.004), row('2026-08', 1280, 97_900)] }));
    expect(differences(printed, other).map(({ figure: { name }, text }) => [name, text])).toEqual([
      ['Members, 31/08/2026', '1,280'],
      // Too little to be seen in its text, and another figure all the same.
      ['Average total assets owned, 30/09/2026', '$98,100'],
    ]);
    expect(differences(printed, []).map(({ text }) => text)).toEqual(Array(4).fill('no figure'));
  });

  it('are also those that a report has none of, but for what came after its end', () => {
    const printed = figuresIn(load({ data: [row('2026-08', 1279, 97_900)] }));
    const asked = figuresIn(
      load({ data: [row('2026-08', 1279, 97_900), row('2026-09', 1281, 98_100), row('2026-10', 1, 1)] }),
    );
    expect(added(printed, asked, '2026-09-30').map(({ figure, text }) => [figure.name, figure.text, text])).toEqual([
      ['Members, 30/09/2026', 'no figure', '1,281'],
      ['Average total assets owned, 30/09/2026', 'no figure', '$98,100'],
    ]);
    const cell = { value: 40, withheld: null, about: null };
    const figures = { recipients: cell, opened: cell, clicked: cell, openedPercent: cell, clickedPercent: cell };
    const campaigns = (...days: string[]) =>
      figuresIn({
        question: { name: 'campaigns', of: 'T.K1' },
        answer: days.map((date) => ({ id: date, name: 'Choose', date, ...figures })),
      });
    const found = added(campaigns('2026-08-03'), campaigns('2026-08-03', '2026-09-29', '2026-10-01'), '2026-09-30');
    expect(new Set(found.map(({ figure: { ranOn } }) => ranOn))).toEqual(new Set(['2026-09-29']));
    expect(found.length).toBe(5);
    expect(added(printed, printed, '2026-09-30')).toEqual([]);
  });

  it('are listed once if several questions of a report ask for them', () => {
    const one = figuresIn(load({ data: [row('2026-08', 1279, 97_900)] }));
    const ordered = { ...query, order: [['MemberSnapshot.month', 'asc']] };
    const other = figuresIn(load({ data: [row('2026-08', 1279, 97_900)] }, ordered));
    expect(differences([...one, ...other], []).length).toBe(2);
  });
});
