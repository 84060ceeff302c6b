import type {
  CoverNeedAnswer,
  CoverRulesAnswer,
  InsuranceCategory,
  InsuranceQuotation,
  InsuranceRequest,
  InsuredMember,
  QuotationDocument,
} from '@superscope/contracts/insurance-calculation';
import { shownContent } from '@superscope/contracts/rendering';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';
import { sydneyToday } from '../../ui/format';

const page = '/staff/insuranceCalculation';
const quotation: InsuranceQuotation = {
  calculationDate: '2026-11-26',
  planName: 'Kestrel Super Plan',
  ageNextBirthday: 45,
  gender: 'Male',
  ratesFrom: '2026-07-01',
  occupationGroup: 'White collar',
  factors: { death: 0.65, tpd: 0.65, sci: 0.7 },
  default: [
    { type: 'Death', cover: 368_000, rate: 0.84, annualPremium: 309.52, monthlyPremium: 25.79 },
    { type: 'TPD', cover: 368_000, rate: 0.54, annualPremium: 199.01, monthlyPremium: 16.58 },
    { type: 'SCI', cover: 5_750, rate: 3.5, annualPremium: 241.5, monthlyPremium: 20.13 },
  ],
  noDefault: [],
  assumed: [],
  rules: null,
  voluntary: [],
  defaultPremiumTotal: 750.03,
  defaultMonthlyPremiumTotal: 62.5,
  voluntaryPremiumTotal: 0,
  voluntaryMonthlyPremiumTotal: 0,
  premiumTotal: 750.03,
  monthlyPremiumTotal: 62.5,
  deathTpdAal: 750_000,
  sciAal: 10_000,
  isAalOfCategory: true,
  aboveLimit: { death: 0, tpd: 0, sci: 0 },
  defaultSciBenefitPeriod: '2 years',
  defaultSciDaysWait: 90,
  isRecorded: true,
};
const withVoluntary: InsuranceQuotation = {
  ...quotation,
  voluntary: [{ type: 'Death', cover: 500_000, rate: 0.84, annualPremium: 420.55, monthlyPremium: 35.05 }],
  voluntaryPremiumTotal: 420.55,
  voluntaryMonthlyPremiumTotal: 35.05,
  premiumTotal: 1_170.58,
  monthlyPremiumTotal: 97.55,
  aboveLimit: { death: 118_000, tpd: 0, sci: 0 },
};
const insured: InsuredMember = {
  memberId: 'm-1',
  memberName: 'Dara Okafor',
  companyId: 'T.E1',
  companyName: 'Kestrel Freight',
  plan: { id: 'T.P1', name: 'Kestrel Super Plan' },
  platform: { id: 'T', name: 'Tallowood' },
  memberCategory: 'STAFF',
  salary: 92_000,
  balance: 98_640,
  dateOfBirth: '1982-08-14',
  occupationGroup: 'White collar',
  gender: 'Male',
  state: 'VIC',
  asAt: '2026-10-31',
  currentInsurance: {
    deathCover: 280_000,
    deathPremium: 21.4,
    tpdCover: 280_000,
    tpdPremium: 13.9,
    sciCover: 4_500,
    sciPremium: 16.2,
  },
  quotedBefore: [
    {
      at: '2026-11-04T01:00:00.000Z',
      calculationDate: '2026-11-04',
      salary: 90_000,
      memberCategory: 'STAFF',
      occupationGroup: 'Standard',
      state: 'VIC',
      voluntaryDeathCover: 300_000,
      voluntaryTpdCover: null,
      voluntarySciCover: null,
      monthlyPremiumTotal: 83.53,
      need: null,
    },
  ],
};
const staffCategory: InsuranceCategory = {
  id: 'STAFF',
  name: 'Permanent staff',
  active: true,
  deathFormula: '4 x salary',
  tpdFormula: '4 x salary',
  sciPercent: 75,
  rules: null,
  formulaProblems: [],
};
const rules: CoverRulesAnswer = {
  validFrom: '2026-07-01',
  covers: (
    [
      ['Death', 70],
      ['TPD', 67],
      ['SCI', 65],
    ] as const
  ).map(([type, toAge]) => ({
    type,
    fromAge: 15,
    toAge,
    ceasesAtAge: toAge,
    defaultFromAge: 25,
    defaultFromBalance: 6_000,
    loadingPercent: null,
  })),
};
const need: CoverNeedAnswer = {
  calculationDate: '2026-11-26',
  age: 44,
  salary: 92_000,
  counted: {
    debts: 310_000,
    dependants: 0,
    incomePercent: 60,
    incomeYears: 23,
    funeral: 20_000,
    care: 120_000,
    partnerIncome: 0,
  },
  death: [
    { part: 'debts', amount: 310_000 },
    { part: 'funeral', amount: 20_000 },
    { part: 'super', amount: -98_640 },
  ],
  tpd: [
    { part: 'debts', amount: 310_000 },
    { part: 'care', amount: 120_000 },
    { part: 'super', amount: -98_640 },
  ],
  covers: [
    { type: 'Death', need: 231_360, cover: 280_000, gap: 0, monthlyPremium: null, noPrice: null, aboveLimit: 0 },
    { type: 'TPD', need: 331_360, cover: 280_000, gap: 51_360, monthlyPremium: 3.12, noPrice: null, aboveLimit: 0 },
    {
      type: 'SCI',
      need: 5_750,
      cover: 4_500,
      gap: 1_250,
      monthlyPremium: null,
      noPrice: 'Kestrel Super Plan has no premium rates before 01/07/2021.',
      aboveLimit: 0,
    },
  ],
  coverOf: 'files',
  assumed: [],
  asAt: '2026-10-31',
  balance: 98_640,
  monthlyPremiumTotal: 3.12,
  ratesFrom: null,
};
const okafor = {
  id: 'm-1',
  surname: 'Okafor',
  givenName: 'Dara',
  login: 'd.okafor',
  companyName: 'Kestrel Freight',
  joinDate: null,
  leftOn: null,
};
const kestrel = {
  id: 'T.E1',
  name: 'Kestrel Freight',
  plan: { id: 'T.P1', name: 'Kestrel Super Plan', superScoreClient: true },
};

