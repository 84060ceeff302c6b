import type { AsfaTargetsAnswer } from '@superscope/contracts/asfa-targets';
import { pageEvent, pageProgressEvent, type PageMessage, type PageProgress } from '@superscope/contracts/page-event';
import type { PlanRanking } from '@superscope/contracts/plan-ranking';
import type { ReportContacts, ServedTemplate } from '@superscope/contracts/plan-report';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { PlanAction } from '@superscope/contracts/plan-actions';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dana, filtersOf, helen, isAbout, kestrel, ofEngaged, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const contacts: ReportContacts = {
  cover: {
    planShortName: 'Kestrel',
    planName: kestrel.name,
    platformName: 'Tallowood Retirement',
    platformShortName: 'Tallowood',
    trusteeName: 'Wattlebird Trustees Limited',
    trusteeAbn: '81342636361',
    trusteeAfsl: '900101',
    providerName: 'Tallowood Retirement Pty Ltd',
    providerAbn: null,
  },
  providerContacts: [
    {
      title: 'Relationship Manager',
      name: 'Tom Winterbourne',
      email: 'tom@tallowood.example',
      phone: '02 5550 0142',
    },
    { title: 'Insurance and claims', name: 'Sione Vainikolo', email: null, phone: '02 5550 0156' },
    { title: 'Members’ line', name: 'Member services', email: 'members@tallowood.example', phone: '1800 555 018' },
  ],
  consultants: ['Anjali Menon'],
};

const targets: AsfaTargetsAnswer = {
  validFrom: '2020-07-01',
  groups: [
    { birthGroup: '1980 - 1984', age: 38, target: 185_000 },
    { birthGroup: '1990 - 1994', age: 28, target: 48_000 },
  ],
};

const usual: ServedTemplate = {
  template: 'DEFAULT',
  reportingStartDate: '2020-01-31',
  reportingEndDate: '2020-06-30',
  reportPages: [],
};

const rank = { rank: 60, share: 51.5, plans: 41, ahead: 24 };
const rankedAt = (month: string, sum: number): PlanRanking['months'][number] => ({
  month,
  loggedIn: rank,
  adequateRetirementStandard: rank,
  nominatedBeneficiary: { rank: 30, share: 51.5, plans: 41, ahead: 12 },
  sum,
  quartile: '3RD',
});
const ranking: PlanRanking = {
  planId: 'T.K1',
  // A year before the newest month, which is no quarter's end, then the ends of quarters, and the newest month itself.
  months: [rankedAt('2019-08', 120), rankedAt('2020-03', 141), rankedAt('2020-06', 150), rankedAt('2020-08', 170)],
};

let announced: unknown[];
let kept: PageMessage['figures'];
let told: PageMessage['said'];
const listen = (event: Event) => {
  const { state, figures, said } = (event as CustomEvent<PageMessage>).detail;
  announced.push(state);
  kept = figures;
  told = said;
};
beforeEach(() => {
  announced = [];
  kept = undefined;
  told = null;
  document.addEventListener(pageEvent, listen);
  server.use(
    http.get('/api/plans/:planId/reports/template', () => HttpResponse.json(usual)),
    http.get('/api/calculationVariables/asfaTargets', () => HttpResponse.json(targets)),
    http.get('/api/plans/:planId/ranking', () => HttpResponse.json(ranking)),
  );
});
afterEach(() => document.removeEventListener(pageEvent, listen));

type Given = Parameters<typeof portal>[0];
/** A plan whose members hold one option. */
const reportPortal = ({ reply, ...given }: Given) =>
  portal({
    contacts,
    ...given,
    reply: (query, audience, viewId) => {
      const answer = reply?.(query, audience, viewId);
      if (answer !== undefined) return answer;
      if (isAbout(query, 'Member.birthGroup'))
        return {
          data: [
            {
              'Member.birthGroup': '1980 - 1984',
              'MemberSnapshot.countMembers': 420,
              'MemberSnapshot.averageTotalAssetsOwned': 92_500,
            },
            {
              'Member.birthGroup': '1990 - 1994',
              'MemberSnapshot.countMembers': 310,
              'MemberSnapshot.averageTotalAssetsOwned': 60_000,
            },
          ],
        };
      if (isAbout(query, 'Asset.count'))
        return { data: [{ 'Asset.assetCode': 'BAL', 'Asset.growthPercent': 70, 'Asset.isLifecycle': '2|No' }] };
      if (isAbout(query, 'AssetOwned.balance'))
        return {
          data: [
            {
              'AssetOwned.assetCode': 'BAL',
              'AssetOwned.name': 'Balanced',
              'AssetOwned.members': 1284,
              'AssetOwned.balance': 120_000_000,
            },
          ],
        };
      return undefined;
    },
  });

