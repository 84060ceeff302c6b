import type { NewEmployeeFlyer } from '@superscope/contracts/new-employee-flyer';
import { shownContent } from '@superscope/contracts/rendering';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dana, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';

const flyer: NewEmployeeFlyer = {
  companyName: 'Kestrel Freight',
  companyAbn: '51 824 753 556',
  madeAt: '2026-11-25T23:04:00.000Z',
  cover: {
    planShortName: 'Kestrel',
    planName: 'Kestrel Super Plan',
    platformName: 'Tallowood Super',
    platformShortName: 'Tallowood',
    trusteeName: 'Tallowood Trustees',
    trusteeAbn: '11 111 111 111',
    trusteeAfsl: '234567',
    providerName: 'Tallowood Partners',
    providerAbn: null,
  },
  providerLogo: 'data:image/png;base64,iVBORw0KGgo=',
  superGuaranteePercent: 12,
  concessionalCap: 32_500,
  categories: [
    {
      name: 'Permanent staff',
      death: '4 times your salary',
      tpd: null,
      sci: { percent: 75, daysWait: 90, benefitPeriod: 'to 65' },
      deathTpdAal: 750_000,
      sciAal: 10_000,
      rules: null,
    },
  ],
  investments: [{ name: 'Lifestage', description: 'Moves with age', growthPercent: 82.5, isLifecycle: true }],
  contacts: [
    { title: 'Relationship Manager', name: 'Ivy Chen', email: 'ivy@tallowood.example', phone: '1300 000 111' },
  ],
  consultants: ['Helen Marchetti', 'Joon-ho Baek'],
  more: { categories: 2, investments: 0 },
};

const shown = async (content: NewEmployeeFlyer) => {
  portal({ user: dana });
  Object.assign(window, { [shownContent]: content });
  openAt('/documents/newEmployeeFlyer');
  return within(await screen.findByRole('article', { name: 'New Employee Flyer' }));
};
afterEach(() => {
  delete (window as unknown as Record<string, unknown>)[shownContent];
});

it('says how to join, what is insured and invested without a choice, and whom to call', async () => {
  const sheet = await shown(flyer);
  expect(sheet.getByRole('heading', { level: 1 })).toHaveTextContent('Welcome to Kestrel Super Plan');
  expect(sheet.getByRole('img', { name: 'Tallowood Partners' })).toBeVisible();
  const joining = sheet.getByRole('region', { name: 'Joining' });
  expect(joining).toHaveTextContent(
    'Tell Kestrel Freight (ABN 51 824 753 556) that your super goes to Kestrel Super Plan',
  );
  expect(joining).toHaveTextContent('Your employer pays at least 12% of your ordinary earnings.');
  expect(joining).toHaveTextContent('up to $32,500 a financial year');
  const cover = sheet.getByRole('region', { name: 'Default cover' });
  expect(within(cover).getByRole('row', { name: /^Permanent staff/ })).toHaveTextContent(
    'Permanent staff4 times your salaryNone75% of salary, after 90 days, for the time to 65',
  );
  expect(cover).toHaveTextContent('The plan has 2 more. Up to $750,000 of death and disablement cover each');
  const investment = sheet.getByRole('region', { name: 'Default investment' });
  expect(investment).toHaveTextContent('in what fits your age');
  expect(within(investment).getByRole('row', { name: /^Lifestage/ })).toHaveTextContent('LifestageMoves with age82.5%');
  const call = sheet.getByRole('region', { name: 'Whom to call' });
  expect(call).toHaveTextContent('Ivy ChenRelationship Manager1300 000 111ivy@tallowood.example');
  expect(call).toHaveTextContent('Consultants of the plan: Helen Marchetti and Joon-ho Baek.');
  expect(await sheet.findByText(/^General information, not personal advice/)).toBeVisible();
  expect(await sheet.findByText(/^Trustee: Tallowood Trustees, ABN 11 111 111 111, AFSL 234567\./)).toBeVisible();
  await waitFor(() => expect(document.documentElement.dataset['page']).toBe('ready'));
});

it('says when default cover begins by the rules of the categories, and else by law', async () => {
  const [category] = flyer.categories;
  const ruled = (defaultFromAge: number) => ({
    ...category!,
    rules: {
      validFrom: '2026-07-01',
      covers: (['Death', 'TPD', 'SCI'] as const).map((type) => ({
        type,
        fromAge: 15,
        toAge: 65,
        ceasesAtAge: 65,
        defaultFromAge,
        defaultFromBalance: null,
        loadingPercent: null,
      })),
    },
  });
  const begins = async (...categories: NewEmployeeFlyer['categories']) => {
    const sheet = await shown({ ...flyer, categories });
    return sheet.getAllByRole('region', { name: 'Default cover' }).at(-1)!;
  };
  expect(await begins(category!)).toHaveTextContent('By law default cover begins at age 25 and with $6,000');
  cleanup();
  expect(await begins(ruled(21), ruled(21))).toHaveTextContent('Default cover begins at age 21. By law it ends');
  cleanup();
  expect(await begins(ruled(21), ruled(25))).toHaveTextContent('When default cover begins depends on your category.');
});

it('says whom to ask where nothing is recorded', async () => {
  const sheet = await shown({
    ...flyer,
    companyAbn: null,
    providerLogo: null,
    superGuaranteePercent: null,
    concessionalCap: null,
    categories: [],
    investments: [],
    contacts: [],
    consultants: [],
    more: { categories: 0, investments: 0 },
  });
  expect(await sheet.findByText('Ask your employer how to reach Tallowood Partners.')).toBeVisible();
  expect(await sheet.findByText(/no default cover on record/)).toBeVisible();
  expect(await sheet.findByText(/no investment on record/)).toBeVisible();
  expect(sheet.queryByText(/ordinary earnings/)).toBeNull();
});