interface Server {
  role?: 'Staff' | 'Admin' | 'CompanyRep';
  answers?: (() => Response)[];
  categories?: InsuranceCategory[];
  needed?: CoverNeedAnswer;
}

/** A server with somebody signed in, and the bodies that it was asked to quote. */
function portal({ role = 'Staff', answers = [], categories = [staffCategory], needed = need }: Server = {}) {
  const asked: InsuranceRequest[] = [];
  const printed: InsuranceRequest[] = [];
  const searched: string[] = [];
  server.use(
    http.get('/api/authentication', () =>
      HttpResponse.json({ user: withRights({ username: 'mei', name: 'Mei Tran', role, planId: null }) }),
    ),
    http.get('/api/companies', ({ request }) => {
      const id = new URL(request.url).searchParams.get('id');
      return HttpResponse.json(id === null || id === kestrel.id ? [kestrel] : []);
    }),
    http.get('/api/members', ({ request }) => {
      searched.push(new URL(request.url).search);
      return HttpResponse.json([okafor]);
    }),
    http.get('/api/plan/T.P1', () =>
      HttpResponse.json({ id: 'T.P1', name: 'Kestrel Super Plan', platform: { id: 'T', name: 'Tallowood' } }),
    ),
    http.get('/api/insuranceCalculation/member', () => HttpResponse.json(insured)),
    http.get('/api/insuranceCalculation/T.E1/memberCategories', ({ request }) =>
      HttpResponse.json(
        new URL(request.url).searchParams.get('activeOnly') === 'true'
          ? categories.filter(({ active }) => active)
          : categories,
      ),
    ),
    http.get('/api/insuranceCalculation/occupationGroups', () => HttpResponse.json(['Standard', 'White collar'])),
    http.get('/api/insuranceCalculation/states', () => HttpResponse.json(['NSW', 'VIC'])),
    http.post('/api/insuranceCalculation', async ({ request }) => {
      printed.push((await request.json()) as InsuranceRequest);
      return HttpResponse.json({ message: 'No renderer here.' }, { status: 501 });
    }),
    http.post('/api/insuranceCalculation/need', () => HttpResponse.json(needed)),
    http.post('/api/insuranceCalculation/data', async ({ request }) => {
      asked.push((await request.json()) as InsuranceRequest);
      return (answers.shift() ?? (() => HttpResponse.json(quotation)))();
    }),
  );
  return { asked, printed, searched };
}

