import type { PlanCorrections } from '@superscope/contracts/corrections';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { helen, portal } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

const admin = withRights({ username: 'admin', name: 'Ada Admin', role: 'Admin', planId: null });

const monthImport = (importId: string, fileName: string | null) => ({
  importId,
  fileName,
  rows: 241,
  completedAt: '2026-11-02T01:00:00Z',
  startedBy: 'Helen Marchetti',
});
const kestrel: PlanCorrections = {
  id: 'T.K1',
  name: 'Kestrel',
  startDate: '2019-03-01',
  closedOn: null,
  payroll: 'several companies',
  companies: [
    { id: 'T.E1', name: 'Kestrel Freight', active: true },
    { id: 'T.E2', name: 'Kestrel Legal', active: false },
  ],
  categories: [{ id: 'A', name: 'Staff' }],
  campaigns: [
    { id: 'T.C1', name: 'Nominate', type: 'email', runDate: '2026-06-01', cancelled: false },
    { id: 'T.C2', name: 'Consolidate', type: 'email', runDate: '2026-05-01', cancelled: true },
  ],
  months: [
    {
      table: 'memberSnapshots',
      month: '2026-10',
      imports: [monthImport('i2', 'wrong.csv'), monthImport('i1', 'first.csv')],
    },
    { table: 'assetsOwned', month: '2026-10', imports: [monthImport('i1', 'first.csv')] },
  ],
};

/** The server for an Admin. Records the requested corrections. */
function fund(plan: PlanCorrections = kestrel, user = admin) {
  portal({
    user,
    plans: [
      { id: 'T.K1', name: 'Kestrel' },
      { id: 'T.K2', name: 'Bluegum' },
    ],
    groups: { companies: [{ value: 'T.E1', label: 'Kestrel Freight' }], categories: [{ value: 'A', label: 'Staff' }] },
  });
  const made: unknown[] = [];
  const now = { ...plan };
  const write = async (request: Request) => {
    made.push([new URL(request.url).pathname, await request.json()]);
    return HttpResponse.json({ stream: 'plan-T.K1', revision: '1', position: '1' });
  };
  server.use(
    http.get('/api/plans/:id/corrections', ({ params }) =>
      params['id'] === now.id
        ? HttpResponse.json(now)
        : HttpResponse.json({ message: 'There is no such plan.' }, { status: 404 }),
    ),
    http.get('/api/plans/:id/members', ({ request }) => {
      const name = new URL(request.url).searchParams.get('name')!;
      const of = {
        companyId: 'T.E1',
        categoryId: 'A',
        leftOn: null,
        birthDate: '1984-03-14',
        login: null,
        companyName: 'Employer',
        joinDate: null,
        near: false,
      };
      const members = [
        { ...of, id: 'm1', memberNumber: '100200', name: 'Mills, Jo', surname: 'Mills', givenName: 'Jo' },
        {
          ...of,
          id: 'm2',
          memberNumber: '100300',
          name: 'Tran, Lee',
          surname: 'Tran',
          givenName: 'Lee',
          leftOn: '2026-10-15',
        },
      ];
      return HttpResponse.json(members.filter((each) => each.name.toLowerCase().includes(name.toLowerCase())));
    }),
    http.post('/api/csv/imports/:id/withdraw', ({ request }) => {
      now.months = now.months.slice(1);
      return write(request);
    }),
    http.post('/api/plans/:id/close', ({ request }) => {
      now.closedOn = '2026-12-01';
      return write(request);
    }),
    http.post('/api/plans/:id/reopen', ({ request }) => {
      now.closedOn = null;
      return write(request);
    }),
    http.post('/api/plans/:id/payroll', async ({ request }) => {
      const { onePayroll } = (await request.clone().json()) as { onePayroll: boolean | null };
      now.payroll = onePayroll === null ? 'several companies' : onePayroll ? 'one' : 'several';
      return write(request);
    }),
    http.post('/api/plans/:id/publish', ({ request }) => write(request)),
    http.post('/api/companies/:id/deactivate', ({ request }) => write(request)),
    http.post('/api/campaigns/:id/cancel', ({ request }) => write(request)),
    http.post('/api/members/:id/move', ({ request }) => write(request)),
    http.post('/api/members/:id/erase', ({ request }) => write(request)),
  );
  return { made, ...openAt(`/staff/corrections?plan=${plan.id}`) };
}
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));

