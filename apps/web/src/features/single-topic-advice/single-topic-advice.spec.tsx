import type { AdviceDocument, InsuranceAdvice, InvestmentAdvice } from '@superscope/contracts/member-advice';
import { shownContent } from '@superscope/contracts/rendering';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dana, helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

const member = {
  memberId: 'm-1',
  memberName: 'Dara Okafor',
  memberNumber: '10000321',
  companyName: 'Kestrel Freight',
  planName: 'Kestrel Super Plan',
  asAt: '2026-10-31',
  balancesAsAt: '2026-09-30',
  age: 40,
  leftOn: null,
  salary: 100_000,
  balance: 100_000,
};
const insurance: InsuranceAdvice = {
  member,
  now: {
    asAt: '2026-09-30',
    currentInsurance: {
      deathCover: 200_000,
      deathPremium: 21.4,
      tpdCover: 200_000,
      tpdPremium: 13.9,
      sciCover: null,
      sciPremium: null,
    },
  },
  position: {
    multiple: 5.4,
    need: 540_000,
    coveredPercent: 55.56,
    indicator: 'Under insured',
    points: 0.486111,
    short: 240_000,
    over: 0,
  },
  missing: [],
  extra: {
    death: 240_000,
    annualPremium: 120.6,
    monthlyPremium: 10.05,
    ratesFrom: '2026-07-01',
    aboveLimit: 0,
  },
  extraProblem: null,
  defaults: {
    categoryName: 'Permanent staff',
    notes: [],
    rules: null,
    death: 400_000,
    tpd: 400_000,
    sci: 0,
    sciDaysWait: 90,
    sciBenefitPeriod: '2 years',
    deathTpdAal: 750_000,
    sciAal: 10_000,
  },
  defaultsProblem: null,
};
const investment: InvestmentAdvice = {
  member,
  growth: { percent: 62.5, from: 'snapshot' },
  target: { percent: 80, from: 70, to: 100, basis: 'age' },
  riskProfile: { name: 'Moderate', assessedOn: null },
  points: 0.5625,
  suits: false,
  holdings: {
    asAt: '2026-09-30',
    rows: [
      { name: 'Balanced', balance: 75_000, sharePercent: 75, growthPercent: 70 },
      { name: 'Old option', balance: 25_000, sharePercent: 25, growthPercent: null },
    ],
  },
  options: [
    { name: 'Growth', growthPercent: 85, isLifecycle: false, isHeld: false },
    { name: 'Balanced', growthPercent: 70, isLifecycle: true, isHeld: true },
  ],
  moreOptions: 1,
  ageTargets: [
    { ages: 'under 45', percent: 80, holds: true },
    { ages: '45 to 54', percent: 70, holds: false },
  ],
  profileTargets: [{ profile: 'Moderate', percent: 55, holds: false }],
};

const insurancePage = '/reports/limited-advice-report/';
const investmentPage = '/reports/intra-fund-investment-report/';

