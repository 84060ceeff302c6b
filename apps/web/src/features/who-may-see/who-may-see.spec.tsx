import type { AccessRow } from '@superscope/contracts/access-on';
import type { RoleChange } from '@superscope/contracts/role-changes';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { typeDate } from '../../test/type-date';
import { withRights } from '../../test/with-rights';

const ruth = withRights({ username: 'ruth', name: 'Ruth Abelson', role: 'Auditor', planId: null });
const user = (username: string, more: Partial<AccessRow> = {}): AccessRow => ({
  userId: username,
  username,
  name: null,
  emailOrDomain: null,
  role: 'Staff',
  contextId: null,
  contextName: null,
  active: true,
  verified: true,
  app: false,
  lastSignInAt: null,
  ...more,
});

function accounts(on: (day: string) => AccessRow[]) {
  server.use(
    http.get('/api/authentication', () => HttpResponse.json({ user: ruth })),
    http.get('/api/authentication/access', ({ request }) => {
      const day = new URL(request.url).searchParams.get('on')!;
      return HttpResponse.json({ on: day, users: on(day) });
    }),
    http.get('/api/history/roleChanges', () => HttpResponse.json({ changes: [], next: null })),
  );
}
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));

describe('who may see what', () => {
  it('is shown as it is now, and as it was at the end of another day', async () => {
    const lastSignInAt = '2026-03-01T01:00:00.000Z';
    accounts((day) =>
      day === '2024-05-02'
        ? [user('dana', { role: 'CompanyRep', contextName: 'Kestrel Freight', active: false })]
        : [user('dana', { role: 'Staff', lastSignInAt })],
    );
    const { user: typist } = openAt('/audit/access');
    expect((await row(/^dana/)).getByText('01/03/2026 12:00')).toBeVisible();
    await typeDate(typist, 'Day', '02/05/2024');
    expect(await screen.findByText('Accounts as they were at the end of 02/05/2024.')).toBeVisible();
    const then = await row(/^dana/);
    for (const text of ['Company representative', 'Kestrel Freight', 'Inactive', 'Never'])
      expect(await then.findByText(text)).toBeVisible();
  });

  it('is shown for the day that the address names', async () => {
    accounts((day) => [user(day === '2024-05-02' ? 'then' : 'now')]);
    openAt('/audit/access?on=2024-05-02');
    expect(await screen.findByText('Accounts as they were at the end of 02/05/2024.')).toBeVisible();
    await row(/^then/);
  });

  it.each(['2024-02-31', '2999-01-01', 'yesterday'])('is shown as it is now for the day %s', async (on) => {
    accounts(() => [user('now')]);
    openAt(`/audit/access?on=${on}`);
    await row(/^now/);
    expect(await screen.findByText(/^Accounts as they are now/)).toBeVisible();
  });

  it('is filtered by a role', async () => {
    accounts(() => [user('helen'), user('mei', { role: 'Admin' })]);
    const { user: typist } = openAt('/audit/access');
    await row(/^helen/);
    await typist.selectOptions(screen.getByLabelText('Role'), 'Admin');
    expect(screen.queryByRole('row', { name: /^helen/ })).toBeNull();
    const asked: string[] = [];
    server.use(
      http.get('/api/authentication/accessCsv', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('role')!);
        return HttpResponse.json({ message: 'Not now.' }, { status: 400 });
      }),
    );
    await typist.click(screen.getByRole('button', { name: 'Save as CSV' }));
    expect(await screen.findByText(/Not now/)).toBeVisible();
    expect(asked).toEqual(['Admin']);
  });

  it('says when nobody had an account', async () => {
    accounts(() => []);
    openAt('/audit/access');
    expect(await screen.findByText('Nobody had an account')).toBeVisible();
  });

  it('is told with who changed a role, from what to what, and leads to the event', async () => {
    accounts(() => [user('dana')]);
    const change = (place: string, more: Partial<RoleChange> = {}): RoleChange => ({
      place,
      at: '2026-03-01T01:00:00.000Z',
      userId: 'dana',
      name: 'Dana Quill',
      from: 'Staff',
      to: 'Auditor',
      by: 'Mei Tran',
      ...more,
    });
    server.use(
      http.get('/api/history/roleChanges', ({ request }) =>
        HttpResponse.json(
          new URL(request.url).searchParams.get('before') === '70-70'
            ? { changes: [change('50-50', { from: null, to: 'Staff', by: null })], next: null }
            : { changes: [change('70-70')], next: '70-70' },
        ),
      ),
    );
    const { user: typist } = openAt('/audit/access');
    const newest = within(await screen.findByRole('row', { name: /^Dana Quill/ }));
    for (const text of ['Staff', 'Auditor', 'Mei Tran']) expect(newest.getByText(text)).toBeVisible();
    expect(newest.getByRole('link', { name: /^Event of 01\/03\/2026/ })).toHaveAttribute('href', '/audit/events/70-70');
    await typist.click(screen.getByRole('button', { name: 'Older' }));
    expect(await screen.findByText('Not known')).toBeVisible();
    expect(screen.getByText('Superscope itself')).toBeVisible();
    await typist.click(screen.getByRole('button', { name: 'Newer' }));
    expect(await screen.findByText('Mei Tran')).toBeVisible();
  });

  it('is refused to Staff', async () => {
    portal({ user: helen });
    openAt('/audit/access');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});