async function opened() {
  const { user } = openAt(page);
  await screen.findByRole('heading', { name: 'Insurance calculation' });
  const pick = async (label: RegExp, text: string, option: RegExp) => {
    await user.type(screen.getByRole('combobox', { name: label }), text);
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return {
    user,
    employer: () => pick(/^Employer/, 'kes', /Freight/),
    member: async () => {
      await pick(/^Member/, 'okaf', /Kestrel/);
      await screen.findByRole('region', { name: 'Cover now' });
    },
    isNew: () => user.click(screen.getByRole('radio', { name: 'New member' })),
  };
}
const run = () => screen.getByRole('button', { name: /^Run/ });
const needed = () => screen.queryByText(/^Still needed/)?.textContent ?? null;

describe('The insurance calculation', () => {
  it('is not for employers', async () => {
    portal({ role: 'CompanyRep' });
    openAt(page);
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });

  it.each([
    ['Admin', 1],
    ['Staff', 0],
  ] as const)('has the spreadsheet of all runs for an Admin only: %s', async (role, buttons) => {
    portal({ role });
    await opened();
    expect(screen.queryAllByRole('button', { name: 'Analytics' })).toHaveLength(buttons);
  });

  it('of an existing member shows cover now at once, and the quotation after the run', async () => {
    const { asked } = portal();
    const { user, member } = await opened();
    expect(needed()).toBe('Still needed: a member, a salary above $0.');
    expect(run()).toBeDisabled();
    await member();
    expect(needed()).toBeNull();
    const now = within(screen.getByRole('region', { name: 'Cover now' }));
    expect(now.getByRole('row', { name: /^Together/ })).toHaveTextContent('Together$51.50$618.00');
    expect(now.getByRole('row', { name: /^SCI/ })).toHaveTextContent('$4,500$16.20$194.40');
    expect(screen.getByLabelText('Birth date')).toHaveValue('14/08/1982');
    expect(screen.getByLabelText('Birth date')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Gender')).toHaveAttribute('readonly');
    expect(screen.getByLabelText('Plan and platform')).toHaveValue('Kestrel Super Plan · Tallowood');
    expect(await screen.findByText('Death and TPD: 4 x salary. Salary continuance: 75 %.')).toBeVisible();
    await user.click(run());
    const table = within(await screen.findByRole('region', { name: 'Indicative quotation' }));
    expect(table.getByRole('row', { name: /^Salary continuance/ })).toHaveTextContent(
      '$5,750 a month3.50$241.50$20.13',
    );
    expect(table.queryByText('Voluntary cover')).toBeNull();
    const result = within(screen.getByRole('region', { name: 'Result' }));
    expect(result.getByText('More than now').closest('div')).toHaveTextContent('$11.00a month; now $51.50');
    expect(await result.findByText('Within automatic acceptance')).toBeVisible();
    expect(result.queryByText(/consent|not needed/i)).toBeNull();
    expect(await screen.findByText(/Recorded among the events of Dara Okafor\./)).toBeVisible();
    expect(asked).toMatchObject([
      {
        calculationDate: sydneyToday(),
        memberId: 'm-1',
        voluntaryDeathCover: null,
        selectedMember: { salary: 92_000, memberCategory: 'STAFF', occupationGroup: 'White collar', state: 'VIC' },
      },
    ]);
  });

  it('is not run with a date that shows an error, which gets the focus', async () => {
    const { asked } = portal();
    const { user, member } = await opened();
    await member();
    const day = screen.getByLabelText('Calculated at', { exact: false, selector: 'input' });
    await user.clear(day);
    await user.type(day, '01/01/2040{Enter}');
    expect(await screen.findByText(/^Choose a date up to/)).toBeVisible();
    await user.click(run());
    expect(day).toHaveFocus();
    expect(asked).toEqual([]);
    await user.clear(day);
    await user.type(day, '26/11/2026{Enter}');
    await screen.findByRole('region', { name: 'Indicative quotation' });
    expect(asked).toMatchObject([{ calculationDate: '2026-11-26' }]);
  });

  it('is not run with a birth date that is typed in part, as if none were given', async () => {
    const { asked } = portal();
    server.use(
      http.get('/api/insuranceCalculation/member', () => HttpResponse.json({ ...insured, dateOfBirth: null })),
    );
    const { user, member } = await opened();
    await member();
    const birth = screen.getByLabelText('Birth date', { exact: false, selector: 'input' });
    await user.type(birth, '14/08{Enter}');
    expect(birth).toHaveFocus();
    await user.click(run());
    expect(birth).toHaveFocus();
    expect(birth).toHaveAccessibleDescription('14/08 is not a date. Write it as dd/mm/yyyy');
    expect(asked).toEqual([]);
  });

  it('is not run for a member who has left, whom the lookup and the field mark', async () => {
    const { asked } = portal();
    server.use(http.get('/api/members', () => HttpResponse.json([{ ...okafor, leftOn: '2026-10-15' }])));
    const { user } = await opened();
    await user.type(screen.getByRole('combobox', { name: /^Member/ }), 'okaf');
    const option = await screen.findByRole('option', { name: /Kestrel/ });
    expect(option).toHaveTextContent(/left 15\/10\/2026/);
    await user.click(option);
    expect(await screen.findByText('Left the plan on 15/10/2026.')).toBeVisible();
    await screen.findByRole('region', { name: 'Cover now' });
    expect(needed()).toBe('Still needed: a member who is in the plan.');
    expect(run()).toBeDisabled();
    expect(asked).toEqual([]);
  });

  it('has voluntary cover, dims a result whose fields changed, and says what needs the insurer’s consent', async () => {
    const { asked } = portal({ answers: [() => HttpResponse.json(withVoluntary)] });
    const { user, member } = await opened();
    await member();
    const cover = within(screen.getByRole('group', { name: 'Voluntary cover' }));
    await user.type(cover.getByLabelText('Death'), '0');
    expect(await screen.findByText('Must be above $0')).toBeVisible();
    expect(run()).toBeDisabled();
    await user.clear(cover.getByLabelText('Death'));
    await user.type(cover.getByLabelText('Death'), '$500,000{Enter}');
    const table = within(await screen.findByRole('region', { name: 'Indicative quotation' }));
    expect(table.getByRole('row', { name: /^Premium together/ })).toHaveTextContent('$1,170.58$97.55');
    const result = screen.getByRole('region', { name: 'Result' });
    expect(within(result).getByText('Needs the insurer’s consent').closest('div')).toHaveTextContent(
      '$118,000of death cover',
    );
    expect(screen.getByRole('region', { name: 'Automatic acceptance' })).toHaveTextContent('$868,000 of $750,000');
    expect(asked[0]!.voluntaryDeathCover).toBe(500_000);
    await user.type(cover.getByLabelText('TPD'), '1000');
    await user.selectOptions(screen.getByLabelText('State'), 'NSW');
    expect(run()).toHaveAccessibleName('Run again, 2 fields changed');
    expect(result.parentElement).toHaveAttribute('aria-busy', 'true');
    await user.selectOptions(screen.getByLabelText('State'), 'VIC');
    await user.clear(cover.getByLabelText('TPD'));
    expect(run()).toHaveAccessibleName('Run Calculation');
  });

  it('promises the insurer’s consent to no voluntary cover, also within automatic acceptance', async () => {
    const aboveLimit = { death: 0, tpd: 0, sci: 0 };
    portal({ answers: [() => HttpResponse.json({ ...withVoluntary, aboveLimit })] });
    const { user, member } = await opened();
    await member();
    await user.click(run());
    expect((await screen.findByText('Within automatic acceptance')).closest('div')).toHaveTextContent(
      'All coverby the category’s documents; consent to voluntary cover is not promised',
    );
  });

  it('says what is assumed, not known, and not of the category’s documents', async () => {
    const sentence =
      'Default death cover is counted as begun: it begins with $6,000 in the account, whose balance is not known.';
    const ofDeath = { ...rules, covers: rules.covers.slice(0, 1) };
    const answer = { ...quotation, rules: ofDeath, assumed: [sentence], isAalOfCategory: false };
    portal({ answers: [() => HttpResponse.json(answer)] });
    const { user, member } = await opened();
    await member();
    await user.click(run());
    const part = within(await screen.findByRole('region', { name: 'Ages and default cover' }));
    expect(part.getByText(sentence)).toBeVisible();
    expect(part.getByText('Death 15 to 70, TPD not known, salary continuance not known.')).toBeVisible();
    expect(part.getByText('Default death begins at age 25 and with $6,000 in the account.')).toBeVisible();
    expect(screen.getByText('by the usual limits; the category names none')).toBeVisible();
  });

  it('has nothing to close where there is no gap', async () => {
    const covers = need.covers.map((cover) => ({ ...cover, gap: 0, monthlyPremium: null, noPrice: null }));
    portal({ needed: { ...need, covers, monthlyPremiumTotal: null } });
    const { user, member } = await opened();
    await member();
    await user.click(run());
    expect(await screen.findByText(/nothing to close\./)).toBeVisible();
    expect(screen.queryByText(/no gap has a price/)).toBeNull();
  });

  it('says from and to which age covers are open, when default cover begins, and why it has not', async () => {
    const sentence = 'No default death and TPD cover: it begins at age 25, and the member is 22.';
    const young = { ...quotation, default: quotation.default.slice(2), noDefault: [sentence], rules };
    portal({ categories: [{ ...staffCategory, rules }], answers: [() => HttpResponse.json(young)] });
    const { user, member } = await opened();
    await member();
    const words = 'Death 15 to 70, TPD 15 to 67, salary continuance 15 to 65.';
    const begins = 'Default cover begins at age 25 and with $6,000 in the account.';
    expect(await screen.findByText(`Open: ${words} ${begins}`)).toBeVisible();
    await user.click(run());
    const part = await screen.findByRole('region', { name: 'Ages and default cover' });
    expect(part).toHaveTextContent(`Cover rules of 01/07/2026${words}${begins}`);
    expect(within(screen.getByRole('region', { name: 'Indicative quotation' })).getByText(sentence)).toBeVisible();
    expect(screen.queryByText(/the quotation looks at neither/)).toBeNull();
  });

  it('says what is not known where the plan has no cover rules, beside what the law says', async () => {
    portal();
    const { user, member } = await opened();
    await member();
    const unknown = 'From and to which age covers are open is not known.';
    expect(await screen.findByText(unknown)).toBeVisible();
    await user.click(run());
    const part = await screen.findByRole('region', { name: 'Ages and default cover' });
    expect(part).toHaveTextContent(`The plan has published no cover rules for this category and day${unknown}`);
    expect(screen.getByText(/By law default cover begins at age 25 .* the quotation looks at neither\./)).toBeVisible();
  });

  it('has need beside cost, also where there is no quotation, and says what falls', async () => {
    const message = 'Kestrel Super Plan has no premium rates before 01/07/2021.';
    const { asked } = portal({
      answers: [
        () => HttpResponse.json({ message }, { status: 400 }),
        () => HttpResponse.json({ ...quotation, default: quotation.default.slice(1) }),
      ],
    });
    const { user, member } = await opened();
    await member();
    const household = within(screen.getByRole('group', { name: 'What is needed for' }));
    const debts = household.getByLabelText('Home loan and other debts');
    expect(debts).toHaveAttribute('placeholder', 'Default: $0');
    await user.type(household.getByLabelText('For how many years'), '61');
    expect(await screen.findByText('At most 60 years')).toBeVisible();
    expect(run()).toBeDisabled();
    await user.clear(household.getByLabelText('For how many years'));
    await user.type(debts, '310,000');
    await user.click(run());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    const beside = await screen.findByRole('region', { name: 'Need beside cost' });
    expect(beside).toHaveTextContent('No gap for deathNone');
    expect(beside).toHaveTextContent('TPD: short by$51,360Closing it costs $3.12 a month');
    expect(screen.getByRole('region', { name: 'Need, cover and gap' })).toHaveTextContent(
      'Together $3.12 a month, 0.04 % of salary. Premiums leave the balance. Not every gap has a price.',
    );
    expect(
      within(screen.getByRole('region', { name: 'How the death need is made' })).getByRole('row', {
        name: /^Less super/,
      }),
    ).toHaveTextContent('−$98,640');
    expect(asked[0]!.need).toEqual({
      debts: 310_000,
      dependants: null,
      incomePercent: null,
      incomeYears: null,
      funeral: null,
      care: null,
      partnerIncome: null,
    });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Death cover $280,000 less than now.')).toBeVisible();
    await user.type(debts, '0');
    expect(run()).toHaveAccessibleName('Run again, 1 field changed');
    expect(beside.parentElement).toHaveAttribute('aria-busy', 'true');
  });

  it('is downloaded as it was run, and says why it was not', async () => {
    const { asked, printed } = portal();
    const { user, member } = await opened();
    const download = () => screen.getByRole('button', { name: 'Download report' });
    expect(download()).toBeDisabled();
    await member();
    expect(download()).toBeDisabled();
    await user.click(run());
    await screen.findByRole('region', { name: 'Indicative quotation' });
    await user.click(download());
    expect(await screen.findByText(/No renderer here\./)).toBeVisible();
    expect(printed).toEqual(asked);
    await user.selectOptions(screen.getByLabelText('State'), 'NSW');
    expect(download()).toBeDisabled();
  });

  it('takes over an earlier quotation', async () => {
    portal();
    const { user, member } = await opened();
    await member();
    await user.click(screen.getByRole('button', { name: /Default and death \$300,000/ }));
    expect(screen.getByLabelText(/^Salary a year/)).toHaveValue('90,000');
    expect(screen.getByLabelText(/^Calculated at/)).toHaveValue('04/11/2026');
    expect(screen.getByLabelText('Collar rating')).toHaveValue('Standard');
  });

  it('clears the member with an employer, and searches among the employer’s', async () => {
    const { searched } = portal();
    const { employer, member } = await opened();
    await employer();
    await member();
    expect(searched.at(-1)).toBe('?name=okaf&companyId=T.E1');
  });

  it('says with the server’s words why the plan’s categories did not load, and asks again', async () => {
    portal();
    const categories = http.get(
      '/api/insuranceCalculation/T.E1/memberCategories',
      () => HttpResponse.json({ message: 'The figures could not be read in time.' }, { status: 500 }),
      { once: true },
    );
    server.use(categories);
    const { user, isNew, employer } = await opened();
    await isNew();
    await employer();
    const cover = within(screen.getByRole('group', { name: 'Cover of the plan' }));
    expect(await cover.findByText('The figures could not be read in time.')).toBeVisible();
    await user.click(cover.getByRole('button', { name: 'Try again' }));
    expect(await cover.findByRole('option', { name: 'Permanent staff' })).toBeInTheDocument();
    expect(cover.queryByText('The figures could not be read in time.')).toBeNull();
  });

  it('of a new member needs every field', async () => {
    const { asked } = portal({ answers: [() => HttpResponse.json({ ...quotation, isRecorded: false })] });
    const { user, isNew, employer } = await opened();
    await isNew();
    expect(needed()).toBe(
      'Still needed: an employer, a name, a birth date, a gender, a salary above $0, a plan category, a collar rating, a state.',
    );
    await employer();
    expect(await screen.findByDisplayValue('Kestrel Super Plan · Tallowood')).toBeVisible();
    await user.type(screen.getByLabelText(/^Name/), 'Amara Nwosu');
    await user.type(screen.getByLabelText(/^Birth date/), '31/02/1990');
    expect(needed()).toContain('a birth date');
    await user.clear(screen.getByLabelText(/^Birth date/));
    await user.type(screen.getByLabelText(/^Birth date/), '03/02/1990');
    await user.selectOptions(screen.getByLabelText(/^Gender/), 'Female');
    await user.type(screen.getByLabelText(/^Salary/), '80000');
    await screen.findByRole('option', { name: 'Permanent staff' });
    await user.selectOptions(screen.getByLabelText(/^Plan category/), 'STAFF');
    await user.selectOptions(screen.getByLabelText(/^Collar rating/), 'Standard');
    await user.selectOptions(screen.getByLabelText(/^State/), 'NSW');
    expect(needed()).toBeNull();
    await user.click(run());
    await screen.findByRole('region', { name: 'Indicative quotation' });
    expect(screen.queryByText(/Recorded among/)).toBeNull();
    expect(screen.queryByRole('region', { name: 'Cover now' })).toBeNull();
    expect(asked).toMatchObject([
      {
        memberId: null,
        selectedMember: { memberName: 'Amara Nwosu', companyId: 'T.E1', dateOfBirth: '1990-02-03', gender: 'Female' },
      },
    ]);
  });

  it('says so where a new member’s plan has no active categories', async () => {
    portal({ categories: [{ ...staffCategory, active: false }] });
    const { isNew, employer } = await opened();
    await isNew();
    await employer();
    expect(await screen.findByText('There are no active Categories for this Plan')).toBeVisible();
  });

  it('names the position of a formula that cannot be read under its category', async () => {
    const problem = '‘4 salary’ has no ‘x’ at position 3.';
    portal({ categories: [{ ...staffCategory, formulaProblems: [problem] }] });
    const { member } = await opened();
    await member();
    expect(await screen.findByText(problem)).toBeVisible();
  });

  it('shows the server’s message where there is no rate, and tries again', async () => {
    const message = 'Kestrel Super Plan has no salary continuance rate for 30 days wait and benefit to 65.';
    portal({ answers: [() => HttpResponse.json({ message }, { status: 400 })] });
    const { user, member } = await opened();
    await member();
    await user.click(run());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Indicative quotation' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });
});

describe('The document of a quotation', () => {
  const document: QuotationDocument = {
    memberName: 'Dara Okafor',
    companyName: 'Kestrel Freight',
    categoryName: 'Permanent staff',
    salary: 92_000,
    state: 'VIC',
    madeAt: '2026-11-25T23:04:00.000Z',
    quotation: { ...quotation, isRecorded: false },
    need,
    now: { asAt: insured.asAt, currentInsurance: insured.currentInsurance },
  };
  afterEach(() => {
    delete (window as unknown as Record<string, unknown>)[shownContent];
  });

  it('shows what the renderer hands it, also with the token of a document', async () => {
    portal({ role: 'CompanyRep' });
    Object.assign(window, { [shownContent]: document });
    openAt('/documents/insuranceCalculation');
    const sheet = within(await screen.findByRole('article', { name: 'Insurance calculation' }));
    expect(await sheet.findByText('Dara Okafor, Kestrel Freight')).toBeVisible();
    expect(await sheet.findByText('26/11/2026 10:04')).toBeVisible();
    expect(await sheet.findByText('$92,000')).toBeVisible();
    expect(sheet.getByRole('region', { name: 'Indicative quotation' })).toBeVisible();
    expect(sheet.getByRole('region', { name: 'Cover now' })).toBeVisible();
    expect(sheet.getByRole('region', { name: 'Need, cover and gap' })).toHaveTextContent('gap $51,360');
    expect(
      await sheet.findByText(/^General information, not personal advice and no offer of insurance\./),
    ).toBeVisible();
    await waitFor(() => expect(window.document.documentElement.dataset['page']).toBe('ready'));
  });

  it('has nothing to say to anybody else', async () => {
    portal({ role: 'CompanyRep' });
    openAt('/documents/insuranceCalculation');
    expect(await screen.findByText('There is nothing here')).toBeVisible();
    await waitFor(() => expect(window.document.documentElement.dataset['page']).toBe('failed'));
  });
});

describe('A quotation that was left or loaded again', () => {
  const stored = () => sessionStorage.getItem('kept.insuranceCalculation') ?? '';
  const member = (answer: () => Response = () => HttpResponse.json({ ...okafor, erased: false })) =>
    server.use(http.get('/api/members/:id', answer));

  async function quoted() {
    const { asked } = portal({});
    member();
    const { user, member: choose } = await opened();
    await choose();
    await user.type(screen.getByRole('textbox', { name: /^Death/ }), '250,000');
    await user.click(run());
    await waitFor(() => expect(asked).toHaveLength(1));
    await waitFor(() => expect(stored()).toContain('monthlyPremiumTotal'));
    const left = address();
    cleanup();
    return { asked, left };
  }

  it('is shown as it was, with its time; amounts stand in no address, and nothing is quoted again', async () => {
    const { asked, left } = await quoted();
    expect(left).toBe(`${page}?member=${okafor.id}`);
    openAt(left);
    expect(await screen.findByText(/^Found at .* Run it again for what holds now\.$/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Death/ })).toHaveValue('250,000');
    expect(asked).toHaveLength(1);
  });

  it('is not shown of a member who is out of reach by now', async () => {
    const { left } = await quoted();
    member(() => HttpResponse.json({ message: 'There is no such member.' }, { status: 404 }));
    openAt(left);
    expect(await screen.findByText(/^There is no such member\. Choose a member again\./)).toBeVisible();
    await waitFor(() => expect(stored()).not.toMatch(/Okafor|250,?000|monthlyPremiumTotal/));
  });

  it('of somebody who is no member yet has nothing of them in the address', async () => {
    portal({});
    const { user, isNew, employer } = await opened();
    await isNew();
    await employer();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ida Quill');
    await user.type(screen.getByRole('textbox', { name: /^Salary/ }), '92,345');
    const left = address();
    expect(left).toBe(`${page}?who=new&employer=T.E1`);
    cleanup();
    openAt(left);
    expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('Ida Quill');
    expect(screen.getByRole('textbox', { name: /^Salary/ })).toHaveValue('92,345');
    expect(screen.getByRole('combobox', { name: /^Employer/ })).toHaveValue('Kestrel Freight');
    expect(await screen.findByDisplayValue('Kestrel Super Plan · Tallowood')).toBeVisible();
  });

  it('of a new member begins in another tab with the employer and the category that its address names', async () => {
    portal({});
    openAt(`${page}?who=new&employer=T.E1&category=STAFF`);
    expect(await screen.findByRole('combobox', { name: /^Employer/ })).toHaveValue('Kestrel Freight');
    await screen.findByRole('option', { name: 'Permanent staff' });
    expect(screen.getByLabelText(/^Plan category/)).toHaveValue('STAFF');
    expect(await screen.findByDisplayValue('Kestrel Super Plan · Tallowood')).toBeVisible();
    expect(needed()).toBe('Still needed: a name, a birth date, a gender, a salary above $0, a collar rating, a state.');
    expect(address()).toBe(`${page}?who=new&employer=T.E1&category=STAFF`);
  });

  it('of a new member keeps what was typed, and asks for an employer where that is out of reach by now', async () => {
    portal({});
    const { user, isNew, employer } = await opened();
    await isNew();
    await employer();
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ida Quill');
    const left = address();
    cleanup();
    server.use(http.get('/api/companies', () => HttpResponse.json([])));
    openAt(left);
    expect(
      await screen.findByText('The employer of this address cannot be shown any more. Choose an employer again.'),
    ).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Ida Quill');
    expect(screen.getByRole('combobox', { name: /^Employer/ })).toHaveValue('');
    await waitFor(() => expect(address()).toBe(`${page}?who=new`));
  });
});