describe('An imported month', () => {
  it('is withdrawn after a confirmation that names the import that counts afterwards', async () => {
    const { made, user } = fund();
    const months = await card('Imported months');
    await user.click(months.getByRole('button', { name: 'Withdraw member snapshots of October 2026' }));
    const asked = await dialog('Withdraw October 2026?');
    asked.getByText(
      'Member snapshots of wrong.csv will not count any more. Those of first.csv count again. Employers read a closed month as it was published until the plan is published anew.',
    );
    await user.click(asked.getByRole('button', { name: 'Withdraw' }));
    await screen.findByText('Member snapshots of October 2026 are withdrawn. The figures follow by themselves.');
    expect(made).toEqual([
      ['/api/csv/imports/i2/withdraw', { table: 'memberSnapshots', planId: 'T.K1', month: '2026-10' }],
    ]);
    await waitFor(() => expect(months.queryByText(/wrong\.csv/)).toBeNull());
  });

  it('without an earlier import says that nothing will be left', async () => {
    const { made, user } = fund();
    const months = await card('Imported months');
    await user.click(months.getByRole('button', { name: 'Withdraw assets owned of October 2026' }));
    const asked = await dialog('Withdraw October 2026?');
    await asked.findByText(/The month then has none/);
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(made).toEqual([]);
  });

  it('that cannot be withdrawn says why in the open dialog', async () => {
    const { user } = fund();
    server.use(
      http.post('/api/csv/imports/:id/withdraw', () =>
        HttpResponse.json({ message: 'There is no such import to withdraw.' }, { status: 404 }),
      ),
    );
    const months = await card('Imported months');
    await user.click(months.getByRole('button', { name: 'Withdraw assets owned of October 2026' }));
    const asked = await dialog('Withdraw October 2026?');
    await user.click(asked.getByRole('button', { name: 'Withdraw' }));
    await asked.findByText('There is no such import to withdraw.');
  });

  it('that the server fails to withdraw is told with the reference of its log', async () => {
    const { user } = fund();
    server.use(
      http.post('/api/csv/imports/:id/withdraw', () =>
        HttpResponse.json(
          { message: 'Something went wrong.' },
          { status: 500, headers: { 'X-Correlation-Id': 'c0ffee' } },
        ),
      ),
    );
    const months = await card('Imported months');
    await user.click(months.getByRole('button', { name: 'Withdraw assets owned of October 2026' }));
    const asked = await dialog('Withdraw October 2026?');
    await user.click(asked.getByRole('button', { name: 'Withdraw' }));
    expect(await asked.findByRole('alert')).toHaveTextContent('Something went wrong.Reference c0ffee');
  });
});