const page = async (name: string) => within(await screen.findByRole('region', { name }));
/** A page that is drawn, by its anchor. */
const drawn = (id: string) => within(document.querySelector<HTMLElement>(`#pcr-${id}`)!);

describe('The Policy Committee Report', () => {
  it('draws the plan’s pages, each led by a sentence, and announces itself when all are drawn', async () => {
    reportPortal({ user: dana });
    const said: PageProgress[] = [];
    const listen = (event: Event) => said.push((event as CustomEvent<PageProgress>).detail);
    document.addEventListener(pageProgressEvent, listen);
    openAt('/policyCommitteeReport?planId=T.K1');
    expect(await screen.findByText('Prepared by')).toBeVisible();
    expect(await (await page('Cover')).findByText('Tom Winterbourne')).toBeVisible();
    expect(await screen.findByText('ABN 81 342 636 361, AFSL 900101')).toBeVisible();
    const dashboard = await page('Page S1: Dashboard');
    expect(
      await dashboard.findByText(/^The plan scores 3\.08 of 5 stars, .* just above the aim of three\.$/),
    ).toBeVisible();
    const fitness = await page('Page S2: Fund fitness overview');
    expect(await fitness.findByText('page S6')).toBeVisible();
    await waitFor(() => expect(announced).toEqual(['ready']));
    document.removeEventListener(pageProgressEvent, listen);
    // It tells how far it is, and never of a page less than before.
    expect(said.at(-1)).toEqual({ done: document.querySelectorAll('.pcr-page').length, total: 25 });
    expect(said.every(({ done, total }, at) => total >= done && done >= (said[at - 1]?.done ?? 0))).toBe(true);
    for (const name of [
      'S4: Nominated Beneficiary',
      'S5: Account Balance',
      'S6: Life Insurance',
      'S7: Investment Approach',
    ])
      expect(screen.getByRole('region', { name: `Page ${name}` })).toBeVisible();
    // By these the file's viewers name its pages.
    const labels = [...document.querySelectorAll<HTMLElement>('.pcr-page')].map((sheet) => sheet.dataset['pageLabel']);
    expect(labels).toEqual(expect.arrayContaining(['Cover', 'Disclaimer', '1', 'S1', 'S8', '2', '9', 'Back page']));
    // The plan has 1,284 members, but no group of them is published here: that is not called a small plan.
    expect(drawn('stateMap').getByText(/^No state has a group of women or men large enough/)).toBeVisible();
    expect(drawn('stateMap').getByText('fewer than about 11 members in each group')).toBeVisible();
    expect(drawn('membership').getByText('Fewer than about 11 members in each group.')).toBeVisible();
  });

  it('has on its back page the address where anybody checks it, also as a QR code, if the portal has a public one', async () => {
    reportPortal({ user: helen });
    server.use(
      http.get('/actuator/info', () =>
        HttpResponse.json({
          git: { commit: { id: null, time: null } },
          build: { time: null, version: '0.1.0' },
          maintenanceMessage: null,
          checkUrl: 'https://portal.example/check',
        }),
      ),
    );
    openAt('/policyCommitteeReport?planId=T.K1&code=K7QM3R9TWX4D&moment=2026-11-26T06:30:09.120Z');
    await waitFor(() => expect(announced).toEqual(['ready']));
    const back = drawn('back');
    expect(back.getByRole('heading', { name: 'Anybody can check this report' })).toBeVisible();
    expect(back.getByText('portal.example/check')).toBeVisible();
    expect(back.getByText('K7QM 3R9T WX4D')).toBeVisible();
    expect(back.getByRole('img', { name: 'QR code of https://portal.example/check?code=K7QM3R9TWX4D' })).toBeVisible();
    expect(back.getByText(/recorded by 26\/11\/2026,? 17:30:09\.$/)).toBeVisible();
  });

  it('announces every answer that it shows with its question, and nothing about who reads it', async () => {
    reportPortal({ user: helen });
    openAt('/policyCommitteeReport?planId=T.K1&code=K7QM3R9TWX4D&moment=2026-11-26T06:30:09.120Z');
    await waitFor(() => expect(announced).toEqual(['ready']));
    expect(drawn('back').getByText('K7QM 3R9T WX4D')).toBeVisible();
    expect(drawn('back').getByText(/recorded by 26\/11\/2026,? 17:30:09\.$/)).toBeVisible();
    const names = new Set(kept!.map(({ question }) => question.name));
    const asked = [
      'asfaTargets',
      'calculationVariables',
      'campaigns',
      'load',
      'plan',
      'planActions',
      'planRanking',
      'planSuperScore',
    ];
    expect([...names].sort()).toEqual(asked);
    const ranked = kept!.find(({ question }) => question.name === 'planRanking');
    expect(ranked).toEqual({ question: { name: 'planRanking', of: 'T.K1' }, answer: ranking });
    const loads = kept!.filter(({ question }) => question.name === 'load');
    expect(loads.map(({ question }) => (question.of as { audience: string }).audience)).not.toContain('staff');
    expect(JSON.stringify(loads)).toContain('"SuperScore.averageSuperScore":3.08');
    expect(JSON.stringify(kept)).not.toContain(helen.name);
  });

  it('of a past moment says so on every page, and has no ranks', async () => {
    server.use(
      http.get('/api/plans/:planId/reports/template', () =>
        HttpResponse.json({ ...usual, asItStood: '2020-07-15T00:00:00.000Z' } satisfies ServedTemplate),
      ),
    );
    reportPortal({ user: dana });
    const { container } = openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toEqual(['ready']));
    const mark = 'As it stood on 15/07/2020 10:00:00';
    const framed = [...container.querySelectorAll('.pcr-framed')];
    expect(framed.length).toBeGreaterThan(10);
    for (const each of framed) expect(each).toHaveTextContent(mark);
    // Pages without a head get it from the style sheet.
    const pages = container.querySelector<HTMLElement>('.pcr-as-it-stood')!;
    expect(pages.style.getPropertyValue('--as-it-stood')).toBe(`"${mark}"`);
    expect(screen.queryByRole('region', { name: /Plan ranking/ })).toBeNull();
    expect(kept!.map(({ question }) => question.name)).not.toContain('planRanking');
  });

  it('is the SuperScore report where only pages S1 to S8 are asked for, two beside each other as a book', async () => {
    reportPortal({ user: helen });
    const { container } = openAt('/reports/plan-superscore-report/?planId=T.K1&viewMode=book');
    const first = await page('Page S1: Dashboard');
    expect(await first.findByText('Tallowood Retirement SuperScore Report')).toBeVisible();
    await waitFor(() => expect(announced).toEqual(['ready']));
    const drawn = screen.getAllByRole('region', { name: /^Page / }).map((each) => each.getAttribute('aria-label'));
    expect(drawn.filter((name) => !/^Page S[1-8]: /.test(name ?? ''))).toEqual([]);
    expect(drawn.length).toBeGreaterThan(5);
    expect(container.querySelector('.pcr')).toHaveClass('pcr-book');
  });

  it('names whom to ask, the relationship manager first', async () => {
    reportPortal({ user: dana });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    const named = await page('Page 1: Contacts');
    expect(
      await named.findByText('Tom Winterbourne looks after your plan: ask here first, whatever the question.'),
    ).toBeVisible();
    const manager = within(named.getByRole('region', { name: 'Relationship Manager' }));
    expect(await manager.findByText('02 5550 0142')).toBeVisible();
    const rows = named
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
    expect(rows).toEqual(['Sione VainikoloInsurance and claims–02 5550 0156']);
    const line = within(named.getByRole('region', { name: 'Your members call' }));
    expect(line.getByText('1800 555 018')).toBeVisible();
    expect(line.getByText('or write to members@tallowood.example.')).toBeVisible();
    expect(within(named.getByRole('region', { name: 'Consultants' })).getByText('Anjali Menon')).toBeVisible();
  });

  it('leaves out contacts where nobody is named', async () => {
    reportPortal({ user: dana, contacts: { ...contacts, providerContacts: [], consultants: [] } });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    expect(screen.queryByRole('region', { name: 'Page 1: Contacts' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Page S1: Dashboard' })).toBeVisible();
  });

  it('shows published figures to everybody, of all members unless the address says otherwise', async () => {
    const audiences = new Set<string>();
    const engaged: boolean[] = [];
    reportPortal({
      user: helen,
      reply: (query, audience) => {
        audiences.add(audience);
        if (isAbout(query, 'SuperScore.averageSuperScore')) engaged.push('Member.engaged' in filtersOf(query));
        return undefined;
      },
    });
    openAt('/policyCommitteeReport?planId=T.K1&engaged=1');
    await waitFor(() => expect(announced).toContain('ready'));
    expect([...audiences]).toEqual(['employer']);
    expect(engaged).not.toContain(true);
  });

  it('shows engaged members at quarter ends where they are published, and marks what is of all', async () => {
    reportPortal({
      user: helen,
      reply: (query) =>
        ofEngaged(query) && isAbout(query, 'MemberSnapshot.totalAssetsOwned')
          ? {
              data: [
                {
                  'MemberSnapshot.month.month': '2020-06-01T00:00:00.000',
                  'MemberSnapshot.countMembers': 410,
                  'MemberSnapshot.totalAssetsOwned': 51_000_000,
                  'MemberSnapshot.averageTotalAssetsOwned': 124_390,
                  'MemberSnapshot.averageAge': null,
                },
              ],
              suppressed: [{ row: 0, members: ['MemberSnapshot.averageAge'], because: 'np' }],
              quarterEnds: true,
            }
          : undefined,
    });
    openAt('/policyCommitteeReport?planId=T.K1&engagedOnly=true');
    const dashboard = await page('Page S1: Dashboard');
    expect(await dashboard.findByText('Engaged members · Quarter end 30/06/2020')).toBeVisible();
    expect((await dashboard.findByText('Total assets owned')).parentElement).toHaveTextContent('$51.0M');
    expect(dashboard.getByText('Average age, all members').parentElement).toHaveTextContent('41.3 years');
    await waitFor(() => expect(announced).toContain('ready'));
    for (const id of ['fundOverview', 'insuranceSummary', 'membership'])
      expect(drawn(id).getByText('Engaged members · Quarter end 30/06/2020')).toBeVisible();
    for (const id of ['superOverview', 'trends']) expect(drawn(id).getByText('All members')).toBeVisible();
  });

  it('shows salaries of the whole plan where its employers do not share one payroll, also for engaged members', async () => {
    const SALARY = 'Member.salaryGroup';
    const asked: string[][] = [];
    reportPortal({
      user: helen,
      plan: { ...kestrel, onePayroll: false },
      reply: (query) => {
        if (!query.dimensions?.includes(SALARY)) return undefined;
        asked.push(Object.keys(filtersOf(query)));
        return {
          data: [
            { [SALARY]: '$65k', 'MemberSnapshot.countMembers': 640, 'MemberSnapshot.shareOfMembers': 49.8 },
            { [SALARY]: '>$250k', 'MemberSnapshot.countMembers': null, 'MemberSnapshot.shareOfMembers': null },
          ].map((row) => ({ 'MemberSnapshot.month.month': '2020-06-01T00:00:00.000', ...row })),
          suppressed: [
            { row: 1, members: ['MemberSnapshot.countMembers', 'MemberSnapshot.shareOfMembers'], because: '<11' },
          ],
        };
      },
    });
    openAt('/policyCommitteeReport?planId=T.K1&engagedOnly=true');
    await waitFor(() => expect(announced).toContain('ready'));
    const salaries = within(drawn('membership').getByRole('region', { name: 'Salary a year' }));
    expect(
      salaries.getByText('Members, 30/06/2020. Salaries of several employers: shown for the whole plan'),
    ).toBeVisible();
    expect(salaries.getByRole('img', { name: /\$65,000 to \$100,000 640; .* Over \$250,000 <11/ })).toBeVisible();
    expect(asked).toEqual([['Member.planId']]);
  });

  it('sums up on page B what moved, what would move the score, and what campaigns did, each with its page', async () => {
    const published = (value: number) => ({ value, because: null });
    const action: PlanAction = {
      key: 'nominateBeneficiary',
      area: 'nominatedBeneficiary',
      label: 'Nominate a binding beneficiary',
      concerned: 'have nominated nobody',
      assumes: 'A binding nomination.',
      members: published(629),
      share: published(49),
      change: published(0.49),
      margin: 0.01,
      didBefore: published(20),
      likelyChange: published(0.1),
      campaigns: [
        { campaignId: 'K1', name: 'Nominate', runDate: '2020-01-14', concerned: published(400), share: published(20) },
      ],
    };
    const unclear: PlanAction = { ...action, key: 'liftLifeCover', label: 'Lift life cover', change: published(0.005) };
    reportPortal({
      user: dana,
      actions: () => ({ planId: 'T.K1', month: '2020-06', actions: [action, unclear] }),
      reply: (query) =>
        query.measures?.some((name) => name.startsWith('Campaign.'))
          ? {
              data: ['2020-01-14', '2020-03-14', '2020-07-14'].map((day, i) => ({
                'Campaign.campaignId': `K${i}`,
                'Campaign.campaignType': 'Email',
                'Campaign.name': `Nominate ${i}`,
                'Campaign.eventDate.day': `${day}T00:00:00.000`,
              })),
            }
          : undefined,
    });
    const asked: unknown[] = [];
    server.use(
      http.get('/api/plans/:id/campaigns/:campaignId/effect', ({ params }) => {
        asked.push(params['campaignId']);
        const group = { concerned: published(100), acted: published(10), share: published(10) };
        return HttpResponse.json({
          campaignId: 'K1',
          name: 'Nominate 1',
          runDate: '2020-03-14',
          aim: 'nominatedBeneficiary',
          concerned: 'had nominated nobody',
          acted: 'nominated somebody',
          before: '2020-02',
          after: '2020-06',
          state: 'known',
          recipients: group,
          others: group,
          points: { value: -1.2, because: null },
          low: -3,
          high: 1,
          clear: false,
        } satisfies CampaignEffect);
      }),
    );
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    const brief = drawn('inBrief');
    expect(brief.getByText(/^The plan scores 3\.08 of 5 stars, .*; one matter would move it most\.$/)).toBeVisible();
    const decide = within(brief.getByRole('region', { name: 'One thing to decide' }));
    expect(decide.getByText('Ask members to nominate a binding beneficiary?')).toBeVisible();
    expect(decide.getByText('629 members, 49.0% of those known, have nominated nobody.')).toBeVisible();
    expect(decide.getByText('20.0% did it after past campaigns: +0.10 if as many do it again.')).toBeVisible();
    expect(decide.getByRole('link', { name: 'page S4' })).toHaveAttribute('href', '#pcr-nominatedBeneficiary');
    expect(decide.queryByText(/Lift life cover/)).toBeNull();
    // Campaigns outside the period are another report's.
    expect(asked).toEqual(['K1']);
    const ran = within(brief.getByRole('region', { name: 'Campaigns in the period' }));
    expect(ran.getByText('no clear effect: 1.2 pp fewer, within the margin')).toBeVisible();
    const better = within(brief.getByRole('region', { name: 'Clearly better' }));
    expect(better.getAllByRole('row')[0]).toHaveTextContent(/pp/);
  });

  it('is an edition of its own for a plan that had few members at the end of the period', async () => {
    const members = (count: number) => (query: AnalyticsQuery) =>
      (query.dimensions ?? []).length === 0 && isAbout(query, 'MemberSnapshot.countMembers')
        ? {
            data: ['2020-04', '2020-05', '2020-06'].map((month) => ({
              'MemberSnapshot.month.month': `${month}-01T00:00:00.000`,
              'MemberSnapshot.countMembers': count,
              'MemberSnapshot.totalAssetsOwned': 2_100_000,
              'MemberSnapshot.averageTotalAssetsOwned': 84_000,
              'MemberSnapshot.averageAge': 40,
            })),
          }
        : undefined;
    reportPortal({ user: dana, reply: members(25) });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    const labels = () =>
      [...document.querySelectorAll<HTMLElement>('.pcr-page')].map((each) => each.dataset['pageLabel']);
    expect(labels()).toEqual(['Cover', 'Disclaimer', '1', '2', '3', '4', 'Matters for the committee', 'Back page']);
    const glance = drawn('atAGlance');
    expect(glance.getByText('A plan of 25 members.')).toBeVisible();
    expect(within(glance.getByRole('region', { name: 'Member activity' })).getAllByRole('row')).toHaveLength(10);
    expect(drawn('money').getByRole('row', { name: /^Number of members in an area .* 50 members$/ })).toBeVisible();
    cleanup();
    announced.length = 0;
    reportPortal({ user: dana, reply: members(60) });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    expect(labels()).toEqual(expect.arrayContaining(['B', 'S1', 'S8', '2']));
  });

  it('has the score of the end of its period, whatever month has been closed since', async () => {
    server.use(
      http.get('/api/plans/:planId/reports/template', () =>
        HttpResponse.json({ ...usual, reportingEndDate: '2020-05-31' }),
      ),
    );
    reportPortal({ user: dana });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    expect(drawn('dashboard').getByText(/^The plan scores 3\.01 of 5 stars/)).toBeVisible();
    expect(drawn('inBrief').getByText(/^The plan scores 3\.01 of 5 stars/)).toBeVisible();
  });

  it('marks on every page that a quarter of the template’s dates is short, and says where nothing was ever imported', async () => {
    reportPortal({ user: dana });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    const short = 'February and March 2020 are two months of a quarter';
    for (const sheet of document.querySelectorAll<HTMLElement>('.pcr-framed'))
      expect(within(sheet).getByText(short)).toBeVisible();
    expect(drawn('cover').getByText(short)).toBeVisible();
    cleanup();
    server.use(
      http.get('/api/plans/:planId/reports/template', () =>
        HttpResponse.json({ ...usual, reportingStartDate: null, reportingEndDate: null }),
      ),
    );
    reportPortal({ user: dana, plan: { ...kestrel, firstMonth: null, lastMonth: null, closedMonth: null } });
    openAt('/policyCommitteeReport?planId=T.K1');
    expect(await screen.findByText('No figures were imported yet')).toBeVisible();
  });

  it('leaves out a page of which nothing is published', async () => {
    reportPortal({
      user: dana,
      reply: (query) =>
        isAbout(query, 'Member.beneficiaryNominationType') || isAbout(query, 'SuperScore.averageBeneficiaryPoints')
          ? { data: [] }
          : undefined,
      score: () => ({ score: 3.08 }),
    });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced).toContain('ready'));
    expect(screen.queryByRole('region', { name: 'Page S4: Nominated Beneficiary' })).toBeNull();
    expect(screen.getByRole('region', { name: 'Page S5: Account Balance' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Nominated Beneficiary/ })).toBeNull();
  });

  it('sets the balances of birth groups beside ASFA’s targets', async () => {
    reportPortal({ user: dana });
    openAt('/policyCommitteeReport?planId=T.K1');
    const sentence =
      'In one of two birth groups the average balance is below the ASFA target for a comfortable retirement: 50% of it.';
    expect(await screen.findByText(sentence)).toBeVisible();
    const asfa = await page('Page 7: ASFA balance');
    expect(await asfa.findByText('Quarter end 30/06/2020')).toBeVisible();
    expect(
      asfa.getByRole('img', {
        name: 'born 1980 to 1984: $92,500, 50% of $185,000; born 1990 to 1994: $60,000, 125% of $48,000',
      }),
    ).toBeVisible();
    expect(await asfa.findByText(/^730 members born 1950 to 1999/)).toBeVisible();
  });

  it('shows a trophy above 150 points only', async () => {
    reportPortal({ user: dana });
    openAt('/policyCommitteeReport?planId=T.K1');
    expect(await screen.findByRole('img', { name: 'Danger' })).toBeVisible();
    expect(screen.queryByRole('img', { name: 'Trophy' })).toBeNull();
    expect(screen.getByRole('row', { name: /^Nominated a beneficiary 51\.5% .* 12 of 41 30$/ })).toBeVisible();
    expect(
      screen.getByText(/^The plan stands in the third quartile of 41 plans, with 150 of 300 points/),
    ).toBeVisible();
  });

  it('ranks the plan at the ends of its own quarters only', async () => {
    reportPortal({ user: dana });
    openAt('/policyCommitteeReport?planId=T.K1');
    const ranks = await page('Page 6: Plan ranking');
    expect(await ranks.findByText('9 more than in March 2020')).toBeVisible();
    for (const outside of [/August/, /Aug 20/]) expect(ranks.queryByText(outside)).toBeNull();
  });

  it('says when a page did not load, also to whoever waits for its file', async () => {
    reportPortal({
      user: dana,
      reply: (query) => (isAbout(query, 'MemberSnapshot.balanceGroup') ? 'fails' : undefined),
    });
    openAt('/policyCommitteeReport?planId=T.K1');
    await waitFor(() => expect(announced.at(-1)).toBe('failed'));
    expect(await screen.findByText(/The page Account Balance did not load/)).toBeVisible();
    expect(told).toBe('The page Account Balance did not load.');
  });

  it('opens as a preview with a border', async () => {
    reportPortal({ user: helen });
    openAt('/playwright/pcr/pdf/T.K1?companyId=T.E1');
    await page('Page S1: Dashboard');
    expect(document.querySelector('.pcr-preview')).not.toBeNull();
  });

  it('has the pages of its template in their order, under its headings and with its own words', async () => {
    const common = {
      templatePageNumber: 1,
      heading: null,
      pageSections: [],
      entered: null,
      source: null,
      pageResources: [],
    };
    const templated: ServedTemplate = {
      ...usual,
      template: 'Annual',
      reportPages: [
        { ...common, id: 'a', templatePageName: 'DisclaimerPage' },
        { ...common, id: 'b', templatePageName: 'CoverPage' },
        { ...common, id: 'c', templatePageName: 'DashboardPage', heading: 'In short' },
        {
          ...common,
          id: 'd',
          templatePageNumber: 22,
          templatePageName: 'CustomBiSectionPage',
          heading: 'Your committee’s year',
          pageSections: [
            {
              sequence: 1,
              heading: 'What we did',
              sectionItems: [{ sequence: 1, text: 'Two seminars.', note: 'A recording is kept.' }],
            },
          ],
        },
        { ...common, id: 'e', templatePageName: 'CustomBiSectionPage', heading: 'Notes' },
        {
          ...common,
          id: 'f',
          templatePageName: 'PdfSourcePage',
          source: { filename: 'Governance.pdf', page: 3, text: 'Who decides what.' },
        },
      ],
    };
    reportPortal({ user: dana });
    server.use(http.get('/api/plans/:planId/reports/template', () => HttpResponse.json(templated)));
    openAt('/policyCommitteeReport?planId=T.K1&engagedOnly=true');
    await waitFor(() => expect(announced).toContain('ready'));
    const own = within(screen.getByRole('region', { name: 'Your committee’s year' }));
    expect(own.getByRole('heading', { name: 'What we did' })).toBeVisible();
    expect(await own.findByText('A recording is kept.')).toBeVisible();
    expect(own.getByText('One matter stands under ‘What we did’.')).toBeVisible();
    expect(own.getByText(/^Entered for this report/)).toHaveTextContent('not checked against the figures');
    // It has words only, and none of them is about engaged members.
    expect(own.queryByText(/Engaged members/)).toBeNull();
    expect([...document.querySelectorAll('.pcr-page')].map((each) => each.getAttribute('aria-label'))).toEqual([
      'Disclaimer',
      'Page B: In brief',
      'Cover',
      'Page S1: In short',
      'Your committee’s year',
      'Notes',
      'Governance.pdf, page 3',
      'Back page',
    ]);
    expect(screen.getByRole('img', { name: 'Page 3 of Governance.pdf. Who decides what.' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^In short/ })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'For decision' })).toBeVisible();
  });

  it('says that the address names no plan', async () => {
    reportPortal({ user: helen });
    openAt('/policyCommitteeReport');
    expect(await screen.findByText('No plan is named')).toBeVisible();
    await waitFor(() => expect(announced).toEqual(['empty']));
  });
});
