import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeEventSource } from '../../test/fake-event-source';
import { helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { accounts, mei, row, user } from './security.fixtures';
import { withRights } from '../../test/with-rights';

const openMenu = async (typist: ReturnType<typeof openAt>['user'], choice: string) => {
  await typist.click(await screen.findByRole('button', { name: 'Register' }));
  await typist.click(await screen.findByRole('menuitem', { name: choice }));
  return within(await screen.findByRole('dialog'));
};

beforeEach(() => FakeEventSource.install());
afterEach(() => vi.unstubAllGlobals());

describe('the list of users', () => {
  it('says who they are, what they belong to, and whether they accepted their invitation', async () => {
    accounts([
      user('dana', { name: 'Dana Reid', role: 'CompanyRep', contextName: 'Kestrel Freight' }),
      user('new', { verified: false }),
      user('gone', { active: false }),
    ]);
    openAt('/staff/security');
    const dana = await row(/Dana Reid/);
    for (const text of ['Company representative', 'Kestrel Freight', 'Active', 'dana · dana@example.com'])
      expect(await dana.findByText(text)).toBeVisible();
    expect((await row(/^new/)).getByText('Invited')).toBeVisible();
    expect((await row(/^gone/)).getByText('Inactive')).toBeVisible();
  });

  it('sends the invitation again only to users who have not set a password', async () => {
    accounts([
      user('new', { verified: false, emailOrDomain: 'new@example.com' }),
      user('helen'),
      user('gone', { active: false, verified: false, emailOrDomain: 'gone@example.com' }),
    ]);
    const invited: string[] = [];
    server.use(
      http.post('/api/authentication/users/:userId/invitation', ({ params }) => {
        invited.push(String(params['userId']));
        return HttpResponse.json({ message: 'A link to choose a password was mailed to new@example.com.' });
      }),
    );
    const { user: typist } = openAt('/staff/security');
    await typist.click((await row(/^new/)).getByRole('button', { name: 'invite again: new' }));
    expect(await screen.findByText('A link to choose a password was mailed to new@example.com.')).toBeVisible();
    expect(invited).toEqual(['id-new']);
    for (const name of [/^helen/, /^gone/])
      expect((await row(name)).queryByRole('button', { name: /^Send the invitation/ })).toBeNull();
  });

  it('is filtered by a role, and by typing', async () => {
    accounts([user('dana', { role: 'CompanyRep' }), user('helen'), user('hugo')]);
    const { user: typist } = openAt('/staff/security');
    await row(/^dana/);
    await typist.selectOptions(screen.getByLabelText('Role'), 'Staff');
    expect(screen.queryByRole('row', { name: /^dana/ })).toBeNull();
    await typist.type(screen.getByLabelText('Find', { selector: 'input' }), 'hug');
    expect(screen.getAllByRole('row')).toHaveLength(2);
    await typist.type(screen.getByLabelText('Find', { selector: 'input' }), 'x');
    expect(await screen.findByText('No user is like that')).toBeVisible();
  });

  it('is found in whatever form the name is stored and typed', async () => {
    accounts([user('dana', { name: 'Dana O\u2019Keeffe' }), user('zoe', { name: 'Zoe\u0308 Smith\u2010Jones' })]);
    const { user: typist } = openAt('/staff/security');
    await row(/Dana/);
    for (const [typed, found] of [
      ["o'keeffe", /Dana/],
      ['OKEEFFE', /Dana/],
      ['zo\u00eb', /Smith/],
      ['smith-jones', /Smith/],
    ] as const) {
      await typist.clear(screen.getByLabelText('Find', { selector: 'input' }));
      await typist.type(screen.getByLabelText('Find', { selector: 'input' }), typed);
      expect(screen.getAllByRole('row')).toHaveLength(2);
      expect(screen.getByRole('row', { name: found })).toBeVisible();
    }
  });

  it('is shown ten at a time', async () => {
    accounts(Array.from({ length: 12 }, (_, i) => user(`person-${String(i).padStart(2, '0')}`)));
    const { user: typist } = openAt('/staff/security');
    await row(/person-00/);
    expect(screen.getAllByRole('row')).toHaveLength(11);
    await typist.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getAllByRole('row')).toHaveLength(3);
  });

  it('is refused to Staff', async () => {
    portal({ user: helen });
    openAt('/staff/security');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Security' })).toBeNull();
  });
});