describe('A plan', () => {
  it('is closed from a day on, and opened again', async () => {
    const { made, user } = fund();
    const plan = await card('The plan');
    await user.click(plan.getByRole('button', { name: 'Close the plan' }));
    const asked = await dialog('Close Kestrel?');
    await user.type(asked.getByLabelText('First day without the plan'), '31/11/2026');
    await user.click(asked.getByRole('button', { name: 'Close the plan' }));
    await asked.findByText('Write a day that exists as dd/MM/yyyy.');
    expect(made).toEqual([]);
    await user.clear(asked.getByLabelText('First day without the plan'));
    await user.type(asked.getByLabelText('First day without the plan'), '01/12/2026');
    await user.click(asked.getByRole('button', { name: 'Close the plan' }));
    await screen.findByText('Kestrel is closed.');
    await plan.findByText('Since 01/03/2019. Closed from 01/12/2026 on.');
    await user.click(plan.getByRole('button', { name: 'Reopen the plan' }));
    await user.click((await dialog('Reopen Kestrel?')).getByRole('button', { name: 'Reopen' }));
    await plan.findByText('Since 01/03/2019. It is open.');
    expect(made).toEqual([
      ['/api/plans/T.K1/close', { on: '2026-12-01' }],
      ['/api/plans/T.K1/reopen', {}],
    ]);
  });

  it('is closed from no day that the request does not allow, and what the server says of it stands at the day', async () => {
    const { made, user } = fund();
    await user.click((await card('The plan')).getByRole('button', { name: 'Close the plan' }));
    const asked = await dialog('Close Kestrel?');
    const day = asked.getByLabelText('First day without the plan');
    await user.type(day, '01/12/1850');
    await user.click(asked.getByRole('button', { name: 'Close the plan' }));
    await waitFor(() => expect(day).toHaveAccessibleDescription('The year must be between 1900 and 2148.'));
    expect(made).toEqual([]);
    const message = 'The plan began later.';
    server.use(
      http.post('/api/plans/:id/close', () =>
        HttpResponse.json({ message, errors: [{ field: 'on', message }] }, { status: 400 }),
      ),
    );
    await user.clear(day);
    await user.type(day, '01/12/2018');
    await user.click(asked.getByRole('button', { name: 'Close the plan' }));
    await waitFor(() => expect(day).toHaveAccessibleDescription(message));
  });

  it('has its closed months republished', async () => {
    const { made, user } = fund();
    await user.click((await card('The plan')).getByRole('button', { name: 'Publish anew' }));
    const asked = await dialog('Publish the months of Kestrel anew?');
    await user.click(asked.getByRole('button', { name: 'Publish anew' }));
    await screen.findByText('The closed months of Kestrel are being published anew.');
    expect(made).toEqual([['/api/plans/T.K1/publish', {}]]);
  });
});

describe('The payroll of a plan', () => {
  it('is said with when it counts, and publishing anew is offered', async () => {
    const { made, user } = fund();
    const payroll = await card('Payroll');
    await payroll.findByText(/^Not said: several employers\./);
    expect(payroll.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'One payroll',
      'Several payrolls',
    ]);
    await user.click(payroll.getByRole('button', { name: 'One payroll' }));
    const asked = await dialog('One payroll in Kestrel?');
    expect(asked.getByText(/It counts from the next edition: .* once they are published anew\.$/)).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Save' }));
    await screen.findByText(/^The payroll of Kestrel is saved\. .* ‘Publish anew’ makes one of each closed month\.$/);
    expect(made).toEqual([['/api/plans/T.K1/payroll', { onePayroll: true }]]);
  });

  it('that was said can be said otherwise, or taken back', async () => {
    const { made, user } = fund({ ...kestrel, payroll: 'one' });
    const payroll = await card('Payroll');
    await user.click(payroll.getByRole('button', { name: 'Nothing said' }));
    await user.click((await dialog('Nothing said in Kestrel?')).getByRole('button', { name: 'Save' }));
    await screen.findByText(/^The payroll of Kestrel is saved\./);
    expect(made).toEqual([['/api/plans/T.K1/payroll', { onePayroll: null }]]);
    await payroll.findByText(/^Not said: several employers\./);
  });
});

describe('An employer and a campaign', () => {
  it('are deactivated from a day on, and cancelled', async () => {
    const { made, user } = fund();
    const employers = await card('Employers');
    await employers.findByText('Inactive');
    await user.click(employers.getByRole('button', { name: 'Deactivate Kestrel Freight' }));
    const asked = await dialog('Deactivate Kestrel Freight?');
    await user.type(asked.getByLabelText('From'), '1/7/2026');
    await user.click(asked.getByRole('button', { name: 'Deactivate' }));
    await screen.findByText('Kestrel Freight is deactivated.');
    const campaigns = await card('Campaigns');
    await campaigns.findByText('Cancelled');
    await user.click(campaigns.getByRole('button', { name: 'Cancel Nominate of 01/06/2026' }));
    await user.click((await dialog('Cancel Nominate?')).getByRole('button', { name: 'Cancel the campaign' }));
    await screen.findByText('Nominate is cancelled.');
    expect(made).toEqual([
      ['/api/companies/T.E1/deactivate', { on: '2026-07-01' }],
      ['/api/campaigns/T.C1/cancel', {}],
    ]);
  });
});