/** Signed in, with answers about one member. */
function office(answers: { insurance?: object; investment?: object } = {}, user = helen) {
  portal({ user });
  server.use(
    http.get('/api/members/m-1/insuranceAdvice', () => HttpResponse.json(answers.insurance ?? insurance)),
    http.get('/api/members/m-1/investmentAdvice', () => HttpResponse.json(answers.investment ?? investment)),
  );
}
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('The insurance advice about a member', () => {
  it('sets cover and balance beside the need, and says what is missing and what that would cost', async () => {
    office();
    openAt(`${insurancePage}?memberId=m-1`);
    expect(await heading('Insurance advice')).toBeVisible();
    expect(await screen.findByText('Dara Okafor, Kestrel Freight')).toBeVisible();
    const own = await part('Member');
    expect(own.queryByText('Left the plan')).toBeNull();
    expect(await own.findByText('10000321')).toBeVisible();
    expect(await own.findByText('31/10/2026')).toBeVisible();
    const position = await part('Cover and need');
    expect(await position.findByText('Under insured')).toBeVisible();
    expect(await position.findByText('0.49 of 1 star in life insurance')).toBeVisible();
    expect(await position.findByText('5.40 times salary at age 40')).toBeVisible();
    expect(await position.findByText('56%')).toBeVisible();
    expect(await position.findByText('$240,000')).toBeVisible();
    const cover = await part('Cover now and by default');
    expect(cover.getByRole('row', { name: /^Death/ })).toHaveTextContent('Death$200,000$21.40$400,000$750,000');
    expect(cover.getByRole('row', { name: /^Salary continuance/ })).toHaveTextContent('not knownnot knownnone$10,000');
    expect(screen.getByRole('region', { name: 'What the missing cover would cost' })).toHaveTextContent(
      '$240,000 of death cover more would cost $10.05 a month ($120.60 a year) today, by the plan’s rates of 01/07/2026. All of the cover would be within automatic acceptance, but consent to an increase is not promised.',
    );
    expect((await part('What the rules say')).getByText(/From 80% of the need/)).toBeVisible();
    expect(await screen.findByText(/^General information, not personal advice/)).toBeVisible();
  });

  it('says why there is no default cover, and when it begins by the category’s rules in place of the law’s', async () => {
    office();
    const { unmount } = openAt(`${insurancePage}?memberId=m-1`);
    expect(await screen.findByText(/default cover begins at age 25 and with \$6,000/)).toBeVisible();
    unmount();
    const sentence = 'No default death cover: it ends at age 60, and the member is 61.';
    const rule = { type: 'Death', fromAge: 15, toAge: 60, ceasesAtAge: 60, defaultFromAge: 21 };
    const rules = {
      validFrom: '2026-07-01',
      covers: [{ ...rule, defaultFromBalance: null, loadingPercent: null }],
    };
    const defaults = { ...insurance.defaults, death: 0, notes: [sentence], rules };
    office({ insurance: { ...insurance, defaults } });
    openAt(`${insurancePage}?memberId=m-1`);
    expect(await screen.findByText(/^No default death cover/)).toHaveTextContent(
      `${sentence} Open: Death 15 to 60, TPD not known, salary continuance not known. Default death begins at age 21. Salary continuance begins after`,
    );
    expect(screen.queryByText(/begins at age 25/)).toBeNull();
  });

  it('says why the missing cover has no price, and what exceeds automatic acceptance', async () => {
    office({
      insurance: {
        ...insurance,
        member: { ...member, leftOn: '2026-10-15' },
        extra: { ...insurance.extra, aboveLimit: 50_000 },
      },
    });
    const { unmount } = openAt(`${insurancePage}?memberId=m-1`);
    expect(await screen.findByText(/\$50,000 of the cover would be above automatic acceptance/)).toBeVisible();
    expect(screen.getByText('Left the plan').nextSibling).toHaveTextContent('15/10/2026');
    unmount();
    office({ insurance: { ...insurance, extra: null, extraProblem: 'Kestrel Super Plan has no premium rates.' } });
    openAt(`${insurancePage}?memberId=m-1`);
    expect(
      await screen.findByText('$240,000 of death cover cannot be priced. Kestrel Super Plan has no premium rates.'),
    ).toBeVisible();
  });

  it('makes no document about somebody who has left, also if that happened while the page was open', async () => {
    const pageOf = { insurance: [insurancePage, 'insuranceAdvice'], investment: [investmentPage, 'investmentAdvice'] };
    for (const [path, name] of Object.values(pageOf)) {
      const sentence = 'This member left the plan on 15/10/2026. Advice is for members of the plan.';
      let left: string | null = null;
      office();
      server.use(
        http.get(`/api/members/m-1/${name}`, () =>
          HttpResponse.json({
            ...(name === 'insuranceAdvice' ? insurance : investment),
            member: { ...member, leftOn: left },
          }),
        ),
        http.get('/pdf/*', () => HttpResponse.json({ message: sentence }, { status: 409 })),
      );
      const { user, unmount } = openAt(`${path}?memberId=m-1`);
      const press = await screen.findByRole('button', { name: 'Download PDF' });
      expect(press).toBeEnabled();
      expect(screen.queryByText(/left the plan on/)).toBeNull();
      left = '2026-10-15';
      await user.click(press);
      expect(await screen.findByText(new RegExp(`did not download. ${sentence}`))).toBeVisible();
      expect(await screen.findByText(/^This member left the plan on 15\/10\/2026\. The figures below/)).toBeVisible();
      for (const button of ['Print', 'Download PDF'])
        expect(screen.getByRole('button', { name: button })).toBeDisabled();
      unmount();
    }
  });

  it('names what is not known, where cover cannot be compared', async () => {
    office({
      insurance: {
        ...insurance,
        position: null,
        missing: ['the age', 'a salary'],
        extra: null,
        defaults: null,
        defaultsProblem: 'The fund’s files name no plan category of this member.',
      },
    });
    openAt(`${insurancePage}?memberId=m-1`);
    expect(
      await screen.findByText('The need cannot be compared: the fund’s files do not give the age and a salary.'),
    ).toBeVisible();
    expect(await screen.findByText('The fund’s files name no plan category of this member.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'What the missing cover would cost' })).toBeNull();
  });

  it('shows cover that is too much', async () => {
    const position = { ...insurance.position, indicator: 'Over insured', points: 0.8, short: 0, over: 90_000 };
    office({ insurance: { ...insurance, position, extra: null } });
    openAt(`${insurancePage}?memberId=m-1`);
    expect(await screen.findByText('Above one and a half needs')).toBeVisible();
    expect(await screen.findByText('$90,000')).toBeVisible();
    expect(screen.queryByText('Cover that is missing')).toBeNull();
  });
});

describe('The investment advice about a member', () => {
  it('sets growth beside the target, with what is held, what would suit, and the rule that holds', async () => {
    office();
    openAt(`${investmentPage}?memberId=m-1`);
    expect(await heading('Investment advice')).toBeVisible();
    const growth = await part('Growth and target');
    expect(await growth.findByText('62.5%')).toBeVisible();
    expect(await growth.findByText('for age 40; no risk profile within 24 months')).toBeVisible();
    expect(await growth.findByText('Too little growth')).toBeVisible();
    expect(await growth.findByText('suits from 70% to 100%')).toBeVisible();
    const held = await part('Investments now');
    expect(held.getByRole('row', { name: /^Old option/ })).toHaveTextContent('Old option$25,00025%not known');
    const options = await part('Options that suit by themselves');
    expect(options.getAllByRole('row')[1]).toHaveTextContent('Growthstays as it is85%');
    expect(await options.findByText('Balanced (held now)')).toBeVisible();
    expect(await options.findByText('1 more option suits, further from the target.')).toBeVisible();
    const rules = await part('What the rules say');
    expect(await rules.findByText('under 45 (this member)')).toBeVisible();
    expect(await screen.findByText(/^General information, not personal advice/)).toBeVisible();
  });

  it('names the risk profile where one was assessed', async () => {
    office({
      investment: {
        ...investment,
        growth: { percent: 92, from: 'holdings' },
        target: { percent: 55, from: 45, to: 65, basis: 'riskProfile' },
        riskProfile: { name: 'Moderate', assessedOn: '2026-03-12' },
      },
    });
    openAt(`${investmentPage}?memberId=m-1`);
    expect(await screen.findByText('risk profile Moderate, assessed 12/03/2026')).toBeVisible();
    expect(await screen.findByText('Too much growth')).toBeVisible();
    expect(await screen.findByText('from the investments, by balance')).toBeVisible();
  });

  it('says what is not known', async () => {
    office({
      investment: {
        ...investment,
        growth: null,
        target: null,
        points: null,
        suits: null,
        holdings: { asAt: null, rows: [] },
        options: [],
        moreOptions: 0,
      },
    });
    openAt(`${investmentPage}?memberId=m-1`);
    expect(await screen.findByText('Neither age nor a recent risk profile is known')).toBeVisible();
    expect(await screen.findByText('No balance of this member in any investment is known.')).toBeVisible();
    expect(await screen.findByText('No option of the platform is known to suit by itself.')).toBeVisible();
  });

  it('is saved as a PDF, and says why if it was not', async () => {
    office();
    const asked: string[] = [];
    server.use(
      http.get('/pdf/intra-fund-investment-report', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({ message: 'The program that makes files does not answer.' }, { status: 502 });
      }),
    );
    const { user } = openAt(`${investmentPage}?memberId=m-1`);
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    expect(await screen.findByText(/did not download\. The program that makes files does not answer\./)).toBeVisible();
    expect(asked).toEqual(['?memberId=m-1']);
  });

  it('is printed by the browser', async () => {
    office();
    const print = vi.fn();
    vi.stubGlobal('print', print);
    const { user } = openAt(`${investmentPage}?memberId=m-1`);
    await user.click(await screen.findByRole('button', { name: 'Print' }));
    expect(print).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });
});

describe('An advice', () => {
  it('is for consultants and staff', async () => {
    office({}, dana);
    openAt(`${insurancePage}?memberId=m-1`);
    expect(await heading('This page is not for your role')).toBeVisible();
  });

  it('needs a member in reach', async () => {
    office();
    server.use(
      http.get('/api/members/m-2/insuranceAdvice', () =>
        HttpResponse.json({ message: 'There is no such member.' }, { status: 404 }),
      ),
      http.get('/api/members/m-3/insuranceAdvice', () =>
        HttpResponse.json({ message: 'No figures of this member are known yet.' }, { status: 409 }),
      ),
    );
    const { unmount } = openAt(insurancePage);
    expect(await heading('Choose a member')).toBeVisible();
    unmount();
    const second = openAt(`${insurancePage}?memberId=m-2`);
    expect(await heading('There is no such member')).toBeVisible();
    second.unmount();
    openAt(`${insurancePage}?memberId=m-3`);
    expect(await screen.findByText('No figures of this member are known yet.')).toBeVisible();
  });
});

describe('The document of an advice', () => {
  afterEach(() => {
    delete (window as unknown as Record<string, unknown>)[shownContent];
  });

  it.each([
    ['insuranceAdvice', 'Insurance advice', insurance, 'Cover and need'],
    ['investmentAdvice', 'Investment advice', investment, 'Growth and target'],
  ])('shows what the renderer hands it, also with the token of a document: %s', async (name, title, advice, region) => {
    portal({ user: dana });
    const content: AdviceDocument<object> = { madeAt: '2026-11-25T23:04:00.000Z', advice };
    Object.assign(window, { [shownContent]: content });
    openAt(`/documents/${name}`);
    const sheet = within(await screen.findByRole('article', { name: title }));
    expect(await sheet.findByText('Dara Okafor, Kestrel Freight')).toBeVisible();
    expect(sheet.getByRole('region', { name: region })).toBeVisible();
    expect(sheet.queryByRole('button')).toBeNull();
    await waitFor(() => expect(document.documentElement.dataset['page']).toBe('ready'));
  });
});