describe('registering a user', () => {
  it('starts with an authorised representative of the only provider, who works in One Central', async () => {
    const { sent } = accounts([]);
    const { user: typist } = openAt('/staff/security');
    const dialog = await openMenu(typist, 'User');
    await waitFor(() => expect(dialog.getByLabelText('Provider')).toHaveValue('Tallowood Retirement'));
    await typist.type(dialog.getByLabelText('Username/Email'), 'new@example.com');
    await typist.click(dialog.getByRole('button', { name: 'Register' }));
    expect(await screen.findByText('This was done.')).toBeVisible();
    const body = {
      email: 'new@example.com',
      role: 'AuthorizedRep',
      contextId: 'TALLOWOOD',
      name: null,
      oneCentral: true,
    };
    expect(sent).toEqual([{ method: 'POST', path: 'register', body }]);
  });

  it('names missing fields before it sends a request', async () => {
    const { sent } = accounts([]);
    const { user: typist } = openAt('/staff/security');
    const dialog = await openMenu(typist, 'User');
    await typist.selectOptions(dialog.getByLabelText('Role'), 'CompanyRep');
    expect(dialog.queryByRole('switch', { name: 'One Central' })).toBeNull();
    await typist.click(dialog.getByRole('button', { name: 'Register' }));
    await dialog.findByText('Username/Email is required');
    await dialog.findByText('Dealer/Adviser/Provider/Plan Id is required');
    expect(sent).toEqual([]);
  });

  it('shows the server’s message about a field at that field', async () => {
    const { refuse } = accounts([]);
    const message = 'This username is taken.';
    refuse({ message, errors: [{ field: 'email', message }] });
    const { user: typist } = openAt('/staff/security');
    const dialog = await openMenu(typist, 'User');
    await typist.selectOptions(dialog.getByLabelText('Role'), 'Auditor');
    await typist.type(dialog.getByLabelText('Username/Email'), 'taken@example.com');
    await typist.click(dialog.getByRole('button', { name: 'Register' }));
    expect(await dialog.findByText(message)).toHaveAttribute('role', 'alert');
  });
});

it('registers a browser client, with the messages for each field that is empty', async () => {
  const { sent } = accounts([]);
  const { user: typist } = openAt('/staff/security');
  const dialog = await openMenu(typist, 'Browser Client');
  await typist.click(dialog.getByRole('button', { name: 'Register' }));
  await dialog.findByText('Username is required');
  await dialog.findByText('Domain is required');
  await typist.type(dialog.getByLabelText('Username'), 'micro');
  await typist.type(dialog.getByLabelText('Domain'), 'super.example.com');
  await typist.type(dialog.getByLabelText('Employer or platform'), 'tall');
  await typist.click(await screen.findByText('Platform'));
  expect(screen.queryByRole('listbox')).toBeNull();
  await typist.click(dialog.getByRole('button', { name: 'Register' }));
  await screen.findByText('This was done.');
  const body = { username: 'micro', domain: 'super.example.com', contextId: 'T' };
  expect(sent).toEqual([{ method: 'POST', path: 'registerBrowserClient', body }]);
});