describe('A member', () => {
  it('is found by name from three characters on, and moved from a day on', async () => {
    const { made, user } = fund();
    const move = await card('Move a member');
    expect(move.getByRole('button', { name: 'Move' })).toBeDisabled();
    await user.type(move.getByRole('combobox', { name: 'Member' }), 'mil');
    await user.click(await screen.findByRole('option', { name: /Mil ?ls, Jo/ }));
    await user.selectOptions(move.getByLabelText('Employer'), 'Kestrel Freight');
    await user.selectOptions(move.getByLabelText('Category'), 'Staff');
    await user.click(move.getByRole('button', { name: 'Move' }));
    const asked = await dialog('Move Jo Mills, 100200, born 14/03/1984?');
    await asked.findByText('To Kestrel, Kestrel Freight, category Staff. Figures before that day stay where they are.');
    await user.type(asked.getByLabelText('From'), '01/07/2026');
    await user.click(asked.getByRole('button', { name: 'Move' }));
    await screen.findByText('Jo Mills, 100200, born 14/03/1984 is moved to Kestrel.');
    expect(made).toEqual([
      ['/api/members/m1/move', { planId: 'T.K1', companyId: 'T.E1', categoryId: 'A', on: '2026-07-01' }],
    ]);
  });

  it('who left is marked in the list and below the field, and can be moved and erased all the same', async () => {
    const { user } = fund();
    for (const name of ['Move a member', 'Erase a member']) {
      const part = await card(name);
      const field = part.getByRole('combobox', { name: 'Member' });
      await user.type(field, 'mil');
      expect(await screen.findByRole('option', { name: /100200/ })).toBeVisible();
      await user.clear(field);
      await user.type(field, 'tran');
      await user.click(await screen.findByRole('option', { name: /left 15\/10\/2026.*100300/ }));
      expect(part.getByText('Left the plan on 15/10/2026.')).toBeVisible();
    }
    expect((await card('Erase a member')).getByRole('button', { name: 'Erase' })).toBeEnabled();
    await user.selectOptions((await card('Move a member')).getByLabelText('Employer'), 'Kestrel Freight');
    expect((await card('Move a member')).getByRole('button', { name: 'Move' })).toBeEnabled();
  });

  it('is erased for good, with a reason', async () => {
    const { made, user } = fund();
    const erase = await card('Erase a member');
    await user.type(erase.getByRole('combobox', { name: 'Member' }), 'mil');
    await user.click(await screen.findByRole('option', { name: /Mil ?ls, Jo/ }));
    await user.click(erase.getByRole('button', { name: 'Erase' }));
    const asked = await dialog('Erase Jo Mills, 100200, born 14/03/1984?');
    await user.click(asked.getByRole('button', { name: 'Erase for good' }));
    expect(await asked.findByText('Reason is required')).toBeVisible();
    await user.type(asked.getByLabelText('Reason'), 'Asked to be forgotten');
    await user.click(asked.getByRole('button', { name: 'Erase for good' }));
    expect(await screen.findByText(/The member is erased/)).toBeVisible();
    expect(made).toEqual([['/api/members/m1/erase', { reason: 'Asked to be forgotten' }]]);
    expect(erase.getByRole('combobox', { name: 'Member' })).toHaveValue('');
  });
});

describe('The page of corrections', () => {
  it('begins with a plan, which is in its address', async () => {
    fund();
    await card('Imported months');
    const { user } = openAt('/staff/corrections');
    await screen.findByText('Please select a plan');
    const chosen = screen.getAllByRole('combobox', { name: 'Plan' }).at(-1)!;
    await user.type(chosen, 'kes');
    await user.click(await screen.findByRole('option', { name: /^Kes ?trel ?Tallowood Retirement$/ }));
    await waitFor(() =>
      expect(screen.getAllByTestId('address').at(-1)).toHaveTextContent('/staff/corrections?plan=T.K1'),
    );
  });

  it('says that a plan does not exist', async () => {
    fund({ ...kestrel, id: 'T.K9' });
    server.use(http.get('/api/plans/:id/corrections', () => HttpResponse.json({ message: 'No' }, { status: 404 })));
    await screen.findByText('What can be corrected did not load');
  });

  it('is refused to Staff, who import but do not correct', async () => {
    fund(kestrel, helen);
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Corrections' })).toBeNull();
    expect(address()).toContain('/staff/corrections');
  });
});