describe('a user', () => {
  it('is edited without a change of username', async () => {
    const { sent } = accounts([user('helen', { name: 'Helen' })]);
    const { user: typist } = openAt('/staff/security');
    await typist.click((await row(/^Helen/)).getByRole('button', { name: 'Edit helen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit helen' }));
    expect(dialog.getByLabelText('Username/Email')).toHaveAttribute('readonly');
    await typist.selectOptions(dialog.getByLabelText('Role'), 'Auditor');
    await typist.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('This was done.');
    const body = { role: 'Auditor', contextId: null, name: 'Helen', revision: 1 };
    expect(sent).toEqual([{ method: 'PATCH', path: 'users/id-helen', body }]);
  });

  it('that another Admin edited meanwhile is not overwritten unseen: both edits are shown', async () => {
    const { sent, refuse } = accounts([user('helen', { name: 'Helen' })]);
    const message = 'Somebody changed this after you read it. Yours was not saved.';
    const fields = [
      { field: 'Role', was: 'Staff', is: 'DevOps' },
      { field: 'Name', was: 'Helen', is: null },
    ];
    refuse({ message, revision: 4, changes: [{ by: 'Omar Haddad', at: '2026-11-01T02:00:00.000Z', fields }] });
    const { user: typist } = openAt('/staff/security');
    await typist.click((await row(/^Helen/)).getByRole('button', { name: 'Edit helen' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit helen' }));
    await typist.type(dialog.getByLabelText('Name'), ' Marchetti');
    await typist.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(message)).toBeVisible();
    dialog.getByText(/^Omar Haddad, /);
    dialog.getByText('Role: “Staff” became “Developer operations”');
    dialog.getByText('Name: “Helen” became nothing');
    expect(dialog.getByLabelText('Name')).toHaveValue('Helen Marchetti');
    refuse(null);
    await typist.click(dialog.getByRole('button', { name: 'Save' }));
    await screen.findByText('This was done.');
    expect(sent.map(({ body }) => (body as { revision: number }).revision)).toEqual([1, 4]);
  });

  it('is deactivated once that is confirmed, and the refusal of the last Admin is shown', async () => {
    const { sent, refuse } = accounts([user('mei', { role: 'Admin' })]);
    const message = 'The last Admin cannot be removed.';
    refuse({ message: 'ignored', errors: [{ field: 'username', message }] });
    const { user: typist } = openAt('/staff/security');
    await typist.click((await row(/^mei/)).getByRole('button', { name: 'De-Activate mei' }));
    const dialog = within(await screen.findByRole('dialog'));
    await typist.click(dialog.getByRole('button', { name: 'De-Activate' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(sent).toEqual([{ method: 'PATCH', path: 'activation', body: { username: 'mei', active: false } }]);
  });

  it('is activated at once', async () => {
    const { sent } = accounts([user('gone', { active: false })]);
    const { user: typist } = openAt('/staff/security');
    await typist.click((await row(/^gone/)).getByRole('button', { name: 'Activate gone' }));
    await screen.findByText('This was done.');
    expect(sent[0]!.body).toEqual({ username: 'gone', active: true });
  });

  it('who has to wait after failed attempts may try again once these are cleared', async () => {
    const slowedUntil = '2026-03-01T01:05:00.000Z';
    const { sent } = accounts([user('dana', { failedAuthenticationAttempts: 7, slowedUntil })]);
    const { user: typist } = openAt('/staff/security');
    const dana = await row(/^dana/);
    await dana.findByText('Has to wait until 12:05');
    await typist.click(dana.getByRole('button', { name: 'Clear failed attempts of dana' }));
    await screen.findByText('dana may try again at once.');
    expect(sent[0]!.body).toEqual({ userId: 'id-dana' });
  });
});

it('lists networks that have to wait, and lets them try again', async () => {
  const { sent } = accounts([], [{ network: '10.1.2.0/24', failures: 24, until: '2026-03-01T01:05:00.000Z' }]);
  const { user: typist } = openAt('/staff/security');
  await screen.findByText('24 failed sign-ins, until 01/03/2026 12:05');
  await typist.click(screen.getByRole('button', { name: 'Clear 10.1.2.0/24' }));
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ network: '10.1.2.0/24' }]));
});

it('says why it is not known whether networks have to wait', async () => {
  accounts([user('helen')]);
  server.use(
    http.get('/api/authentication/slowdowns', () =>
      HttpResponse.json({ message: 'The service is not available right now.' }, { status: 500 }),
    ),
  );
  openAt('/staff/security');
  expect(await screen.findByText('The service is not available right now.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('is no longer in the menu of an Admin whose role has changed', async () => {
  accounts([user('helen')]);
  openAt('/staff/security');
  await row(/^helen/);
  await waitFor(() => expect(FakeEventSource.open).toHaveLength(1));
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user: withRights({ ...mei, role: 'Auditor' }) })),
  );
  FakeEventSource.open[0]!.tells({ sequence: 2, planId: null, readModels: ['users'] });
  expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
});

describe('failed sign-ins', () => {
  it('are listed by minute, with the accounts and networks that were tried most', async () => {
    accounts(
      [user('helen')],
      [],
      [
        {
          at: '2026-11-24T22:14:00.000Z',
          wrong: 31,
          refused: 9,
          accounts: [
            { username: 'helen', count: 24 },
            { username: null, count: 1 },
          ],
          networks: [{ network: '203.0.113.0/24', count: 40 }],
        },
      ],
    );
    openAt('/staff/security');
    const minute = await row(/^25\/11\/2026 09:14/);
    for (const text of ['31', '9', 'helen 24 times', 'a login that no account has once', '203.0.113.0/24 40 times'])
      expect(await minute.findByText(text)).toBeVisible();
  });

  it('are said to be none', async () => {
    accounts([user('helen')]);
    openAt('/staff/security');
    expect(await screen.findByText('No sign-in failed')).toBeVisible();
  });
});
